"""What nobody can use any more goes, and nothing else; a broken log is told loudly."""

from collections.abc import Callable
from typing import Any

import pytest
import structlog

from games import tasks, upkeep
from games.auditing import Fault
from games.engine.cards import card
from games.engine.commands import Draw, Lay, Resign
from games.models import FailedTask, Game, KeyedCommand
from tests.conftest import FixedClock
from tests.games.tables import Table, key, tamper

pytestmark = pytest.mark.django_db(transaction=True)
type Tables = Callable[..., Table]


@pytest.fixture
def over(table: Tables) -> Table:
    """A game that is over, with two keyed commands."""
    opened = table(2)
    opened.start()
    opened.play(0, Draw(), key=key("a"))
    opened.play(1, Resign(), key=key("b"))
    assert opened.head().status == Game.Status.FINISHED
    return opened


@pytest.mark.parametrize("at_once", [1, 2, 1_000])
def test_keys_go_thirty_days_after_the_end_of_their_game(
    over: Table, table: Tables, clock: FixedClock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(upkeep, "_AT_ONCE", at_once)
    running = table(2)
    running.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    running.play(0, Lay(card("R5")), key=key("c"))
    clock.advance(days=30)
    tasks.forget_keys()
    assert KeyedCommand.objects.count() == 3
    before = over.rows()[:-2], running.rows()
    clock.advance(seconds=1)
    for _ in range(2):
        tasks.forget_keys()
    assert (over.rows(), running.rows()) == before


def test_it_says_how_many_keys_went(over: Table, clock: FixedClock) -> None:
    clock.advance(days=31)
    assert [upkeep.forget_keys(), upkeep.forget_keys()] == [2, 0]


# --- a sample of the logs


@pytest.fixture
def log() -> Any:
    with structlog.testing.capture_logs() as entries:
        yield entries


def test_sound_logs_leave_no_trace(over: Table, table: Tables, log: list[dict[str, Any]]) -> None:
    table(2)
    tasks.verify_sample()
    assert (log, FailedTask.objects.count()) == ([], 0)


def test_a_broken_log_is_told_once_a_night_in_the_log_and_to_operators(
    over: Table, table: Tables, log: list[dict[str, Any]]
) -> None:
    table(2)
    tamper("UPDATE games_storedevent SET actor = NULL WHERE game_id = %s AND version = 2", over.id)
    for _ in range(2):
        tasks.verify_sample(something_new=True)
    told = {"event": "broken_log", "log_level": "critical", "game": str(over.id), "version": 2}
    assert log == [{**told, "what": "does not match its digest"}] * 2
    kept = FailedTask.objects.get()
    assert (kept.task, kept.error, kept.times) == ("games.upkeep.verify_sample", "BrokenLog", 2)
    assert kept.arguments == {"game": str(over.id), "version": 2}


def test_half_of_a_sample_are_the_last_games_that_ended(over: Table, table: Tables) -> None:
    for _ in range(3):
        table(2)
    tamper("UPDATE games_storedevent SET actor = NULL WHERE game_id = %s AND version = 2", over.id)
    assert upkeep.verify_sample(2) == [Fault(over.id, 2, "does not match its digest")]


def test_a_sample_of_everything_reads_everything_once(over: Table, table: Tables) -> None:
    games = {over.id, *(table(2).id for _ in range(3))}
    assert sorted(upkeep._some_games(100)) == sorted(games)
