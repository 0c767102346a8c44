"""After an outage every game gets its time back once, however sweeps overlap, die, or wait for somebody."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import structlog
from django.conf import LazySettings
from django.db import OperationalError, connection

from games import moments, selectors, sweeping, tasks
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Draw, Lay
from games.handling import handle
from games.models import FailedTask, Game, Heartbeat
from games.recording import Handled
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, at_once, beat
from tests.games.waiting import Holder

pytestmark = pytest.mark.django_db(transaction=True)
type Meanwhile = Callable[[int], None]


@pytest.fixture
def games(clock: FixedClock, settings: LazySettings) -> list[Table]:
    """Three games whose first turn began at noon; the sweep, in one process, was alive then and not since."""
    settings.CELERY_WORKER_CONCURRENCY = 1
    tables = [Table.open(2) for _ in range(3)]
    for each in tables:
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    beat()
    clock.advance(seconds=300)
    return tables


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Meanwhile], None]:
    """Has something happen just before a sweep comes to each game; it is told how many came before."""

    def during(happens: Meanwhile) -> None:
        calls: list[UUID] = []

        def slow(game_id: UUID, *args: Any, **options: Any) -> Handled:
            calls.append(game_id)
            happens(len(calls) - 1)
            return handle(game_id, *args, **options)

        monkeypatch.setattr(sweeping, "handle", slow)

    return during


def heartbeat() -> datetime:
    return Heartbeat.objects.get(name="sweep").at


def extended(game: Table) -> list[ev.ClockExtended]:
    return [event for event in game.events(after=8) if isinstance(event, ev.ClockExtended)]


def given(games: list[Table]) -> list[list[int]]:
    """The seconds that the turn of each game got back."""
    return [[event.seconds for event in extended(each)] for each in games]


@pytest.mark.parametrize("seconds", [0, 1, 2, 60])
def test_a_sweep_that_comes_while_another_gives_time_back_gives_nothing_twice(
    games: list[Table], clock: FixedClock, meanwhile: Callable[[Meanwhile], None], seconds: int
) -> None:
    def another(calls_before: int) -> None:
        if calls_before == 1:
            clock.advance(seconds=seconds)
            tasks.sweep()

    meanwhile(another)
    tasks.sweep()
    first = [300] if seconds <= 5 else [300, 60]  # after a pause of a minute that was one outage more
    assert given(games) == [first, [300 + seconds], [300 + seconds]]
    assert heartbeat() == clock.moment


def test_sweeps_in_a_row_while_one_gives_time_back_share_it_out(
    games: list[Table], clock: FixedClock, meanwhile: Callable[[Meanwhile], None]
) -> None:
    def others(_calls_before: int) -> None:
        clock.advance(seconds=1)
        if clock.moment < NOON.replace(minute=5, second=10):
            tasks.sweep()

    meanwhile(others)
    tasks.sweep()
    assert [len(seconds) for seconds in given(games)] == [1, 1, 1]


def test_real_sweeps_at_once_give_back_once(
    games: list[Table], monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.CELERY_WORKER_CONCURRENCY = 2
    monkeypatch.setattr(selectors, "_READ_AT_ONCE", 1)
    assert at_once(*[tasks.sweep] * 4) == [None] * 4
    assert given(games) == [[300]] * 3


@pytest.mark.parametrize(("seconds", "first"), [(5, [300]), (6, [300, 6])])
def test_what_a_sweep_that_was_killed_half_way_began_the_next_brings_to_an_end(
    games: list[Table],
    clock: FixedClock,
    meanwhile: Callable[[Meanwhile], None],
    seconds: int,
    first: list[int],
) -> None:
    """Within the seconds that are no outage nothing more is given; after more, what was lost since then."""

    def die(calls_before: int) -> None:
        if calls_before == 1:
            raise KeyboardInterrupt

    meanwhile(die)
    with pytest.raises(KeyboardInterrupt):
        tasks.sweep()
    assert (given(games), heartbeat()) == ([[300], [], []], NOON)
    clock.advance(seconds=seconds)
    meanwhile(lambda _calls_before: None)
    for _ in range(3):
        tasks.sweep()
    assert given(games) == [first, [300 + seconds], [300 + seconds]]
    assert heartbeat() == clock.moment


def test_a_second_outage_is_given_back_as_well(games: list[Table], clock: FixedClock) -> None:
    tasks.sweep()
    clock.advance(seconds=6)
    tasks.sweep()
    tasks.sweep()
    assert given(games) == [[300, 6]] * 3


def test_a_turn_that_begins_while_time_is_given_back_needs_none_but_who_was_waited_for_does(
    games: list[Table], meanwhile: Callable[[Meanwhile], None]
) -> None:
    def moves(calls_before: int) -> None:
        if calls_before == 0:
            games[2].happen(ev.TurnPassed(1, 2, ev.Pending.ORDINARY))

    meanwhile(moves)
    tasks.sweep()
    assert [extended(each) for each in games] == [
        [ev.ClockExtended(300, 300)],
        [ev.ClockExtended(300, 300)],
        [ev.ClockExtended(0, 300)],
    ]


def test_lobbies_end_while_time_is_given_back(
    games: list[Table],
    clock: FixedClock,
    meanwhile: Callable[[Meanwhile], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lobby = Table.open(2, lobby_seconds=60)
    clock.advance(seconds=59)
    monkeypatch.setattr(selectors, "_READ_AT_ONCE", 1)
    seen: list[str] = []
    moments_beat = moments.beat

    def looks(at: datetime) -> None:
        seen.append(lobby.head().status)
        moments_beat(at)

    monkeypatch.setattr(moments, "beat", looks)
    meanwhile(lambda _calls_before: clock.advance(seconds=1))
    tasks.sweep()
    assert seen == [Game.Status.ABANDONED]


# --- who is waited for


@pytest.fixture
def slow() -> Table:
    """A game without a clock for turns, in which the first seat is waited for since noon, off turn."""
    table = Table.open(2, turn_seconds=0, plus_three_seconds=6, give_up_after_seconds=60)
    table.deal("R5 G5 B5", "+3 G7 B7", leading="R3")
    table.happen(ev.TurnSettled(0), ev.TurnPassed(1, 2, ev.Pending.ORDINARY))
    beat()
    return table


@pytest.mark.parametrize("times", [1, 3])
def test_whoever_is_waited_for_behind_an_overdue_window_gets_the_time_back_once(
    slow: Table, clock: FixedClock, times: int
) -> None:
    slow.play(1, Lay(card("+3")))
    clock.advance(seconds=300)
    for _ in range(times):
        tasks.sweep()
    assert extended(slow) == [ev.ClockExtended(0, 300)]
    assert slow.standing().silent_since == (clock.moment, None)
    assert slow.head().deadline == clock.moment + timedelta(seconds=60)


@pytest.mark.parametrize("times", [1, 3])
def test_whoever_is_waited_for_behind_an_open_window_gets_the_time_back_once(
    slow: Table, clock: FixedClock, times: int
) -> None:
    clock.advance(seconds=298)
    slow.play(1, Lay(card("+3")))
    clock.advance(seconds=2)
    for _ in range(times):
        tasks.sweep()
    assert extended(slow) == [ev.ClockExtended(0, 300)]
    assert slow.standing().silent_since == (clock.moment, None)
    assert slow.head().deadline == clock.moment + timedelta(seconds=4)


@pytest.mark.parametrize("times", [1, 3])
def test_a_move_while_the_clock_is_away_takes_no_time_from_those_who_are_waited_for(
    slow: Table, clock: FixedClock, times: int
) -> None:
    clock.advance(seconds=290)
    slow.play(1, Draw())
    clock.advance(seconds=10)
    for _ in range(times):
        tasks.sweep()
    assert extended(slow) == [ev.ClockExtended(10, 300)]
    assert slow.standing().silent_since == (clock.moment, None)
    assert slow.head().deadline == clock.moment + timedelta(seconds=60)


# --- games that cannot get their time at once


@pytest.fixture
def log() -> Any:
    with structlog.testing.capture_logs() as entries:
        yield entries


@pytest.mark.parametrize("failures", [1, 2, 3])
def test_a_game_that_fails_to_get_its_time_back_is_asked_again(
    games: list[Table], meanwhile: Callable[[Meanwhile], None], log: list[dict[str, Any]], failures: int
) -> None:
    def fails(calls_before: int) -> None:
        if calls_before in (0, 3, 4)[:failures]:
            raise OperationalError("deadlock detected")

    meanwhile(fails)
    tasks.sweep()
    assert (given(games), log) == ([[300]] * 3, [])
    assert not FailedTask.objects.exists()


def test_a_game_that_keeps_failing_to_get_its_time_back_is_told_and_holds_up_nobody(
    games: list[Table],
    clock: FixedClock,
    meanwhile: Callable[[Meanwhile], None],
    log: list[dict[str, Any]],
) -> None:
    def fails(calls_before: int) -> None:
        if calls_before in (0, 3, 4, 5):
            raise OperationalError("canceling statement due to statement timeout")

    meanwhile(fails)
    tasks.sweep()
    assert (given(games), heartbeat()) == ([[], [300], [300]], clock.moment)
    assert [(entry["event"], entry["game"]) for entry in log] == [("clock_not_extended", str(games[0].id))]
    (failed,) = FailedTask.objects.all()
    assert (failed.error, failed.arguments) == ("OperationalError", {"game": str(games[0].id)})


def test_a_game_that_is_held_beyond_the_limit_is_asked_again(
    games: list[Table], meanwhile: Callable[[Meanwhile], None], log: list[dict[str, Any]]
) -> None:
    with connection.cursor() as cursor, Holder(games[0].id) as holder:

        def lets_go(calls_before: int) -> None:
            if calls_before == 5:
                cursor.execute("RESET lock_timeout")
                holder.release()

        cursor.execute("SET lock_timeout = 1")
        meanwhile(lets_go)
        tasks.sweep()
    assert (given(games), log) == ([[300]] * 3, [])


def test_a_game_that_was_held_for_a_moment_gets_its_time_back_after_the_others(
    games: list[Table], meanwhile: Callable[[Meanwhile], None], log: list[dict[str, Any]]
) -> None:
    with Holder(games[0].id) as holder:
        meanwhile(lambda calls_before: holder.release() if calls_before == 3 else None)
        tasks.sweep()
    assert (given(games), log) == ([[300]] * 3, [])


def test_a_game_that_is_held_for_too_long_is_told_and_holds_up_nobody(
    games: list[Table], clock: FixedClock, log: list[dict[str, Any]]
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 1")
    with Holder(games[1].id):
        tasks.sweep()
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")
    assert (given(games), heartbeat()) == ([[300], [], [300]], clock.moment)
    assert [(entry["event"], entry["game"]) for entry in log] == [("clock_not_extended", str(games[1].id))]
    assert FailedTask.objects.get().error == "Busy"


# --- a process that was stopped


def test_a_sweep_that_was_stopped_for_long_does_not_hide_it(
    games: list[Table], clock: FixedClock, meanwhile: Callable[[Meanwhile], None]
) -> None:
    tasks.sweep()
    for _ in range(10):
        clock.advance(seconds=5)
        beat()
    alive, before = clock.moment, [each.head().version for each in games]
    meanwhile(lambda calls_before: clock.advance(seconds=600) if calls_before == 0 else None)
    tasks.sweep()
    assert [each.head().version for each in games] == before
    assert heartbeat() == alive
    tasks.sweep()
    assert given(games) == [[300, 600]] * 3
