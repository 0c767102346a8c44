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
from tests.engine.boxes import EDITIONS, SHIPPED
from tests.engine.mixes import plain
from tests.engine.playouts import dealt, started
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


# A King, a Crazy card or a printed pass is in the hand of the first player of each: no two boxes are alike.
IN_OTHER_BOXES = [
    # edition, seats, seed, then as above
    ("super-112", 2, 19, [8, 37, 167, 705, 2739, 10379]),
    ("super-112", 2, 22, [6, 26, 93, 321, 1039, 3405, 11671]),
    ("super-112", 3, 36, [8, 30, 92, 367, 1419, 5291]),
    ("super-112", 4, 44, [9, 39, 137, 468, 1726, 6414]),
    ("super-112", 7, 59, [4, 18, 49, 168, 552, 1750, 5432]),
    ("crazy-112", 2, 19, [10, 50, 245, 1016, 4059, 15057]),
    ("crazy-112", 2, 22, [8, 37, 141, 472, 1702, 6245]),
    ("crazy-112", 3, 36, [9, 28, 96, 378, 1372, 5213]),
    ("crazy-112", 4, 44, [10, 41, 146, 505, 1885, 6731]),
    ("crazy-112", 7, 59, [5, 15, 43, 149, 522, 1632, 5171]),
    ("classic-64", 2, 2, [5, 27, 119, 605, 2815, 13841]),
    ("classic-64", 2, 4, [6, 30, 112, 480, 1669, 7814]),
    ("classic-64", 3, 13, [9, 70, 416, 2370, 12799]),
    ("classic-64", 4, 14, [7, 31, 191, 1136, 5721]),
    ("classic-64", 7, 18, [6, 24, 112, 503, 2873]),
    ("classic-128", 2, 2, [7, 37, 191, 899, 3848, 15331]),
    ("classic-128", 2, 4, [11, 100, 826, 5535]),
    ("classic-128", 3, 5, [4, 19, 95, 415, 1582, 5854]),
    ("classic-128", 4, 7, [5, 22, 124, 637, 3061, 13646]),
    ("classic-128", 7, 8, [4, 26, 155, 686, 2996, 14121]),
    ("classic-64-king", 2, 2, [5, 27, 119, 605, 2815, 13841]),
    ("classic-64-king", 2, 3, [4, 26, 111, 458, 1762, 6797]),
    ("classic-64-king", 3, 4, [8, 56, 326, 1725, 8543]),
    ("classic-64-king", 4, 6, [4, 20, 123, 751, 3922]),
    ("classic-64-king", 7, 8, [3, 14, 66, 315, 1334, 5302]),
    ("amigo-2006", 2, 22, [6, 23, 75, 231, 767, 2672, 9691]),
    ("amigo-2006", 2, 32, [8, 29, 139, 486, 1847, 6399]),
    ("amigo-2006", 3, 36, [8, 26, 81, 309, 1075, 3976, 15023]),
    ("amigo-2006", 4, 44, [9, 46, 164, 611, 2480, 9640]),
    ("amigo-2006", 7, 59, [4, 13, 35, 115, 411, 1324, 4125, 13256]),
    ("japan-120", 2, 3, [12, 70, 368, 1679, 7129]),
    ("japan-120", 2, 7, [9, 43, 199, 859, 3375, 12763]),
    ("japan-120", 3, 11, [12, 55, 275, 1254, 5365]),
    ("japan-120", 4, 12, [9, 73, 382, 2297, 12018]),
    ("japan-120", 7, 16, [9, 42, 178, 1147, 6266]),
]


@pytest.mark.parametrize(("edition", "seats", "seed", "counts"), IN_OTHER_BOXES)
def test_a_deal_of_another_box_can_go_on_in_so_many_ways(
    edition: str, seats: int, seed: int, counts: list[int]
) -> None:
    state = dealt(seed, plain(EDITIONS[edition], seats)).now
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_every_other_box_that_ships_has_its_numbers() -> None:
    assert {edition for edition, *_ in IN_OTHER_BOXES} == {*SHIPPED} - {"super-116"}


def played_to_the_end(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(played_to_the_end(after(state, command), depth - 1) for command in continuations(state))


@pytest.mark.parametrize("edition", EDITIONS)
def test_in_every_box_there_are_as_many_ways_as_can_be_played(edition: str) -> None:
    for seats in (2, 4):
        state = dealt(1, plain(EDITIONS[edition], seats)).now
        assert perft(state, 3) == played_to_the_end(state, 3) > 0


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
