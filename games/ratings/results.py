"""How games ended that may count: by the read tables, or by the logs alone; nothing is rated here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from games import boxes
from games.codec import type_name
from games.engine import events as ev
from games.envelope import Recorded
from games.event_store import GAMES
from games.models import Game, Seat
from games.ratings.booking import Chain, Placed, ladder_of
from players.models import Player

# A game is seen once its command has committed, a moment after the time that it bears.
SEEN_AFTER: Final = timedelta(seconds=5)

_TOLD: Final = tuple(
    type_name(one) for one in (ev.GameOpened, ev.SeatTaken, ev.SeatLeft, ev.GameFinished, ev.Disclosed)
)


class Ended(NamedTuple):
    """A finished game that is disclosed; they sort in the order in which they are rated."""

    disclosed_at: datetime
    game: UUID
    chain: Chain | None
    placed: tuple[Placed, ...]


class Head(NamedTuple):
    """What the read tables say of a finished and disclosed game itself."""

    game: UUID
    edition: str
    disclosed_at: datetime


class _Sitter(NamedTuple):
    player: UUID
    is_bot: bool
    place: int | None = None


def may_count() -> QuerySet[Game]:
    """Return the games that count once they are finished and disclosed: rated ones really dealt here.

    Before that a sealed game's ratings would tell its places to those who still play the same deal.
    """
    return Game.objects.filter(rated=True, origin=Game.Origin.PLAYED)


def of_tables(heads: Iterable[Head]) -> list[Ended]:
    """Return how these games ended, in order, by the read tables; one statement."""
    known = {head.game: head for head in heads}
    seats = Seat.objects.filter(game__in=known, player__isnull=False)
    sitters: dict[UUID, list[_Sitter]] = defaultdict(list)
    for game, place, player, kind in seats.values_list("game_id", "place", "player_id", "player__kind"):
        sitters[game].append(_Sitter(player, kind == Player.Kind.BOT, place))
    return sorted(
        _ended(head.disclosed_at, head.game, head.edition, sitters[head.game]) for head in known.values()
    )


def of_logs(games: Iterable[UUID]) -> Iterator[Ended]:
    """Yield how games ended by their logs, without those that have no result or are sealed as yet.

    One statement a game.

    :raises games.codec.Unreadable: where an event has not the form of its type and schema.
    """
    for game in games:
        ended = _of_log(game, map(GAMES.rows.recorded, GAMES.rows.of(game).filter(type__in=_TOLD)))
        if ended is not None:
            yield ended


def _of_log(game: UUID, rows: Iterable[Recorded[ev.Event]]) -> Ended | None:
    edition, seated, sitters = "", dict[int, _Sitter](), list[_Sitter]()
    for row in rows:
        match row.event:
            case ev.GameOpened():
                edition = row.event.edition
            case ev.SeatTaken(seat, bot) if row.subject is not None:
                seated[seat] = _Sitter(row.subject, bot is not None)
            case ev.SeatLeft(seat):
                del seated[seat]
            case ev.GameFinished(_, places):
                sitters = [sitter._replace(place=places[seat]) for seat, sitter in seated.items()]
            case ev.Disclosed() if sitters:
                return _ended(row.recorded_at, game, edition, sitters)
    return None


def _ended(disclosed_at: datetime, game: UUID, edition: str, sitters: list[_Sitter]) -> Ended:
    # Who gave up or let a bot stand in is on the seat all the same: it is their result.
    placed = sorted(Placed(place, player) for player, _, place in sitters if place is not None)
    ladder, known = ladder_of(one.is_bot for one in sitters), boxes.editions().get(edition)
    chain = Chain(known.family, ladder) if known is not None and ladder is not None else None
    return Ended(disclosed_at, game, chain, tuple(placed))
