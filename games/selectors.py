"""Reads: which games there are, a game as one player finds it, what happened in it, who its people are."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from games import delays
from games.asking import known_to, may_see
from games.codec import canonical, type_name
from games.engine import events as ev
from games.engine.events import Event
from games.envelope import Recorded
from games.event_store import GAMES, NoSuchVersion
from games.invites import as_written, is_code
from games.models import Game, Seat, StoredEvent
from games.refusing import NotFound
from games.standing import Standing
from players.models import Player

_MARK_CHARACTERS = 12
# An action card turned up can take the first turn from who would begin: then that is told before.
_FIRST_TURN: Final = (type_name(ev.SeatSkipped), type_name(ev.TurnPassed))
# So many ids of running games: milliseconds to read, about a second to extend one by one.
_READ_AT_ONCE: Final = 100


class Found(NamedTuple):
    """A game as a player finds it; `seat` is None for whoever does not sit at it.

    For those the standing may be an earlier one: that which spectators may know by now.
    """

    game: Game
    standing: Standing
    seat: int | None


class Late(NamedTuple):
    """A game whose deadline has passed."""

    game_id: UUID
    deadline: datetime


class People(NamedTuple):
    """What the people of a game are called.

    `mark` changes with each name, and with nothing else: the second half of an ETag.
    """

    names: Mapping[UUID, str]
    mark: str


def find(game_id: UUID, player: UUID | None, session: UUID | None = None) -> Found:
    """Return a game as it is now; one statement, and a second where this process has not seen it lately.

    For who does not sit at it one more of a private game that goes on from another, and of one that is
    seen later by spectators.

    :raises NotFound: where there is none, or none for this player.
    :raises SessionEnded: where a session is given that is over.
    """
    now = GAMES.peek(game_id, session)
    if not may_see(now, player):
        raise NotFound
    return Found(now.head, known_to(now, player), now.standing.seat_of(player))


def by_code(typed: str) -> UUID:
    """Return the id of the open lobby with this code, however it is written.

    :raises NotFound: where no lobby has it.
    """
    code = as_written(typed)
    found = Game.objects.filter(code=code).values_list("pk", flat=True).first() if is_code(code) else None
    if found is None:
        raise NotFound
    return found


def at_version(found: Found, version: int) -> Standing:
    """Return the game as its first `version` events left it.

    :raises NoSuchVersion: below 1, and above the version that was found.
    """
    if not 1 <= version <= found.standing.version:
        raise NoSuchVersion(version)
    return GAMES.load(found.game.pk, version)


def events(found: Found, *, after: int = 0, limit: int | None = None) -> list[Recorded[Event]]:
    """Return what happened after a version, at most `limit` events, and none newer than what was found."""
    if after >= found.standing.version:
        return []
    return GAMES.recorded(found.game.pk, after=after, until=found.standing.version, limit=limit)


def first_player(game_id: UUID) -> int:
    """Return the seat that began a game which has started: the one with the first turn, or that lost it."""
    first = GAMES.rows.of(game_id).filter(type__in=_FIRST_TURN)[0]
    seat: int = GAMES.rows.recorded(first).event.seat  # type: ignore[union-attr]  # both of them name one
    return seat


def people(standing: Standing) -> People:
    """Return what the people of a game are called; one statement."""
    seated = [person for person in standing.people if person is not None]
    told = [*Player.objects.filter(pk__in=seated).order_by("pk").values_list("pk", "name")]
    mark = sha256(canonical(told)).hexdigest()[:_MARK_CHARACTERS]
    return People(dict(told), mark)


def listed(
    viewer: UUID | None,
    now: datetime,
    *,
    status: str | None = None,
    player: UUID | None = None,
    edition: str | None = None,
    context: UUID | None = None,
    open_seats: bool | None = None,
) -> QuerySet[Game]:
    """Return the games that exist for `viewer`, newest first, each with its seats and their players.

    Those that others seated, such as a tournament, are among them where `viewer` sits there, or where the
    `context` is named to which they belong.
    A status is the one that `viewer` may know at `now`, while the rows are those of now.
    `player` keeps those at which this person sits; `open_seats` True the lobbies with room for `viewer`,
    False all others. A game that goes on from another has room for those who sat there.
    """
    games = Game.objects.filter(_exists_for(viewer, now))
    if status is not None:
        games = delays.with_status(games, status, viewer, now)
    if player is not None:
        games = games.filter(_sits(player))
    if edition is not None:
        games = games.filter(edition=edition)
    games = games.filter(_is_listed_for(viewer) if context is None else Q(context_id=context))
    if open_seats is not None:
        games = games.filter(_has_room(viewer) if open_seats else ~_has_room(viewer))
    seats = Seat.objects.select_related("player").order_by("number")
    return games.order_by("-pk").prefetch_related(Prefetch("seats", seats))


def rows_seen_by(viewer: UUID | None, games: Collection[Game], now: datetime) -> Mapping[UUID, Standing]:
    """Return what `viewer` may know at `now` of those games of a list of which the row says more.

    Statements as in `delays.seen_by_spectators`, of games where `viewer` does not sit.
    """
    watched = [
        game
        for game in games
        if viewer is None or viewer not in {seat.player_id for seat in game.seats.all()}
    ]
    return delays.seen_by_spectators(watched, now)


def on_the_clock(back_since: datetime) -> Iterator[list[UUID]]:
    """Yield the ids of the running games, in the order of their opening: each waits for somebody.

    Those are left out whose last event gave time back at `back_since` or later. They are read some at a time,
    so that nobody waits for the last before the first is done.
    """
    extended = StoredEvent.objects.filter(
        game=OuterRef("pk"),
        version=OuterRef("version"),
        type=type_name(ev.ClockExtended),
        recorded_at__gte=back_since,
    )
    running = Game.objects.filter(~Exists(extended), status=Game.Status.PLAYING)
    ids = running.order_by("pk").values_list("pk", flat=True)
    found = list(ids[:_READ_AT_ONCE])
    while found:
        yield found
        found = list(ids.filter(pk__gt=found[-1])[:_READ_AT_ONCE])


def overdue(now: datetime, *, turns: bool = True) -> list[Late]:
    """Return the games whose deadline has passed, the longest overdue first.

    Without `turns` the lobbies and the windows alone.
    """
    late = Game.objects.filter(deadline__lte=now).order_by("deadline")
    if not turns:
        late = late.filter(turn_seat__isnull=True)
    return [Late(game_id, deadline) for game_id, deadline in late.values_list("pk", "deadline") if deadline]


def _exists_for(viewer: UUID | None, now: datetime) -> Q:
    # As `asking.may_see` says it of one game.
    may_be_watched = Q(spectators=True) | Q(disclosed_at__isnull=False)
    in_public = ~Q(visibility=Game.Visibility.CODE) & delays.exists_by_now(now)
    if viewer is None:
        return may_be_watched & in_public
    return _sits(viewer) | may_be_watched & (in_public | _sat_before(viewer))


def _is_listed_for(viewer: UUID | None) -> Q:
    by_itself = ~Q(visibility=Game.Visibility.TOURNAMENT)
    return by_itself if viewer is None else by_itself | _sits(viewer)


def _has_room(viewer: UUID | None) -> Q:
    for_all = Q(previous__isnull=True)
    for_viewer = for_all if viewer is None else for_all | _sat_before(viewer)
    return Q(status=Game.Status.LOBBY, seats_taken__lt=F("seat_count")) & for_viewer


def _sits(player: UUID) -> Q:
    return Q(Exists(Seat.objects.filter(game=OuterRef("pk"), player=player)))


def _sat_before(player: UUID) -> Q:
    return Q(Exists(Seat.objects.filter(game=OuterRef("previous"), player=player)))
