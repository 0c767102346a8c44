"""What of a game somebody without a seat may know by now: spectators see it as it was `delay` ago.

Who sits there sees it as it is. A lobby has no delay, so that strangers can sit down (ADR 64).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import (
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)

from games.codec import type_name
from games.engine import events as ev
from games.event_store import GAMES
from games.models import Game, Seat, StoredEvent
from games.standing import LONGEST_DELAY_SECONDS, Standing

_START: Final = type_name(ev.GameStarted)
_LONGEST: Final = timedelta(seconds=LONGEST_DELAY_SECONDS)


def seen_by(player: UUID | None, game: Game, standing: Standing, now: datetime) -> Standing:
    """Return a game as this player may know it at `now`.

    One statement more for a spectator who is behind, and another where this process has to fold that version.
    """
    if not game.spectator_delay_seconds or standing.seat_of(player) is not None:
        return standing
    if standing.last_at <= _told_until(game, now):
        return standing
    return seen_by_spectators([game], now).get(game.pk, standing)


def seen_by_spectators(games: Collection[Game], now: datetime) -> Mapping[UUID, Standing]:
    """Return those of these games that who does not sit there may not know as they are, and what they may.

    One statement for all that have a delay, and another for each version that this process has to fold.
    """
    delayed = [game for game in games if game.spectator_delay_seconds]
    told = dict(_versions_told(delayed, now)) if delayed else {}
    return {game.pk: GAMES.load(game.pk, told[game.pk]) for game in delayed if told[game.pk] < game.version}


def is_known_to_spectators(game: Game, now: datetime) -> bool:
    """Say whether they may know of the game: where it goes on from another, not before its end is told.

    Its delay is that of the game before.
    """
    return game.previous_id is None or game.opened_at <= _told_until(game, now)


def _told_until(game: Game, now: datetime) -> datetime:
    return now - timedelta(seconds=game.spectator_delay_seconds)


def _versions_told(games: Collection[Game], now: datetime) -> Iterator[tuple[UUID, int]]:
    events = StoredEvent.objects.filter(game=OuterRef("pk")).order_by("-version").values("version")
    start, newest = events.filter(type=_START)[:1], events.filter(recorded_at__lte=OuterRef("until"))[:1]
    rows = Game.objects.filter(pk__in=[game.pk for game in games]).annotate(until=_told_until_in_sql(now))
    rows = rows.annotate(start=Subquery(start), newest=Subquery(newest))
    told = {id_: versions for id_, *versions in rows.values_list("pk", "start", "newest")}
    for game in games:
        start_at, newest_at = told[game.pk]
        if game.started_at is None:
            yield game.pk, game.version
        else:
            began = game.started_at <= _told_until(game, now)
            yield game.pk, newest_at if began else start_at - 1


# --- in lists


def exists_by_now(now: datetime) -> Q:
    """Return `is_known_to_spectators` as lists ask it."""
    return Q(previous__isnull=True) | Q(spectator_delay_seconds=0) | Q(opened_at__lte=_told_until_in_sql(now))


def with_status(games: QuerySet[Game], status: str, player: UUID | None, now: datetime) -> QuerySet[Game]:
    """Keep the games that have this status as far as this player may know; one statement more."""
    behind = [*_with_another_status(player, now)]
    no_more = [game.pk for game in behind if game.status == status]
    still = [game.pk for game in behind if _status_told(game, now) == status]
    if not behind:
        return games.filter(status=status)
    return games.filter(Q(status=status) & ~Q(pk__in=no_more) | Q(pk__in=still))


def _with_another_status(player: UUID | None, now: datetime) -> Iterable[Game]:
    until = _told_until_in_sql(now)
    delayed = Game.objects.filter(spectator_delay_seconds__gt=0)
    lately = delayed.filter(
        Q(ended_at__isnull=True) | Q(ended_at__gt=now - _LONGEST)
    )  # as the index has them
    changed = lately.filter(Q(started_at__gt=until) | Q(started_at__isnull=False, ended_at__gt=until))
    if player is None:
        return changed
    return changed.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player=player)))


def _status_told(game: Game, now: datetime) -> str:
    until = _told_until(game, now)
    is_lobby = game.started_at is None or game.started_at > until
    return Game.Status.LOBBY if is_lobby else Game.Status.PLAYING


def _told_until_in_sql(now: datetime) -> "ExpressionWrapper[Any]":
    second = Value(timedelta(seconds=1), DurationField())
    delay = ExpressionWrapper(F("spectator_delay_seconds") * second, DurationField())
    return ExpressionWrapper(Value(now) - delay, Game._meta.get_field("opened_at"))
