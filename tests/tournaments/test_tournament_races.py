"""A tournament at which several are at work, or that is tended seldom, often, or killed between two steps.

Whatever is run twice, at the same moment or not to its end: each round is paired and closed once, each table
booked once, each game opened once, and the log is what the same results leave where nobody disturbs.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.db import connection

from games import bot_calls, bot_playing, moments
from games.asking import SYSTEM
from games.models import Game
from games.tournaments import asking, commands
from games.tournaments.handling import Asked, Handled, handle
from games.tournaments.kinds import Kind
from games.tournaments.log import TOURNAMENTS
from games.tournaments.refusals import Refused
from games.tournaments.tending import tend
from players.models import Player
from tests.conftest import FixedClock
from tests.games.tables import at_once
from tests.tournaments.played import Played
from tests.tournaments.undisturbed import faults

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = [
    (Kind.SWISS, 5, {"table_size": 3, "rounds": 2}),
    (Kind.KNOCKOUT, 5, {"table_size": 3}),
    (Kind.DUPLICATE, 4, {"table_size": 2, "rounds": 2}),
]


def cup_of(kind: Kind, field: int, director: Player, **chosen: Any) -> Played:
    cup = Played.open(kind, director.pk, **{"options": {"hand_size": 3}, **chosen})
    cup.enter_bots(field)
    cup.start()
    return cup


def bots_move() -> None:
    """Every bot that may moves once."""
    for call in [*bot_calls.claim_all(moments.moment().now)]:
        bot_playing.play(call)


@pytest.mark.parametrize(("kind", "field", "chosen"), SMALL)
def test_tended_five_times_the_log_is_the_same(
    kind: Kind, field: int, chosen: dict[str, int], director: Player, clock: FixedClock
) -> None:
    cup = cup_of(kind, field, director, **chosen)
    cup.to_the_end(clock, times=5)
    assert [*faults(cup.id)] == []


@pytest.mark.parametrize(("kind", "field", "chosen"), SMALL)
def test_tended_late_by_two_workers_at_once_the_log_is_the_same(
    kind: Kind, field: int, chosen: dict[str, int], director: Player, clock: FixedClock
) -> None:
    cup = cup_of(kind, field, director, **chosen)
    for second in count():
        if second % 20 == 0:
            assert at_once(*[lambda: tend(cup.id)] * 2) == [None, None]
        if cup.now.state.is_over:
            break
        clock.advance(seconds=1)
        bots_move()
    assert [*faults(cup.id)] == []


def test_tended_never_nothing_happens_and_early_neither(director: Player, clock: FixedClock) -> None:
    cup = cup_of(Kind.SWISS, 4, director, table_size=2, rounds=1, break_seconds=60)
    tend(cup.id)
    while any(game.status == "playing" for game in Game.objects.all()):
        clock.advance(seconds=1)
        bots_move()
    assert len(cup.now.state.rounds[0].waits_for) == 2
    tend(cup.id)
    closed = cup.now
    assert closed.state.rounds[0].closed
    clock.advance(seconds=59)
    tend(cup.id)
    assert cup.now == closed
    clock.advance(seconds=1)
    tend(cup.id)
    assert cup.now.state.is_over


class Killed(BaseException):
    """The process ends here; nothing in it is caught by who keeps failures."""


class Fragile:
    """Has the process end at one of the writes to the database, before or after it took place."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.did = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.left is not None:
            self.did += 1
            if self.did > self.left:
                raise Killed
        return execute(sql, params, many, context)

    def ends_at(self, statement: int, call: Callable[[], object]) -> bool:
        """Call until so many statements were made; say whether it came to its end before."""
        self.left, self.did = statement, 0
        try:
            with connection.execute_wrapper(self):
                call()
        except Killed:
            return False
        else:
            return True
        finally:
            self.left = None


@pytest.mark.parametrize(("kind", "field", "chosen"), SMALL)
def test_killed_before_any_statement_of_a_tending_the_log_is_the_same(
    kind: Kind, field: int, chosen: dict[str, int], director: Player, clock: FixedClock
) -> None:
    cup, fragile = cup_of(kind, field, director, **chosen), Fragile()
    killed: set[int] = set()
    while not cup.now.state.is_over:
        statement, left = 0, left_by(cup)
        while not fragile.ends_at(statement, lambda: tend(cup.id)):
            killed.add(statement)
            # What was done is done: the rest is killed at each of its statements again.
            statement, left = (statement + 1 if left == left_by(cup) else 0), left_by(cup)
        for _ in range(20):
            clock.advance(seconds=1)
            bots_move()
    assert killed == {*range(len(killed))}
    assert [*faults(cup.id)] == []


def left_by(cup: Played) -> tuple[int, int, int]:
    """What tendings have done so far."""
    of_it = Game.objects.filter(context_id=cup.id)
    return cup.now.version, of_it.count(), of_it.filter(disclosed_at__isnull=False).count()


def result(cup: Played, table: int) -> commands.TableResult:
    """The first seat of a table of the open round is first, the others follow."""
    at = cup.now.state.rounds[-1].tables[table]
    seats = range(len(at.entrants))
    return commands.TableResult(
        table, at.game, tuple(seat + 1 for seat in seats), tuple(10 * s for s in seats)
    )


def book(cup: Played, *results: commands.TableResult) -> Handled:
    """Book these results in the first round, as a tending does."""
    return handle(cup.id, lambda _now, _caller: Asked(commands.BookResults(1, results)), SYSTEM)


def paired(director: Player, kind: Kind = Kind.SWISS, field: int = 4, **chosen: Any) -> Played:
    """A tournament at tables of two whose first round has been paired."""
    cup = cup_of(kind, field, director, table_size=2, **chosen)
    handle(cup.id, asking.go_on, SYSTEM)
    return cup


def kinds_of(cup: Played) -> list[str]:
    """The types of what happened from the first round on, in order."""
    return [type(one.event).__name__ for one in TOURNAMENTS.recorded(cup.id)][2 + len(cup.now.people) :]


@pytest.mark.parametrize("_attempt", range(3))
def test_two_results_at_the_same_moment_are_both_booked_and_the_round_closes_once(
    _attempt: int, director: Player
) -> None:
    cup = paired(director)
    results = [result(cup, table) for table in (0, 1)]
    at_once(*[lambda one=one: book(cup, one) for one in results])
    assert kinds_of(cup) == ["RoundPaired", "TableFinished", "TableFinished", "RoundClosed"]
    assert [table.result and table.result.points for table in cup.now.state.rounds[0].tables] == [(0, 10)] * 2


@pytest.mark.parametrize("_attempt", range(3))
def test_the_same_result_at_the_same_moment_is_booked_once(_attempt: int, director: Player) -> None:
    cup = paired(director)
    one = result(cup, 0)
    at_once(*[lambda: book(cup, one)] * 4)
    assert kinds_of(cup) == ["RoundPaired", "TableFinished"]


@pytest.mark.parametrize("_attempt", range(3))
@pytest.mark.parametrize("field", [2, 4])
def test_a_ruling_stands_whether_it_comes_before_the_result_or_after(
    field: int, _attempt: int, director: Player
) -> None:
    cup = paired(director, field=field)
    ruling = commands.RuleResult(1, 0, places=(2, 1), points=(7, 0), reason="Seen by all.")
    one = result(cup, 0)
    booked, ruled = at_once(lambda: book(cup, one), lambda: cup.direct(ruling))
    assert isinstance(booked, Handled)
    assert isinstance(ruled, Handled)
    found = cup.now.state.rounds[0].tables[0].result
    assert found is not None
    assert (found.places, found.points, found.ruled) == ((2, 1), (7, 0), True)
    closing = ["RoundClosed"] if field == 2 else []
    before, after = ["TableFinished", *closing, "ResultRuled"], ["ResultRuled", *closing]
    assert kinds_of(cup)[1:] == (before if booked.events else after)


@pytest.mark.parametrize("_attempt", range(3))
def test_a_ruling_of_a_knockout_counts_before_the_next_round_or_is_refused(
    _attempt: int, director: Player
) -> None:
    cup = paired(director, Kind.KNOCKOUT)
    book(cup, result(cup, 0), result(cup, 1))
    ruling = commands.RuleResult(1, 0, places=(2, 1), points=(7, 0), reason="Seen by all.")
    ruled, _ = at_once(lambda: cup.direct(ruling), lambda: handle(cup.id, asking.go_on, SYSTEM))
    state = cup.now.state
    winner = state.rounds[0].tables[0].entrants[0 if isinstance(ruled, Refused) else 1]
    assert winner in state.rounds[1].tables[0].entrants
    if isinstance(ruled, Refused):
        assert ruled.refusal == "round_moved_on"
        assert "ResultRuled" not in kinds_of(cup)


@pytest.mark.parametrize("_attempt", range(3))
def test_a_round_is_paired_anew_before_its_first_result_or_not_at_all(
    _attempt: int, director: Player
) -> None:
    cup = paired(director)
    one = result(cup, 0)
    anew, booked = at_once(
        lambda: handle(cup.id, asking.by_director(asking.pair_anew(None, "A mistake.")), cup.director),
        lambda: book(cup, one),
    )
    assert isinstance(booked, Handled)
    if isinstance(anew, Refused):
        assert (anew.refusal, kinds_of(cup)) == ("results_are_in", ["RoundPaired", "TableFinished"])
    else:
        assert (booked.events, kinds_of(cup)) == ((), ["RoundPaired", "RoundPairedAnew"])
