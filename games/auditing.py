"""Proofs, game by game: the log is whole, it conserves the cards, the read tables follow from it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection, transaction

from games import projections, proving
from games.engine.cards import Card
from games.engine.editions import pack_of
from games.engine.state import State
from games.event_store import GAMES
from games.models import Game
from games.projections import Difference
from games.proving import Broken
from games.standing import Standing

# It cannot be made again from the log alone: who may see a game does not stand there.
WITHOUT_HEAD: Final = "belongs to a log whose head is gone: restore the head from a backup"


class Fault(NamedTuple):
    """The first thing that is wrong with a game, and at which version."""

    game_id: UUID
    version: int
    what: str


def fault_of(game_id: UUID) -> Fault | None:
    """Return what is wrong with a game, None where nothing is; it may be played meanwhile.

    :raises RuntimeError: inside a transaction: all is read as of one moment.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        game = Game.objects.filter(pk=game_id).first()
        if game is None:
            return Fault(game_id, 1, WITHOUT_HEAD)
        try:
            standing = _last(_conserving(proving.verified(GAMES, game_id)))
        except Broken as broken:
            return Fault(game_id, broken.version, str(broken))
        if standing is None or standing.version < game.version:
            return Fault(game_id, (standing.version if standing else 0) + 1, "is missing")
        wrong = projections.differences(game, standing)
        fields = ", ".join(difference.field for difference in wrong)
        return (
            Fault(game_id, standing.version, f"is not what the read tables say: {fields}") if wrong else None
        )


def rebuild(game_id: UUID, *, write: bool) -> list[Difference]:
    """Compare the read tables of a game with its whole log, and with `write` make them equal to it.

    The head is locked meanwhile, so that the game may be played.

    :raises Broken: where the log is not sound; nothing is written then.
    :raises RuntimeError: inside a transaction.
    """
    with transaction.atomic(durable=True):
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise Broken(1, WITHOUT_HEAD)
        standing = _last(proving.verified(GAMES, game_id))
        if standing is None:
            raise Broken(1, "is missing")
        found = projections.differences(game, standing)
        if found and write:
            projections.rebuild(game_id, standing)
    return found


def every_game() -> list[UUID]:
    """Return the ids of all heads and of all logs, in order of opening; they should be the same."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM games_game UNION SELECT game_id FROM games_storedevent ORDER BY 1")
        return [row[0] for row in cursor.fetchall()]


def _last(standings: Iterable[Standing]) -> Standing | None:
    last = None
    for last in standings:  # noqa: B007
        pass
    return last


def _conserving(standings: Iterable[Standing]) -> Iterator[Standing]:
    # The cards that were dealt from are whole boxes, and none comes or goes afterwards.
    dealt: Counter[Card] | None = None
    for standing in standings:
        if standing.started_at is not None:
            cards = Counter(_cards(standing.state))
            if dealt is None:
                dealt = _boxes(standing.state)
            if cards != dealt:
                raise Broken(standing.version, "does not conserve the cards")
        yield standing


def _cards(state: State) -> Iterator[Card]:
    yield from state.pile
    yield from state.discard
    yield from state.top
    for hand in state.hands:
        yield from hand


def _boxes(state: State) -> Counter[Card]:
    size = sum(count for _, count in state.setup.box)
    return Counter(pack_of(state.setup.box, len(state.pile) // size))
