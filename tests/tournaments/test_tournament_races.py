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
from games.models import Game
from games.tournaments.kinds import Kind
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
    cup, fragile, killed = cup_of(kind, field, director, **chosen), Fragile(), 0
    while not cup.now.state.is_over:
        for statement in count():
            if fragile.ends_at(statement, lambda: tend(cup.id)):
                break
            killed += 1
        for _ in range(20):
            clock.advance(seconds=1)
            bots_move()
    assert killed > 50
    assert [*faults(cup.id)] == []
