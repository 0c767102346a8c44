"""Bots while others act too: two workers, two sweeps, a person or the clock in the same instant."""

from collections.abc import Callable

import pytest
from django.db import connection

from games import asking, auditing, bot_calls, bot_playing, moments
from games.asking import SYSTEM
from games.engine import events as ev
from games.engine.commands import Draw
from games.engine.state import Phase
from games.handling import handle
from games.models import BotCall, KeyedCommand
from games.refusing import RefusedAt
from tests.conftest import FixedClock
from tests.games.bot_tables import call, log, rewind, with_bots
from tests.games.tables import Table, at_once, beat
from tests.games.waiting import Holder

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def turn() -> Table:
    """A person and two bots; the turn is the first bot's."""
    beat()
    table = with_bots("easy", "normal")
    table.deal("R5 G5 B5", "R7 G7 B7 R8 R9", "Y8 G8 B8 Y9 Y6", leading="R3")
    table.play(0, Draw())
    return table


def test_workers_at_the_same_time_make_one_move(turn: Table) -> None:
    version = turn.head().version
    bot_playing.play(call(turn))
    alone = log(turn)
    rewind(turn, version)
    asked = call(turn)
    assert at_once(*[lambda: bot_playing.play(asked)] * 4) == [None] * 4
    assert log(turn) == alone
    assert KeyedCommand.objects.filter(player=turn.standing().people[1]).count() == 1
    assert auditing.rebuild(turn.id, write=False) == []


def test_sweeps_at_the_same_time_make_one_call(turn: Table) -> None:
    others = [with_bots("easy") for _ in range(5)]
    for table in others:
        table.deal("R5 G5 B5", "R7 G7 B7", leading="R3")
        table.play(0, Draw())
    now = moments.moment().now
    claimed = at_once(*[lambda: list(bot_calls.claim_all(now))] * 4)
    calls = [one for found in claimed if isinstance(found, list) for one in found]
    assert sorted(calls) == sorted(map(call, [turn, *others]))
    assert BotCall.objects.count() == 6


def test_a_sweep_does_not_wait_for_a_game_that_is_locked(turn: Table) -> None:
    with Holder(turn.id):
        assert list(bot_calls.claim_all(moments.moment().now)) == [call(turn)]


def test_a_bot_that_waits_too_long_for_the_lock_is_called_again(turn: Table) -> None:
    now = moments.moment().now
    (claimed,) = bot_calls.claim_all(now)
    with Holder(turn.id), connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 1")
        bot_playing.play(claimed)
        cursor.execute("RESET lock_timeout")
    assert list(bot_calls.claim_all(now)) == [claimed]


def test_a_late_turn_is_settled_or_played_but_never_both(turn: Table, clock: FixedClock) -> None:
    clock.advance(seconds=30)
    beat()
    asked = call(turn)
    at_once(lambda: bot_playing.play(asked), lambda: handle(turn.id, asking.settle, SYSTEM))
    assert [type(event) for event in turn.events(after=asked.version)].count(ev.TurnPassed) == 1
    assert turn.standing().state.number == 3
    assert auditing.rebuild(turn.id, write=False) == []


def test_a_player_who_returns_as_the_bot_moves_loses_nothing(turn: Table) -> None:
    turn.happen(ev.TurnPassed(0, 3, ev.Pending.ORDINARY), ev.TurnSettled(0), ev.BotStoodIn(0))
    asked, before = call(turn), turn.head().version
    played, _ = at_once(lambda: turn.play(0, Draw(), turn=3), lambda: bot_playing.play(asked))
    lands = [row for row in log(turn) if row[0] > before and isinstance(row[1], ev.TurnPassed)]
    assert len(lands) == 1
    if isinstance(played, RefusedAt):
        assert played.refusal == "stale_turn"
    else:
        assert not turn.standing().state.stood_in[0]
    assert auditing.rebuild(turn.id, write=False) == []


@pytest.mark.parametrize("attempt", range(3))
def test_a_start_and_a_bot_that_sits_down_come_one_after_the_other(
    attempt: int, seat: Callable[[Table], object]
) -> None:
    table = Table.open(4, taken=2)
    started, seated = at_once(table.start, lambda: seat(table))
    state = table.standing().state
    assert state.phase is Phase.PLAYING
    assert not isinstance(started, Exception)
    if isinstance(seated, RefusedAt):
        assert (seated.refusal, state.in_play) == ("already_started", (0, 1))
    else:
        assert (state.bots, state.in_play) == ((None, None, "easy", None), (0, 1, 2))
    assert auditing.fault_of(table.id) is None


@pytest.fixture
def seat() -> Callable[[Table], object]:
    """Has the host seat a bot."""
    return lambda table: handle(table.id, asking.seat_bot("easy"), table.caller(0))


def test_bots_and_people_who_want_one_seat_do_not_share_it(seat: Callable[[Table], object]) -> None:
    table = Table.open(3, taken=2)
    results = at_once(*[lambda: seat(table)] * 3)
    refused = [result for result in results if isinstance(result, RefusedAt)]
    assert [one.refusal for one in refused] == ["table_full"] * 2
    assert table.standing().state.bots == (None, None, "easy")
