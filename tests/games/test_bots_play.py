"""Bots that play: once for each version, however often, late or beside others a task runs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from kombu.exceptions import OperationalError
from structlog.testing import capture_logs

from games import auditing, bot_calls, bot_pauses, bot_playing, bot_tasks, boxes, measures, tasks
from games.bots.choosing import choose
from games.bots.levels import VERSIONS, Level
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import DeclareLastCard, Draw, Lay, Move
from games.engine.moves import legal_moves
from games.event_store import GAMES
from games.models import BotCall, Game, Heartbeat, KeyedCommand
from games.refusing import NotFound
from players import bots
from taki_api.celery import app
from tests.conftest import NOON, FixedClock
from tests.games.bot_tables import Worker, call, log, rewind, with_bots
from tests.games.tables import Table, beat, some_move

pytestmark = pytest.mark.django_db
type Tables = Callable[..., Table]


@pytest.fixture
def worker(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> Worker:
    """What is sent to bots waits here until a test runs it."""
    made = Worker(clock)
    monkeypatch.setattr(bot_tasks.play_bots, "apply_async", made.apply_async)
    beat()
    return made


@pytest.fixture
def turn(worker: Worker) -> Table:
    """A person and two bots; the turn is the first bot's."""
    table = with_bots("easy", "easy")
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", "Y8 G8 B8 Y9 Y6", leading="R3")
    table.play(0, Draw())
    return table


def news(table: Table, after: int) -> list[str]:
    return [type(event).__name__ for event in table.events(after=after)]


# --- being called


def test_the_settings_have_bots_called_every_second() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["games.bots.call"]
    assert (entry["task"], entry["schedule"]) == (bot_tasks.call_bots.name, 1)


@pytest.mark.parametrize("times", [1, 5])
def test_a_version_is_called_once_however_often_the_sweep_runs(
    turn: Table, worker: Worker, times: int
) -> None:
    for _ in range(times):
        bot_tasks.call_bots(something_new=True)
    assert worker.versions == [turn.head().version]
    assert worker.sent[0][1] == {"game": str(turn.id), "version": turn.head().version}


def test_a_call_is_due_within_seconds(turn: Table, worker: Worker) -> None:
    bot_tasks.call_bots()
    assert timedelta(seconds=0.5) < worker.sent[0][0] - NOON < timedelta(seconds=7.5)


def test_how_long_a_bot_takes_tells_nothing_of_its_hand(turn: Table, worker: Worker) -> None:
    before = bot_pauses.pause(call(turn))
    hand = turn.standing().state.hands[1]
    assert len(legal_moves(turn.standing().state, 1)) == 4
    rewind(turn, 5)
    turn.deal("R5 G5 B5", "B7 G7 B8 B9 G9", "Y8 G8 B8 Y9 Y6", leading="R3")
    turn.play(0, Draw())
    assert turn.standing().state.hands[1] != hand
    assert len(legal_moves(turn.standing().state, 1)) == 1
    assert bot_pauses.pause(call(turn)) == before


def test_a_call_that_is_too_late_needs_no_pause(turn: Table, worker: Worker) -> None:
    assert bot_pauses.pause(call(turn, 5)) == timedelta()


def test_the_pace_can_be_turned_off(turn: Table, worker: Worker, settings: Any) -> None:
    settings.BOT_PACE_PERCENT = 0
    bot_tasks.call_bots()
    assert worker.sent[0][0] == NOON


def test_a_call_that_was_lost_is_made_again(turn: Table, worker: Worker, clock: FixedClock) -> None:
    bot_tasks.call_bots()
    clock.advance(seconds=14.999999)
    bot_tasks.call_bots()
    assert len(worker.sent) == 1
    clock.advance(microseconds=1)
    bot_tasks.call_bots()
    bot_tasks.call_bots()
    assert worker.versions == [turn.head().version] * 2


def test_a_game_without_bots_is_never_called(playing: Table, worker: Worker) -> None:
    bot_tasks.call_bots()
    assert worker.sent == []
    assert not BotCall.objects.exists()


def test_a_new_version_is_called_anew(turn: Table, worker: Worker) -> None:
    bot_tasks.call_bots()
    bot_playing.play(call(turn))
    bot_tasks.call_bots()
    assert worker.versions == [11, turn.head().version]


def test_more_games_than_one_statement_claims_are_all_called(
    turn: Table, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_calls, "_AT_ONCE", 1)
    other = with_bots("easy")
    other.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
    other.play(0, Draw())
    bot_tasks.call_bots()
    assert {told["game"] for _, told in worker.sent} == {str(turn.id), str(other.id)}
    assert len(worker.sent) == 2


def test_a_broker_that_is_away_stops_nothing(turn: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(bot_tasks.play_bots, "apply_async", away)
    with capture_logs() as logs:
        bot_tasks.call_bots()
        bot_tasks.play_bots(game=str(turn.id), version=turn.head().version)
    assert [entry["event"] for entry in logs] == ["bots_wait_for_the_broker"] * 2
    assert turn.standing().state.seat == 2


def test_who_calls_bots_shows_that_somebody_plays_for_them(turn: Table, clock: FixedClock) -> None:
    clock.advance(seconds=5)
    bot_tasks.call_bots()
    assert Heartbeat.objects.get(name="bots").at == clock.moment


def test_who_cannot_call_bots_is_not_heard_of(turn: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def takes_too_long(_: object) -> timedelta:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(bot_pauses, "pause", takes_too_long)
    with pytest.raises(SoftTimeLimitExceeded):
        bot_tasks.call_bots()
    assert not Heartbeat.objects.filter(name="bots").exists()


# --- moving


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", [1, 5])
def test_a_bot_moves_once_however_often_its_task_runs(turn: Table, worker: Worker, times: int) -> None:
    before = turn.head().version
    for _ in range(times):
        bot_tasks.play_bots(game=str(turn.id), version=before, something_new=True)
    assert turn.standing().state.number == 3
    moved = [row for row in log(turn) if row[0] > before]
    assert {row[2] for row in moved} == {turn.standing().people[1]}
    assert auditing.rebuild(turn.id, write=False) == []


def test_a_bot_s_move_is_kept_under_the_version_that_it_saw(turn: Table, worker: Worker) -> None:
    before = turn.head().version
    bot_playing.play(call(turn))
    kept = KeyedCommand.objects.get(player=turn.standing().people[1])
    assert (kept.key, kept.path, kept.first_version) == (f"{turn.id}:{before}", "play_moves", before + 1)


def test_the_next_bot_is_called_by_the_one_before(turn: Table, worker: Worker) -> None:
    bot_tasks.play_bots(game=str(turn.id), version=turn.head().version)
    assert worker.versions == [turn.head().version]
    bot_tasks.call_bots()
    assert worker.versions == [turn.head().version]


@pytest.mark.parametrize("version", [0, 5, 12, 99])
def test_a_call_for_another_version_does_nothing(turn: Table, worker: Worker, version: int) -> None:
    before = turn.rows()
    bot_playing.play(call(turn, version))
    assert turn.rows() == before
    assert not BotCall.objects.exists()


def test_a_call_for_no_game_is_told(db: None) -> None:
    with pytest.raises(NotFound):
        bot_playing.play(bot_calls.Call(uuid4(), 1))


def test_the_same_version_has_the_same_move(turn: Table, worker: Worker) -> None:
    before = turn.head().version
    bot_playing.play(call(turn))
    first = log(turn)
    rewind(turn, before)
    bot_playing.play(call(turn))
    assert log(turn) == first


def test_a_bot_that_is_early_waits_for_who_came_to_one_card(worker: Worker, clock: FixedClock) -> None:
    table = with_bots("easy")
    table.deal("R5 G5", "R7 G7 B7", leading="R3")
    table.play(0, Lay(card("R5")))
    bot_tasks.call_bots()
    assert worker.sent == []
    clock.advance(seconds=1.999999)
    before = table.rows()
    bot_playing.play(call(table))
    assert table.rows() == before
    clock.advance(microseconds=1)
    bot_tasks.call_bots()
    assert worker.versions == [table.head().version]
    bot_playing.play(call(table))
    assert table.rows() != before


def test_a_call_that_came_early_is_made_again_by_the_next_sweep(worker: Worker, clock: FixedClock) -> None:
    table = with_bots("easy")
    table.deal("R5 G5", "R7 G7 B7", leading="R3")
    table.play(0, Lay(card("R5")))
    assert bot_calls.claim_one(table.id, now=NOON, within=timedelta(seconds=2)) == [call(table)]
    bot_playing.play(call(table))
    clock.advance(seconds=2)
    bot_tasks.call_bots()
    assert worker.versions == [table.head().version]


def test_what_the_bots_leave_as_it_is_they_are_not_asked_again(
    turn: Table, worker: Worker, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_playing, "choose", lambda *_, iterations: ())
    bot_tasks.call_bots()
    for _ in range(3):
        clock.advance(seconds=20)
        worker.run()
        bot_tasks.call_bots()
    assert worker.sent == []
    assert BotCall.objects.get().decided
    assert str(BotCall.objects.get()) == f"{turn.id}@{turn.head().version}"


def test_a_policy_that_fails_is_logged_and_the_clock_settles_its_turn(
    turn: Table, worker: Worker, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, iterations: int) -> tuple[Move, ...]:
        raise ValueError("R5 G5")

    monkeypatch.setattr(bot_playing, "choose", fails)
    before = turn.head().version
    with capture_logs() as logs:
        for _ in worker.seconds(turn, 31):
            pass
    assert news(turn, before)[0] == "TurnSettled"
    assert (logs[0]["event"], logs[0]["bot_level"], logs[0]["version"]) == ("bot_failed", "easy", before)


def test_a_move_that_is_not_legal_is_logged_and_nothing_happens(
    turn: Table, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_playing, "choose", lambda *_, iterations: (Lay(card("Y9")),))
    before = turn.rows()
    with capture_logs() as logs:
        bot_playing.play(call(turn))
    assert turn.rows() == before
    assert [(entry["event"], entry["refusal"]) for entry in logs] == [("bot_refused", "card_not_held")]


LEVELS = ["hard", "normal", "easy"]


def failed() -> list[float]:
    """How often each level has failed in this process."""
    return [measures.bot_failures.labels(level)._value.get() for level in LEVELS]


@pytest.fixture
def without_a_clock(worker: Worker) -> Table:
    """A game in which nobody is waited for by a clock; the turn is a bot's that plays `hard`."""
    table = with_bots("hard", turn_seconds=0)
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", leading="R3")
    table.play(0, Draw())
    return table


@pytest.mark.parametrize("broken", [1, 2])
@pytest.mark.parametrize("how", ["fails", "chooses what is refused"])
def test_in_place_of_a_policy_that_fails_a_simpler_one_moves(
    without_a_clock: Table, monkeypatch: pytest.MonkeyPatch, broken: int, how: str
) -> None:
    def choosing(level: Level, *told: Any, iterations: int) -> tuple[Move, ...]:
        if level in LEVELS[:broken]:
            if how == "fails":
                raise ValueError("R5 G5")
            return (Lay(card("Y9")),)
        return choose(level, *told, iterations=iterations)

    monkeypatch.setattr(bot_playing, "choose", choosing)
    before, counted = without_a_clock.head().version, failed()
    with capture_logs() as logs:
        bot_playing.play(call(without_a_clock))
    assert news(without_a_clock, before)
    assert [entry["event"] for entry in logs] == ["bot_failed" if how == "fails" else "bot_refused"] * broken
    assert failed() == [counted[level] + (level < broken) for level in range(3)]
    assert auditing.rebuild(without_a_clock.id, write=False) == []


def test_a_bot_that_cannot_remember_moves_all_the_same(
    without_a_clock: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgets(*_: object) -> None:
        raise KeyError

    monkeypatch.setattr(bot_playing, "memory", forgets)
    before, counted = without_a_clock.head().version, failed()
    bot_playing.play(call(without_a_clock))
    assert news(without_a_clock, before)
    assert failed() == [counted[0] + 1, counted[1] + 1, counted[2]]


def test_a_bot_that_is_not_given_the_time_it_wants_plays_more_simply(
    without_a_clock: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def thinks(level: Level, *told: Any, iterations: int) -> tuple[Move, ...]:
        if level is Level.HARD:
            raise SoftTimeLimitExceeded
        return choose(level, *told, iterations=iterations)

    monkeypatch.setattr(bot_playing, "choose", thinks)
    before, counted = without_a_clock.head().version, failed()
    with capture_logs() as logs:
        bot_playing.play(call(without_a_clock))
    assert news(without_a_clock, before)
    assert [(entry["event"], entry["bot_level"]) for entry in logs] == [("bot_out_of_time", "hard")]
    assert failed() == counted


def test_a_level_that_waits_is_not_asked_in_a_simpler_way(
    without_a_clock: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Level] = []

    def waits(level: Level, *_: object, iterations: int) -> tuple[Move, ...]:
        asked.append(level)
        return ()

    monkeypatch.setattr(bot_playing, "choose", waits)
    before = without_a_clock.rows()
    bot_playing.play(call(without_a_clock))
    assert (asked, without_a_clock.rows()) == ([Level.HARD], before)


def test_a_policy_sees_its_own_seat_alone(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    turn = with_bots("normal", "easy")
    turn.deal("R5 G5 B5", "R7 G7 B7 R8 R9", "Y8 G8 B8 Y9 Y6", leading="R3")
    turn.play(0, Draw())
    asked: list[tuple[Any, ...]] = []

    def watching(*told: Any, iterations: int) -> tuple[Move, ...]:
        asked.append(told)
        return ()

    monkeypatch.setattr(bot_playing, "choose", watching)
    bot_playing.play(call(turn))
    ((level, view, memory, chance),) = asked
    assert (level, view.you.seat, memory.seat) == ("normal", 1, 1)
    assert view.you.hand == turn.standing().state.hands[1]
    assert memory.known == ((), view.you.hand, ())
    assert isinstance(chance, Random)
    assert view.secrets is None


# --- standing in


@pytest.fixture
def stood_in(playing: Table, worker: Worker) -> Table:
    """A game of three people; a bot stands in for seat 0, whose turn it is."""
    playing.happen(ev.TurnSettled(0), ev.BotStoodIn(0))
    return playing


@pytest.mark.parametrize("times", [1, 5])
def test_a_bot_stands_in_as_the_system(stood_in: Table, worker: Worker, times: int) -> None:
    before = stood_in.head().version
    for _ in range(times):
        bot_tasks.play_bots(game=str(stood_in.id), version=before)
    assert stood_in.head().version > before
    first = KeyedCommand.objects.get(key=f"{stood_in.id}:{before}")
    assert (first.player, first.path) == (None, "stand_in")
    assert {row[2] for row in log(stood_in)[before:]} == {None}


def test_whoever_returns_in_the_meantime_plays_for_oneself(stood_in: Table, worker: Worker) -> None:
    before = stood_in.head().version
    stood_in.play(0, Draw())
    after = stood_in.rows()
    bot_tasks.play_bots(game=str(stood_in.id), version=before)
    assert stood_in.rows() == after
    assert stood_in.head().bot_at is None


# --- a +3


def test_a_window_of_bots_closes_as_soon_as_they_have_decided(worker: Worker) -> None:
    table = with_bots("easy", "hard")
    table.deal("+3 G5 B5", "R7 G7 B7", "Y7 G8 B8", leading="R3")
    table.play(0, Lay(card("+3")))
    before = table.head().version
    bot_playing.play(call(table))
    assert news(table, before) == ["WindowClosed", "CardsDrawn", "CardsDrawn", "TurnPassed"]
    assert {row[2] for row in log(table)[before:]} == {None}


def test_a_window_that_a_person_may_answer_stays_open(worker: Worker) -> None:
    table = with_bots("easy", people=2)
    table.deal("+3 G5 B5", "R7 G7 B7", "Y7 G8 B8", leading="R3")
    table.play(0, Lay(card("+3")))
    before = table.rows()
    bot_playing.play(call(table))
    assert table.rows() == before
    assert BotCall.objects.get().decided


# --- whole games


def person_moves(table: Table, chance: Random) -> None:
    """The person on seat 0 does something wherever it can, and says "last card"."""
    state = table.standing().state
    if DeclareLastCard() in legal_moves(state, 0):
        table.play(0, DeclareLastCard())
    elif state.seat == 0 and not state.in_window:
        choice = some_move(table.standing(), chance)
        assert choice is not None
        table.play(0, choice[1])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("levels", [("easy",) * 3, ("easy", "normal")])
def test_a_person_and_bots_play_a_game_to_its_end(
    worker: Worker, levels: tuple[str, ...], clock: FixedClock
) -> None:
    table, chance = with_bots(*levels, hand_size=4), Random(5)
    table.start()
    for _ in worker.seconds(table, 3_000):
        if table.head().status == Game.Status.PLAYING:
            person_moves(table, chance)
    assert table.head().status == Game.Status.FINISHED
    assert "TurnSettled" not in news(table, 0)
    assert auditing.fault_of(table.id) is None


def left_alone(worker: Worker) -> Table:
    """A game of four bots: three that sit there, and one that stands in for the person who opened it."""
    table = with_bots("easy", "easy", "normal", hand_size=4)
    table.start()
    table.happen(ev.TurnSettled(0), ev.BotStoodIn(0))
    return table


@pytest.mark.django_db(transaction=True)
def test_four_bots_play_a_game_to_its_end_and_every_version_is_sound(worker: Worker) -> None:
    table = left_alone(worker)
    for _ in worker.seconds(table, 3_000):
        assert auditing.fault_of(table.id) is None
    assert table.head().status == Game.Status.FINISHED
    assert news(table, 0).count("TurnSettled") == 1


@pytest.mark.django_db(transaction=True)
def test_bots_of_a_crowd_play_where_an_organizer_has_seated_them(worker: Worker) -> None:
    crowd = bots.crowd("normal", VERSIONS, 40)
    options = replace(boxes.editions()["super-116"].options, hand_size=3)
    table = Table.seated(people=(crowd[39], crowd[20]), options=options)
    for _ in worker.seconds(table, 3_000):
        pass
    assert table.head().status == Game.Status.FINISHED
    assert {row.actor for row in GAMES.recorded(table.id)} == {None, crowd[39], crowd[20]}
    assert "TurnSettled" not in news(table, 0)
    assert auditing.fault_of(table.id) is None


def test_run_once_or_five_times_the_tasks_leave_the_same_log(worker: Worker, clock: FixedClock) -> None:
    table = left_alone(worker)
    begun, version = clock.moment, table.head().version
    for _ in worker.seconds(table, 3_000):
        pass
    once = log(table)
    rewind(table, version)
    clock.moment, worker.sent = begun, []
    for _ in worker.seconds(table, 3_000, times=5):
        pass
    assert log(table) == once


def test_without_any_task_only_the_clock_plays(worker: Worker, clock: FixedClock) -> None:
    table = left_alone(worker)
    for _ in range(150):
        clock.advance(seconds=1)
        tasks.sweep()
    assert news(table, 0).count("TurnSettled") == 6
    bot_playing.play(call(table))
    assert {row[2] for row in log(table)[-1:]} <= {None, *table.standing().people}


@pytest.mark.parametrize("turn_seconds", [0, 30])
def test_without_a_worker_bots_lose_turns_and_never_their_seats(
    worker: Worker, clock: FixedClock, turn_seconds: int
) -> None:
    table = with_bots("easy", turn_seconds=turn_seconds, give_up_after_seconds=60)
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", leading="R3")
    table.play(0, Draw())
    before = table.head().version
    for _ in range(181):
        clock.advance(seconds=1)
        tasks.sweep()
        if table.standing().state.seat == 0:
            table.play(0, Draw())
    settled = 6 if turn_seconds else 0
    assert news(table, before) == ["TurnSettled", *["CardsDrawn", "TurnPassed"] * 2] * settled
    assert (table.head().status, table.standing().state.in_play) == (Game.Status.PLAYING, (0, 1))
    bot_playing.play(call(table))
    assert news(table, before)[5 * settled :] != []


def test_a_worker_knows_the_tasks_of_bots() -> None:
    app.loader.import_default_modules()
    assert {bot_tasks.call_bots.name, bot_tasks.play_bots.name} <= app.tasks.keys()
