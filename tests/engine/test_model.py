"""Every state of very small games, one by one; `tests/benchmarks/model_check.py` searches larger ones."""

from collections import Counter
from math import comb
from random import Random

import pytest

from games.engine.cards import cards, in_order
from games.engine.commands import Draw, PlayMoves
from games.engine.events import Pending
from games.engine.options import Options, Value, choose
from games.engine.rules import outcome
from games.engine.state import State, changed
from tests.engine.chances import every_outcome
from tests.engine.model import deals, explored, key_of, possible, successors, wandered

OFF: dict[str, Value] = {"last_card": "off"}
HELD_BACK: dict[str, Value] = {"plus_two_last_wins": "if_it_does_not_return"}
STRICT: dict[str, Value] = {"voluntary_draw": False}

GAMES = [
    # cards, options, then states and transitions
    ("R1 R1 R3 G1 G1 G3 G3", OFF, (2598, 6568)),
    ("R1 R1 R3 G1 G1 G3 G3", OFF | STRICT, (456, 635)),
    ("R1 R1 R1 R1 G1 G1 G1", OFF | {"stages": 3}, (3901, 10187)),
    ("R5 R5 R5 R+2 R+2 R+2 K K", OFF | HELD_BACK, (4919, 12736)),
    ("R6 R6 G7 G7 CZ CZ G+2 G+2", OFF, (3057, 6808)),
    ("R7 R7 R7 R7 +3 +3 X3 X3", OFF, (1744, 4466)),
    ("R7 R7 R7 +3 X3 K K", OFF | {"king_on_plus_three": "cancels"}, (2164, 5777)),
]


def options(values: dict[str, Value]) -> Options:
    return choose(Options(hand_size=3), values)


@pytest.mark.parametrize(("box", "values", "counts"), GAMES)
def test_no_state_is_a_dead_end_or_has_lost_a_card_and_from_each_an_end_can_be_reached(
    box: str, values: dict[str, Value], counts: tuple[int, int]
) -> None:
    graph = explored(cards(box), options(values))
    assert (graph.dead_ends, graph.losses, graph.without_end()) == ([], [], 0)
    assert (graph.states, graph.transitions) == counts


def test_random_games_of_a_larger_box_come_to_their_ends() -> None:
    box = cards("R1 R3 R+2 R+ RS RD RT G1 G4 G+2 GT CC ST K +3 X3")
    graph = wandered(box, options({}), games=40)
    assert (graph.deals, graph.dead_ends, graph.losses) == (40, [], [])


def some_states(seed: int) -> list[State]:
    """Return the states of a random game with few cards."""
    chance = Random(seed)
    box = cards("R1 R1 R3 G+2 G1 RT CC +3 X3 K")
    state = chance.choice(list(deals(box, options({"last_card": "called_out"}), 2)))
    states = []
    while possible_now := list(possible(state)):
        states.append(state)
        state = outcome(state, chance.choice(possible_now)).state
    return states


@pytest.mark.parametrize("seed", range(5))
def test_states_with_the_same_key_go_on_alike(seed: int) -> None:
    chance = Random(seed)
    for state in some_states(seed):
        other = changed(
            state,
            number=state.number + 7,
            windows=tuple(turn + 7 for turn in state.windows),
            single_since=tuple(turn + 7 for turn in state.single_since),
            forgot_in=tuple(turn and turn + 7 for turn in state.forgot_in),
            shuffles=state.shuffles + 3,
            direction=-state.direction,
            pile=tuple(chance.sample(state.pile, len(state.pile))),
            discard=tuple(chance.sample(state.discard, len(state.discard))),
        )
        assert key_of(other) == key_of(state)
        assert set(map(key_of, successors(other))) == set(map(key_of, successors(state)))


def test_a_draw_is_every_card_that_may_lie_on_top_once() -> None:
    state = next(deals(cards("R1 R1 R3 G1 G1 G3 G3 B4 B4 B5 CC"), options({}), 2))
    told = list(every_outcome(state, PlayMoves(0, 1, (Draw(),))))
    assert len(told) == len(set(state.pile)) == 3
    drawn = [in_order((Counter(one.state.hands[0]) - Counter(state.hands[0])).elements()) for one in told]
    assert sorted(card.code for (card,) in drawn) == sorted(card.code for card in set(state.pile))


def test_a_draw_across_a_reshuffle_is_every_hand_that_may_come_once() -> None:
    first = next(deals(cards("R1 R3 R4 R5 R6 R7 R8 G+2 G1 G3 G4"), options({}), 2))
    state = changed(first, pile=first.pile[:1], discard=first.pile[1:], debt=3, pending=Pending.DEBT)
    told = list(every_outcome(state, PlayMoves(0, 1, (Draw(),))))
    assert len(told) == comb(len(state.discard), 2) == 3
    assert len({one.state.hands[0] for one in told}) == 3
