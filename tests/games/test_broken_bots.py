"""Games that cannot be read or played on: their bots hold up nobody else's, and make little noise."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from games import bot_calls, bot_playing, bot_tasks
from games.codec import Unreadable
from games.engine.commands import Draw
from games.models import BotCall, FailedTask
from tests.conftest import NOON, FixedClock
from tests.games.bot_tables import Worker, call, with_bots
from tests.games.tables import Table, beat, tamper

pytestmark = pytest.mark.django_db
type Harm = Callable[[Table], None]


@pytest.fixture
def worker(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Worker:
    """What is sent to bots waits here until a test runs it."""
    made = Worker(clock)
    monkeypatch.setattr(bot_tasks.play_bots, "apply_async", made.apply_async)
    beat()
    return made


@pytest.fixture
def games(worker: Worker) -> list[Table]:
    """Three games, by rising ids, in each of which the turn is a bot's."""
    return [before_a_bot() for _ in range(3)]


def before_a_bot() -> Table:
    table = with_bots("easy", seats=2)
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", leading="R3")
    table.play(0, Draw())
    return table


def with_an_event_of_nobody(table: Table) -> None:
    tamper("UPDATE games_storedevent SET type = 'card_sold' WHERE game_id = %s AND version = 8", table.id)
    _forget(table)


def with_a_level_to_come(table: Table) -> None:
    """As after a return to a version of the server that knows fewer levels."""
    wise = "UPDATE games_storedevent SET payload = jsonb_set(payload, '{bot}', '\"wise\"')"
    tamper(f"{wise} WHERE game_id = %s AND type = 'seat_taken' AND payload ->> 'bot' = 'easy'", table.id)
    _forget(table)


def _forget(table: Table) -> None:
    # What this process knows of the game ends with another event than the log does.
    tamper("UPDATE games_game SET digest = '\\x00' WHERE id = %s", table.id)
    last = "UPDATE games_storedevent SET digest = '\\x00' WHERE game_id = %s AND version = %s"
    tamper(last, table.id, table.head().version)


def called(worker: Worker) -> list[str]:
    return sorted(told["game"] for _, told in worker.sent)


@pytest.mark.parametrize("harm", [with_an_event_of_nobody, with_a_level_to_come])
@pytest.mark.parametrize("broken", [0, 1, 2])
def test_a_broken_game_holds_up_no_other_however_often_bots_are_called(
    games: list[Table], worker: Worker, clock: FixedClock, broken: int, harm: Harm
) -> None:
    harm(games.pop(broken))
    healthy = [str(each.id) for each in games]
    for _ in range(3):
        bot_tasks.call_bots()
        assert called(worker) == healthy
        worker.sent = []
        clock.advance(seconds=15)


@pytest.mark.parametrize(
    ("harm", "error"), [(with_an_event_of_nobody, "Unreadable"), (with_a_level_to_come, "ValueError")]
)
def test_a_broken_game_is_kept_for_operators_and_called_again_ten_minutes_later(
    games: list[Table], worker: Worker, clock: FixedClock, harm: Harm, error: str
) -> None:
    harm(games[0])
    with capture_logs() as logs:
        for _ in range(40):
            bot_tasks.call_bots()
            clock.advance(seconds=15)
    told = {"game": str(games[0].id), "version": BotCall.objects.get(pk=games[0].id).version}
    failed = FailedTask.objects.get()
    assert (failed.task, failed.arguments, failed.error) == ("games.bots.call", told, error)
    assert [(entry["event"], entry["game"]) for entry in logs] == [("bots_not_called", told["game"])]
    bot_tasks.call_bots()
    assert FailedTask.objects.get().times == 2


def test_a_game_that_breaks_after_its_call_is_put_off_too(
    games: list[Table], worker: Worker, clock: FixedClock
) -> None:
    bot_tasks.call_bots()
    with_an_event_of_nobody(games[0])
    (broken,) = [told for _, told in worker.sent if told["game"] == str(games[0].id)]
    with pytest.raises(Unreadable):
        bot_tasks.play_bots(**broken)
    worker.sent = []
    clock.advance(seconds=599)
    bot_tasks.call_bots()
    assert called(worker) == [str(games[1].id), str(games[2].id)]
    assert not FailedTask.objects.exists()


def test_a_game_that_was_put_off_is_called_at_once_for_its_next_version(
    games: list[Table], worker: Worker
) -> None:
    bot_tasks.call_bots()
    bot_calls.put_off(call(games[0]), NOON + timedelta(minutes=10))
    bot_playing.play(call(games[0]))
    games[0].play(0, Draw())
    worker.sent = []
    bot_tasks.call_bots()
    assert called(worker) == [str(games[0].id)]
