"""Perft numbers: how many ways a game can go on, counted to a depth; one wrong rule changes many of them.

As in chess, `perft(state, depth)` is the number of different sequences of `depth` commands that are accepted
one after another from `state` on:

- a command is one move of `legal_moves`, of any seat in play, whether it is on turn or not, with the present
  turn; and, while a +3 may be answered, the clock's `CloseWindow`. Resigning, the clock's `SettleTurn` and
  commands of several moves are not counted;
- sequences count, not positions: two ways to the same table are two;
- a lay with and without "last card", and in each color that may be named, are different moves; two equal
  cards in a hand are one;
- a game that is over before `depth` has no way on and counts 0 there.

The last step is counted from the list alone, every earlier one is played by `decide` and `evolve`.
"""

from collections.abc import Iterator

import pytest

from games.engine.commands import CloseWindow, Command, PlayMoves
from games.engine.history import evolve
from games.engine.moves import legal_moves
from games.engine.rules import decide
from games.engine.state import State
from tests.engine.playouts import started
from tests.rulebook.table import table


def continuations(state: State) -> Iterator[Command]:
    for seat in state.in_play:
        for move in legal_moves(state, seat):
            yield PlayMoves(seat, state.number, (move,))
    if state.in_window:
        yield CloseWindow(state.number)


def after(state: State, command: Command) -> State:
    for event in decide(state, command):
        state = evolve(state, event)
    return state


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in continuations(state))
    return sum(perft(after(state, command), depth - 1) for command in continuations(state))


DEALS = [
    # seats, seed, then perft 1, 2, 3, ... from the deal on
    (2, 1, [10, 80, 516, 2821, 14334, 64632]),
    (2, 2, [3, 11, 34, 101, 319, 915, 2794, 8362, 25851]),
    (2, 3, [3, 15, 51, 201, 746, 2906, 11143, 42524]),
    (2, 4, [8, 28, 118, 361, 1281, 3678, 11618, 32330]),
    (2, 5, [4, 11, 27, 80, 214, 680, 1909, 5809, 16407, 48110]),
    (4, 1, [1, 2, 16, 116, 488, 2036, 10807, 56382]),
    (4, 2, [6, 19, 73, 225, 786, 2916, 10532, 35707]),
    (4, 3, [5, 19, 86, 465, 2034, 8015, 27602]),
    (4, 4, [4, 16, 95, 355, 1309, 4988, 19986, 75228]),
    (4, 5, [3, 12, 26, 74, 202, 612, 1897, 5689, 17063, 52887]),
]


@pytest.mark.parametrize(("seats", "seed", "counts"), DEALS)
def test_a_deal_can_go_on_in_so_many_ways(seats: int, seed: int, counts: list[int]) -> None:
    state = started(seed, seats).now
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


# Tables where much meets: what a deal only comes to after more commands than can be counted.
WINDOW = """
    leading  R3
    pile     B1 R5 K G4 ST Y6 X3 CC R+2 G5
    dana     +3 R5 X3
    omer     K X3 R1
    noa      X3 G1
"""
RUN = """
    leading  BT
    run      blue open
    pile     B1 R5 GT G4 B+2 Y6
    dana     B5 B+ RT CC K
    omer     B+2 BS ST Y4
    noa      BD +3 G1
"""
DEBT = """
    leading  R+2
    debt     2
    pile     B1 R5 GT G4 B+2 Y6 K
    dana     Y+2 K RS
    omer     G+2 R+ RS R1
"""
LAST_CARDS = """
    leading  R3
    pile     B1 R+ X3 G4 ST Y6
    discard  G1 R9 Y4
    dana     R+ RD
    omer     R5 +3
    noa      X3
    roni     K R1
"""


@pytest.mark.parametrize(
    ("layout", "counts"),
    [
        (WINDOW, [4, 17, 59, 224, 889, 3264, 13144, 51358]),
        (RUN, [9, 45, 160, 517, 1674, 5420, 17352]),
        (DEBT, [3, 12, 38, 110, 309, 834, 2144, 5337]),
        (LAST_CARDS, [6, 26, 87, 271, 895, 3002, 10135, 33087]),
    ],
    ids=["a +3", "an open run", "a debt", "last cards"],
)
def test_a_crowded_table_can_go_on_in_so_many_ways(layout: str, counts: list[int]) -> None:
    state = table(layout).state
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
