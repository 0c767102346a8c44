"""How long bots take: the same whatever there is to think over, and never so long that they are late."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings

from games import bot_calls, bot_pauses, bot_playing, bot_tasks
from games.bots import pace
from games.bots.choosing import choose
from games.engine.cards import card
from games.engine.commands import Draw, Lay, Move
from tests.conftest import FixedClock
from tests.games.bot_tables import Stopwatch, call, with_bots
from tests.games.tables import Table, beat

pytestmark = pytest.mark.django_db


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch, stopwatch: Stopwatch) -> Any:
    """Has every choice take so many seconds."""

    def takes(seconds: float) -> None:
        def slowly(*told: Any, iterations: int) -> tuple[Move, ...]:
            stopwatch.sleep(seconds)
            return choose(*told, iterations=1)

        monkeypatch.setattr(bot_playing, "choose", slowly)

    return takes


@pytest.fixture
def turn(clock: FixedClock) -> Table:
    """A person and a bot that looks ahead; the turn is the bot's."""
    beat()
    table = with_bots("hard")
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", leading="R3")
    table.play(0, Draw())
    return table


def takes_in_all(table: Table, stopwatch: Stopwatch) -> float:
    before, began, asked = table.head().version, stopwatch.seconds, call(table)
    pause = bot_pauses.pause(asked).total_seconds()
    bot_playing.play(asked)
    assert table.head().version > before
    return round(pause + stopwatch.seconds - began, 6)


@pytest.mark.parametrize("seconds", [0, 0.3, 0.8])
def test_a_move_comes_after_the_same_time_whatever_the_search_needed(
    turn: Table, stopwatch: Stopwatch, searching: Any, seconds: float
) -> None:
    seat_and_chance = bot_pauses.pause(call(turn)).total_seconds() + 0.8
    searching(seconds)
    assert takes_in_all(turn, stopwatch) == round(seat_and_chance, 6)


def test_a_search_that_needs_longer_than_others_is_not_held_up(
    turn: Table, stopwatch: Stopwatch, searching: Any
) -> None:
    searching(2.5)
    began = stopwatch.seconds
    bot_playing.play(call(turn))
    assert stopwatch.seconds - began == 2.5


@pytest.mark.parametrize("seconds", [0, 0.3])
def test_a_window_of_bots_closes_after_the_same_time_whether_they_had_a_choice(
    clock: FixedClock, stopwatch: Stopwatch, searching: Any, seconds: float
) -> None:
    beat()
    table = with_bots("easy", "hard")
    table.deal("+3 G5 B5", "R7 G7 B7", "Y7 G8 B8", leading="R3")
    table.play(0, Lay(card("+3")))
    searching(seconds)
    began = stopwatch.seconds
    bot_playing.play(call(table))
    assert stopwatch.seconds - began == pytest.approx(0.8)


def test_who_does_not_look_ahead_is_asked_after_the_whole_pause(
    clock: FixedClock, stopwatch: Stopwatch
) -> None:
    beat()
    table = with_bots("normal")
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", leading="R3")
    table.play(0, Draw())
    bot_playing.play(call(table))
    assert stopwatch.seconds == 0


def test_at_no_pace_nobody_waits(turn: Table, stopwatch: Stopwatch, settings: LazySettings) -> None:
    settings.BOT_PACE_PERCENT = 0
    assert bot_pauses.pause(call(turn)) == timedelta()
    bot_playing.play(call(turn))
    assert stopwatch.seconds == 0


def test_the_slowest_bot_is_asked_before_its_call_counts_as_lost() -> None:
    longest = timedelta(seconds=pace.LONGEST) + bot_tasks.CALLED_AHEAD
    assert longest < bot_calls.LOST_AFTER


@pytest.mark.parametrize("turn_seconds", [0, 5, 30, 600])
def test_at_the_slowest_pace_bots_miss_no_clock_and_are_called_once(
    clock: FixedClock, stopwatch: Stopwatch, settings: LazySettings, turn_seconds: int
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
