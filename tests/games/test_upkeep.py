"""What nobody can use any more goes, and nothing else; a broken log is told loudly."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
import structlog
from django.db import connection, transaction

from games import auditing, bot_calls, moments, tasks, upkeep
from games.engine.cards import card
from games.engine.commands import Draw, Lay, Resign
from games.models import BotCall, FailedTask, Game, KeyedCommand
from games.proofs import Fault
from players.tasks import forget_expired
from tests.conftest import FixedClock
from tests.games.tables import Table, at_once, key, tamper

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


# --- calls of bots


def called(*game_ids: UUID) -> None:
    for game_id in game_ids:
        bot_calls.decided(bot_calls.Call(game_id, 5), moments.moment().now)


def kept() -> set[UUID]:
    return set(BotCall.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("at_once", [1, 2, 1_000])
def test_calls_of_bots_go_with_the_end_of_their_game(
    over: Table, table: Tables, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(bot_calls, "_FORGOTTEN_AT_ONCE", at_once)
    lobby, running = table(2), table(2)
    running.start()
    called(over.id, lobby.id, uuid4(), running.id)
    before = over.rows(), running.rows(), lobby.rows()
    for _ in range(2):
        tasks.forget_bot_calls(something_new=True)
    assert kept() == {lobby.id, running.id}
    assert (over.rows(), running.rows(), lobby.rows()) == before


def test_upkeep_at_once_forgets_calls_of_bots_once(over: Table) -> None:
    called(over.id, *(uuid4() for _ in range(20)))
    results = at_once(*[bot_calls.forget] * 3)
    assert sum(result for result in results if isinstance(result, int)) == 21
    assert kept() == set()


def test_a_call_at_which_somebody_is_at_work_is_not_waited_for(over: Table) -> None:
    called(over.id)
    with transaction.atomic():
        BotCall.objects.select_for_update().get(pk=over.id)
        assert at_once(_within_a_moment) == [0]
    assert bot_calls.forget() == 1


def _within_a_moment() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 1")
    return bot_calls.forget()


def test_upkeep_says_how_much_went(over: Table, clock: FixedClock, log: list[dict[str, Any]]) -> None:
    called(over.id, uuid4())
    clock.advance(days=31)
    for _ in range(2):
        for forget in (tasks.forget_keys, tasks.forget_failures, tasks.forget_bot_calls, forget_expired):
            forget()
    assert [(entry["event"], entry["what"], entry["rows"]) for entry in log] == [
        ("forgotten", "keys", 2),
        ("forgotten", "failures", 0),
        ("forgotten", "bot_calls", 2),
        ("forgotten", "sessions", 0),
        *[("forgotten", what, 0) for what in ("keys", "failures", "bot_calls", "sessions")],
    ]


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
    assert sorted(auditing.PROOF.some(100)) == sorted(games)
