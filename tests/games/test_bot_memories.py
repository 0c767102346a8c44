"""Memories that are kept are those that the whole log would give."""

from random import Random

import pytest

from games import bot_memories
from games.bot_memories import memory
from games.bots.memory import remember
from games.engine.sight import redact
from games.event_store import GAMES
from games.standing import Standing
from tests.games.bot_tables import rewind
from tests.games.tables import Table, play_on

pytestmark = pytest.mark.django_db


def afresh(table: Table, standing: Standing, seat: int) -> object:
    rows = GAMES.recorded(table.id, until=standing.version)
    return remember([redact(row.event, seat, disclosed=False) for row in rows], seat)


@pytest.fixture
def table() -> Table:
    """A game of three people that has begun."""
    made = Table.open(3)
    made.start()
    return made


def until_turn(table: Table, number: int, seed: int = 7) -> Standing:
    return play_on(table, Random(seed), until=lambda now: now.state.number >= number)


def test_a_memory_grows_with_the_game(table: Table) -> None:
    for turns in (3, 6, 9):
        standing = until_turn(table, turns)
        for seat in range(3):
            assert memory(table.id, standing, seat) == afresh(table, standing, seat)


def test_an_older_version_has_an_older_memory(table: Table) -> None:
    before = table.standing()
    after = until_turn(table, 4)
    assert memory(table.id, after, 1) == afresh(table, after, 1)
    assert memory(table.id, before, 1) == afresh(table, before, 1)


def test_what_a_database_has_lost_is_forgotten(table: Table) -> None:
    before = table.head().version
    standing = until_turn(table, 3)
    memory(table.id, standing, 0)
    rewind(table, before)
    standing = until_turn(table, 6, seed=8)
    assert memory(table.id, standing, 0) == afresh(table, standing, 0)


def test_only_so_many_are_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_memories, "_KEPT", 2)
    for seat in range(3):
        memory(table.id, table.standing(), seat)
    assert [*bot_memories._kept] == [(table.id, 1), (table.id, 2)]


def test_nothing_of_another_hand_is_in_it(table: Table) -> None:
    standing = table.standing()
    known = memory(table.id, standing, 1).known
    assert known == ((), standing.state.hands[1], ())
