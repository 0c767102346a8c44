"""The sweep: however often it runs and however late, the logs are the same and nobody loses time."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as django_settings

from games import moments, selectors, sweeping, tasks
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Draw, Lay, Return
from games.handling import handle
from games.models import Game, Heartbeat
from games.recording import Handled
from tests.conftest import NOON, FixedClock
from tests.games.tables import Table, at_once, beat, tamper

pytestmark = pytest.mark.django_db
type Tables = Callable[..., Table]


def news(table: Table, after: int) -> list[str]:
    return [type(event).__name__ for event in table.events(after=after)]


@pytest.fixture
def turn(table: Tables) -> Table:
    """A game of two whose first turn has 30 seconds, and a sweep that is there."""
    opened = table(2)
    opened.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    beat()
    return opened


def test_the_settings_have_it_run_every_second() -> None:
    entry = django_settings.CELERY_BEAT_SCHEDULE["games.sweep"]
    assert (entry["task"], entry["schedule"]) == (tasks.sweep.name, 1)


def test_a_sweep_shows_that_it_is_alive(clock: FixedClock, db: None) -> None:
    tasks.sweep()
    clock.advance(seconds=1)
    tasks.sweep(something_new=True)
    assert Heartbeat.objects.get(name="sweep").at == clock.moment


def test_a_heartbeat_never_goes_back(db: None) -> None:
    moments.beat(NOON)
    moments.beat(NOON.replace(hour=11))
    assert Heartbeat.objects.get().at == NOON


@pytest.mark.parametrize("times", [1, 5])
def test_a_late_turn_is_settled_once_however_often_the_sweep_runs(
    turn: Table, clock: FixedClock, times: int
) -> None:
    for _ in range(30):
        clock.advance(seconds=1)
        for _ in range(times):
            tasks.sweep()
    assert news(turn, 8) == ["TurnSettled", "CardsDrawn", "TurnPassed"]
    assert turn.standing().deadline == turn.standing().last_at.replace(minute=1, second=0)


def test_a_turn_that_is_not_late_is_left_alone(turn: Table, clock: FixedClock) -> None:
    before = turn.rows()
    clock.advance(seconds=4.999999)
    tasks.sweep()
    assert turn.rows() == before


def test_windows_close_and_lobbies_end_by_the_sweep(table: Tables, clock: FixedClock) -> None:
    lobby = table(2, lobby_seconds=60)
    window = table(2, plus_three_seconds=6, turn_seconds=600)
    window.deal("+3 G5 B5", "R7 G7 B7", leading="R3")
    window.play(0, Lay(card("+3")))
    for _ in range(60):
        tasks.sweep()
        clock.advance(seconds=1)
    tasks.sweep()
    assert news(lobby, 4) == ["GameAbandoned", "Disclosed"]
    assert news(window, 8) == ["CardLaid", "WindowOpened", "WindowClosed", "CardsDrawn", "TurnPassed"]


# --- who stays away


def test_whoever_stays_away_is_settled_stood_in_for_and_given_up(table: Tables, clock: FixedClock) -> None:
    away = table(2, turn_seconds=30, bot_after_turns=2, give_up_after_seconds=100)
    away.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    beat()
    for second in range(1, 101):
        clock.advance(seconds=1)
        tasks.sweep()
        if second % 30 == 5 and away.standing().state.seat == 1:
            away.play(1, Draw())
    turn = ["CardsDrawn", "TurnPassed"]
    assert news(away, 8) == [
        *("TurnSettled", *turn),
        *turn,
        *("TurnSettled", "BotStoodIn", *turn),
        *turn,
        *("TurnSettled", *turn),
        *turn,
        *("SeatGivenUp", "GameFinished", "Disclosed"),
    ]
    head = away.head()
    assert (head.status, head.deadline) == (Game.Status.FINISHED, None)
    assert head.ended_at == NOON.replace(minute=1, second=40)


def test_a_game_without_a_clock_waits_for_nobody_for_ever(table: Tables, clock: FixedClock) -> None:
    slow = table(3, turn_seconds=0, give_up_after_seconds=60)
    dealt = slow.deal("R5 G5 B5", "R7 G7 B7", "R8 G8 B8", leading="R3")
    beat()
    assert slow.head().deadline == NOON.replace(minute=1)
    for second in range(1, 121):
        clock.advance(seconds=1)
        tasks.sweep()
        if second == 59:
            assert slow.head().version == dealt.version
    given_up = [event.seat for event in slow.events() if isinstance(event, ev.SeatGivenUp)]
    assert given_up == [0, 1]
    assert slow.head().status == Game.Status.FINISHED


def test_a_player_who_returns_from_a_bot_is_waited_for_anew(table: Tables, clock: FixedClock) -> None:
    away = table(2, turn_seconds=0, give_up_after_seconds=60)
    away.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    away.happen(ev.TurnSettled(0), ev.BotStoodIn(0))
    beat()
    clock.advance(seconds=55)
    beat()
    away.play(0, Return())
    assert away.head().deadline == clock.moment + timedelta(seconds=60)
    assert news(away, 10) == ["SeatReturned"]


# --- outages


@pytest.mark.parametrize("times", [1, 5])
def test_the_first_sweep_after_a_gap_gives_running_turns_their_time_back(
    turn: Table, clock: FixedClock, times: int
) -> None:
    clock.advance(seconds=300)
    for _ in range(times):
        tasks.sweep()
    assert turn.events(after=8) == [ev.ClockExtended(300, 300)]
    assert turn.head().deadline == turn.standing().deadline
    for _ in range(6):
        clock.advance(seconds=5)
        tasks.sweep()
    assert news(turn, 9) == ["TurnSettled", "CardsDrawn", "TurnPassed"]


def test_a_turn_that_began_during_the_gap_gets_only_its_own_time_back(turn: Table, clock: FixedClock) -> None:
    clock.advance(seconds=290)
    turn.play(0, Lay(card("R5")))
    clock.advance(seconds=10)
    tasks.sweep()
    assert turn.events(after=10) == [ev.ClockExtended(10, 10)]


def test_a_gap_of_five_seconds_is_none(turn: Table, clock: FixedClock) -> None:
    before = turn.rows()
    clock.advance(seconds=5)
    tasks.sweep()
    assert turn.rows() == before


def test_the_first_sweep_ever_gives_turns_all_their_time_back(table: Tables, clock: FixedClock) -> None:
    opened = table(2)
    opened.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    clock.advance(seconds=40)
    tasks.sweep()
    assert opened.events(after=8) == [ev.ClockExtended(40, 40)]


def test_time_is_given_back_before_the_sweep_is_alive_again(
    turn: Table, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sweep that dies half way leaves a gap for the next, which gives nothing back twice."""
    clock.advance(seconds=300)

    def die(_at: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(moments, "beat", die)
        with pytest.raises(KeyboardInterrupt):
            tasks.sweep()
    assert turn.events(after=8) == [ev.ClockExtended(300, 300)]
    clock.advance(seconds=5)
    with monkeypatch.context() as patch:
        patch.setattr(moments, "beat", die)
        with pytest.raises(KeyboardInterrupt):
            tasks.sweep()
    assert turn.events(after=8) == [
        ev.ClockExtended(300, 300)
    ]  # the second goes on with what the first began
    clock.advance(seconds=10)
    tasks.sweep()
    assert turn.events(after=8) == [ev.ClockExtended(300, 300), ev.ClockExtended(15, 15)]


def test_time_is_given_back_to_all_games_before_the_sweep_is_alive_again(
    table: Tables, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "_READ_AT_ONCE", 2)
    games = [table(2) for _ in range(5)]
    for each in games:
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    clock.advance(seconds=300)
    beats: list[list[ev.Event]] = []
    monkeypatch.setattr(moments, "beat", lambda _: beats.extend(each.events(after=8) for each in games))
    tasks.sweep()
    assert beats == [[ev.ClockExtended(300, 300)]] * 5


def test_windows_and_lobbies_get_no_time_back(table: Tables, clock: FixedClock) -> None:
    beat()
    lobby = table(2)
    window = table(2, plus_three_seconds=60)
    window.deal("+3 G5 B5", "R7 G7 B7", leading="R3")
    window.play(0, Lay(card("+3")))
    before = [each.rows() for each in (lobby, window)]
    clock.advance(seconds=30)
    tasks.sweep()
    assert [each.rows() for each in (lobby, window)] == before


@pytest.mark.parametrize("times", [1, 5])
def test_a_game_without_a_clock_gets_the_time_of_giving_up_back_once(
    table: Tables, clock: FixedClock, times: int
) -> None:
    slow = table(2, turn_seconds=0, give_up_after_seconds=60)
    slow.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    beat()
    clock.advance(seconds=300)
    for _ in range(times):
        tasks.sweep()
    assert slow.events(after=8) == [ev.ClockExtended(300, 300)]
    assert slow.standing().silent_since == (NOON + timedelta(seconds=300), None)
    assert slow.head().deadline == NOON + timedelta(seconds=360)


def test_the_first_sweep_after_an_update_finds_games_that_no_date_of_giving_up_was_kept_for(
    table: Tables, clock: FixedClock
) -> None:
    slow = table(2, turn_seconds=0, give_up_after_seconds=60)
    slow.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    tamper("UPDATE games_game SET deadline = NULL WHERE id = %s", slow.id)
    clock.advance(seconds=20)
    tasks.sweep()
    assert slow.head().deadline == NOON + timedelta(seconds=80)


# --- trouble


def test_a_game_that_cannot_be_settled_does_not_stop_the_others(
    table: Tables, clock: FixedClock, log: list[dict[str, Any]]
) -> None:
    games = [table(2), table(2), table(2)]
    for each in games:
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    beat()
    tamper("UPDATE games_storedevent SET type = 'card_sold' WHERE game_id = %s AND version = 8", games[1].id)
    tamper("UPDATE games_game SET digest = '\\x00' WHERE id = %s", games[1].id)
    clock.advance(seconds=4)
    beat()
    for _ in range(26):
        clock.advance(seconds=1)
        beat()
    tasks.sweep()
    assert [each.head().version for each in games] == [11, 8, 11]
    assert [(entry["event"], entry["game"]) for entry in log] == [("sweep", str(games[1].id))]


def test_a_sweep_that_can_share_nothing_out_is_not_alive(
    table: Tables, clock: FixedClock, settings: Any
) -> None:
    settings.CELERY_WORKER_CONCURRENCY = 0
    table(2, lobby_seconds=60)
    clock.advance(seconds=60)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            tasks.sweep()
        clock.advance(seconds=1)
    assert not Heartbeat.objects.filter(name="sweep").exists()


def test_a_sweep_that_comes_to_an_end_before_anything_is_settled_is_not_alive(
    turn: Table, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(seconds=29)
    beat()
    clock.advance(seconds=1)

    def takes_too_long(*_: object, **__: object) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(sweeping, "handle", takes_too_long)
    for _ in range(3):
        with pytest.raises(SoftTimeLimitExceeded):
            tasks.sweep()
        clock.advance(seconds=1)
    assert Heartbeat.objects.get(name="sweep").at == NOON + timedelta(seconds=29)


@pytest.fixture
def log() -> Any:
    with structlog.testing.capture_logs() as entries:
        yield entries


def test_a_sweep_leaves_what_is_late_only_later_to_the_next(
    table: Tables, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [table(2, turn_seconds=5), table(2, turn_seconds=6)]
    for each in games:
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    clock.advance(seconds=4)
    beat()
    clock.advance(seconds=1)

    def slow(*args: Any, **options: Any) -> Handled:
        done = handle(*args, **options)
        clock.advance(seconds=1)
        return done

    monkeypatch.setattr(sweeping, "handle", slow)
    tasks.sweep()
    assert [each.head().version for each in games] == [11, 8]
    tasks.sweep()
    assert [each.head().version for each in games] == [11, 11]


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_settle_everything_once(table: Tables, clock: FixedClock) -> None:
    games = [table(2) for _ in range(6)]
    for each in games:
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    clock.advance(seconds=29)
    beat()
    clock.advance(seconds=1)
    assert at_once(*[tasks.sweep] * 3) == [None] * 3
    tasks.sweep()
    for each in games:
        assert news(each, 8) == ["TurnSettled", "CardsDrawn", "TurnPassed"]


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_give_time_back_once(table: Tables, clock: FixedClock) -> None:
    games = [table(2) for _ in range(3)]
    for each in games:
        each.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    beat()
    clock.advance(seconds=100)
    assert at_once(*[tasks.sweep] * 3) == [None] * 3
    for each in games:
        assert each.events(after=8) == [ev.ClockExtended(100, 100)]
        assert each.standing().silent_since == (NOON + timedelta(seconds=100), None)
