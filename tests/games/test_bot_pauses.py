"""When bots are asked: so that moves come as late whether there is a choice or not, and never too late."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import LazySettings
from django.db import OperationalError

from games import bot_calls, bot_pauses, bot_tasks
from games.bots import pace
from games.engine.cards import card
from games.engine.commands import Draw, Lay
from games.engine.events import GameStarted
from games.event_store import GAMES
from tests.conftest import FixedClock
from tests.games.bot_tables import call, rewind, with_bots
from tests.games.tables import Table, beat

pytestmark = pytest.mark.django_db

A_CHOICE, NO_CHOICE = "R7 G7 B7 R8 R9", "B7 G7 B8 B9 G9"
A_SEARCH = 0.33  # seconds, of 1 000 iterations


@pytest.fixture
def lobby(clock: FixedClock) -> Table:
    """A person and a bot that looks ahead, before the deal."""
    beat()
    return with_bots("hard")


def to_the_lobby(table: Table) -> None:
    before = [row.version for row in GAMES.recorded(table.id) if isinstance(row.event, GameStarted)]
    if before:
        rewind(table, before[0] - 1)


def before_a_bot(table: Table, hand: str) -> Table:
    """Brings it to the bot's turn with this hand, always at the same version and so by the same chance."""
    to_the_lobby(table)
    table.deal("R5 G5 B5", hand, leading="R3")
    table.play(0, Draw())
    return table


def seconds(table: Table) -> float:
    return bot_pauses.pause(call(table)).total_seconds()


def test_who_looks_ahead_is_asked_earlier_by_what_a_search_typically_needs(lobby: Table) -> None:
    obvious = seconds(before_a_bot(lobby, NO_CHOICE))
    assert seconds(before_a_bot(lobby, A_CHOICE)) == pytest.approx(obvious - A_SEARCH, abs=1e-5)


@pytest.mark.parametrize("iterations", [1, 500, 2000])
def test_how_much_earlier_follows_from_the_iterations(
    lobby: Table, settings: LazySettings, iterations: int
) -> None:
    settings.BOT_ITERATIONS = iterations
    obvious = seconds(before_a_bot(lobby, NO_CHOICE))
    earlier = iterations * A_SEARCH / 1000
    assert seconds(before_a_bot(lobby, A_CHOICE)) == pytest.approx(obvious - earlier, abs=1e-5)


def test_the_shortest_pace_is_as_long_as_a_search_whether_there_is_one_or_not(
    lobby: Table, settings: LazySettings
) -> None:
    settings.BOT_PACE_PERCENT = 1
    assert seconds(before_a_bot(lobby, NO_CHOICE)) == pytest.approx(A_SEARCH)
    assert seconds(before_a_bot(lobby, A_CHOICE)) == 0


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_who_does_not_look_ahead_is_asked_as_late_with_a_choice_as_without(
    clock: FixedClock, level: str
) -> None:
    beat()
    table = with_bots(level)
    assert seconds(before_a_bot(table, A_CHOICE)) == seconds(before_a_bot(table, NO_CHOICE))


def test_in_a_window_bots_are_asked_as_late_whoever_holds_a_breaker(clock: FixedClock) -> None:
    beat()
    table = with_bots("easy", "hard")
    asked = set()
    for hands in [("R7 G7 B7", "Y7 G8 B8"), ("X3 G7 B7", "Y7 G8 B8"), ("R7 G7 B7", "X3 G8 B8")]:
        to_the_lobby(table)
        table.deal("+3 G5 B5", *hands, leading="R3")
        table.play(0, Lay(card("+3")))
        asked.add(seconds(table))
    assert len(asked) == 1


def test_at_no_pace_bots_are_asked_at_once(lobby: Table, settings: LazySettings) -> None:
    settings.BOT_PACE_PERCENT = 0
    assert bot_pauses.pause(call(before_a_bot(lobby, A_CHOICE))) == timedelta()


def raising(error: Exception) -> Callable[..., bool]:
    def fails(*_: object) -> bool:
        raise error

    return fails


def test_a_policy_that_fails_is_asked_as_one_that_has_no_choice(
    lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    obvious = seconds(before_a_bot(lobby, NO_CHOICE))
    before_a_bot(lobby, A_CHOICE)
    monkeypatch.setattr(bot_pauses, "looks_ahead", raising(RuntimeError()))
    assert seconds(lobby) == obvious


@pytest.mark.parametrize("error", [OperationalError(), SoftTimeLimitExceeded()])
def test_what_is_no_fault_of_a_policy_is_told(
    lobby: Table, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    before_a_bot(lobby, A_CHOICE)
    monkeypatch.setattr(bot_pauses, "looks_ahead", raising(error))
    with pytest.raises(type(error)):
        seconds(lobby)


def test_the_slowest_bot_is_asked_before_its_call_counts_as_lost() -> None:
    longest = timedelta(seconds=pace.LONGEST) + bot_tasks.CALLED_AHEAD
    assert longest < bot_calls.LOST_AFTER


@pytest.mark.parametrize("turn_seconds", [0, 5, 30, 600])
def test_at_the_slowest_pace_bots_miss_no_clock_and_are_called_once(
    clock: FixedClock, settings: LazySettings, turn_seconds: int
) -> None:
    settings.BOT_PACE_PERCENT = 400
    beat()
    table = with_bots("easy", turn_seconds=turn_seconds)
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", leading="R3")
    table.play(0, Draw())
    assert bot_pauses.pause(call(table)).total_seconds() <= (turn_seconds or 600) / 4
    now = clock.now()
    assert list(bot_calls.claim_all(now)) == [call(table)]
    assert list(bot_calls.claim_all(now + bot_pauses.pause(call(table)))) == []
