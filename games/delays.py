"""What of a game somebody without a seat may know by now: spectators see it as it was `delay` ago.

Who sits there sees it as it is. A lobby has no delay, so that strangers can sit down (ADR 64).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import DurationField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Value

from games.codec import type_name
from games.engine import events as ev
from games.event_store import GAMES
from games.models import Game, Seat
from games.standing import LONGEST_DELAY_SECONDS, Standing

_START: Final = type_name(ev.GameStarted)
_LONGEST: Final = timedelta(seconds=LONGEST_DELAY_SECONDS)


def seen_by(player: UUID | None, game: Game, standing: Standing, now: datetime) -> Standing:
    """Return a game as this player may know it at `now`.

    One statement more for a spectator who is behind, and another where this process has to fold that version.
    """
    if not game.spectator_delay_seconds or standing.seat_of(player) is not None:
        return standing
    return standing if standing.last_at <= _told_until(game, now) else seen_by_spectators(game, now)


def seen_by_spectators(game: Game, now: datetime) -> Standing:
    """Return a game as somebody who does not sit there may know it at `now`; statements as in `seen_by`."""
    return GAMES.load(game.pk, _version_at(game, _told_until(game, now)))


def is_known_to_spectators(game: Game, now: datetime) -> bool:
    """Say whether they may know of the game: where it goes on from another, not before its end is told.

    Its delay is that of the game before.
    """
    return game.previous_id is None or game.opened_at <= _told_until(game, now)


def _told_until(game: Game, now: datetime) -> datetime:
    return now - timedelta(seconds=game.spectator_delay_seconds)


def _version_at(game: Game, until: datetime) -> int:
    if game.started_at is None:
        return game.version
    rows = GAMES.rows.of(game.pk)
    version: int
    if until < game.started_at:
        (version,) = rows.filter(type=_START).values_list("version", flat=True)
        return version - 1
    version = rows.filter(recorded_at__lte=until).order_by("-version").values_list("version", flat=True)[0]
    return version


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
