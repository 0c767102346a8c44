"""All ratings made anew from the logs, or compared with what the logs say; no number is worked out here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import batched
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, models, transaction
from django.db.models import Max

from games import moments
from games.ratings import results, storing
from games.ratings.booking import Change, booked
from games.ratings.models import RatedGame, Rating, RatingChange
from games.ratings.results import Ended
from games.ratings.storing import Books

_AT_ONCE: Final = 1_000

type Values = tuple[Any, ...]


class Checked(NamedTuple):
    """What came of comparing: in how many games and ratings, and a line for each difference."""

    games: int
    waiting: int  # disclosed since the last that is kept: to be rated soon
    differences: list[str]


def rebuild() -> int:
    """Make all ratings anew from the logs, and return how many games were looked at.

    All or nothing: until it commits everybody reads what was there before. Updates leave off meanwhile.

    :raises RuntimeError: inside a transaction.
    :raises games.codec.Unreadable: for a log that cannot be read; nothing is changed then.
    """
    with transaction.atomic(durable=True):
        storing.lock(wait=True)
        ended = _ended(until=moments.moment().now - results.SEEN_AFTER)
        storing.forget()
        for some in batched(booked(ended), _AT_ONCE):
            storing.keep(some)
    return len(ended)


def check() -> Checked:
    """Compare what is kept with what the logs say, to the last bit; nothing is changed.

    All is read as of one moment, so that games may go on and be rated meanwhile.

    :raises RuntimeError: inside a transaction.
    :raises games.codec.Unreadable: for a log that cannot be read.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        newest = RatedGame.objects.aggregate(at=Max("disclosed_at"))["at"]
        all_ended = _ended(until=None)
        ended = [one for one in all_ended if newest is not None and one.disclosed_at <= newest]
        found = list(_differences(ended))
    return Checked(len(ended), len(all_ended) - len(ended), found)


def _ended(*, until: datetime | None) -> list[Ended]:
    games = results.may_count().values_list("pk", flat=True).iterator()
    return sorted(one for one in results.of_logs(games) if until is None or one.disclosed_at <= until)


def _differences(ended: list[Ended]) -> Iterator[str]:
    told: dict[tuple[UUID, str], Rating] = {}
    for some in batched(booked(ended), _AT_ONCE):
        yield from _in_games(some)
        for game, changes in some:
            told |= {(change.player, row.family): row for change, row in _ratings(game, changes)}
    yield from _left_over({one.game for one in ended})
    yield from _in_ratings(told)


def _ratings(game: Ended, changes: Iterable[Change]) -> Iterator[tuple[Change, Rating]]:
    for change in changes:
        if game.chain is not None:
            yield change, storing.rating_row(game, game.chain, change)


def _in_games(books: Books) -> Iterator[str]:
    games = [ended.game for ended, _ in books]
    kept = {row.game_id: _values(row) for row in RatedGame.objects.filter(game__in=games)}
    changes: dict[UUID, dict[UUID, Values]] = defaultdict(dict)
    for row in RatingChange.objects.filter(game__in=games):
        changes[row.game_id][row.player_id] = _values(row)
    for ended, told in books:
        told_changes = {one.player: _values(storing.change_row(ended, one)) for one in told}
        if ended.game not in kept:
            yield f"game {ended.game} is not rated"
        elif kept[ended.game] != _values(storing.game_row(ended)):
            yield f"game {ended.game} is kept with another time, chain or number of players"
        elif changes[ended.game] != told_changes:
            yield f"game {ended.game} is kept with other changes: {_who(changes[ended.game], told_changes)}"


def _left_over(games: set[UUID]) -> Iterator[str]:
    kept = RatedGame.objects.order_by("disclosed_at", "game").values_list("game_id", flat=True)
    yield from (f"game {game} is rated and does not count" for game in kept.iterator() if game not in games)


def _in_ratings(told: dict[tuple[UUID, str], Rating]) -> Iterator[str]:
    kept = {(row.player_id, row.family): _values(row) for row in Rating.objects.iterator()}
    told_values = {whose: _values(row) for whose, row in told.items()}
    for player, family in sorted(kept.keys() | told_values.keys()):
        if kept.get((player, family)) != told_values.get((player, family)):
            yield f"player {player} has another rating in {family}"


def _who(kept: dict[UUID, Values], told: dict[UUID, Values]) -> str:
    differ = sorted(player for player in kept.keys() | told.keys() if kept.get(player) != told.get(player))
    return ", ".join(map(str, differ))


def _values(row: models.Model) -> Values:
    # All columns but a number that the database gave.
    fields = [field for field in row._meta.concrete_fields if field.attname != "id"]
    return tuple(getattr(row, field.attname) for field in fields)
