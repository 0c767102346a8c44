"""A policy knows no more than its seat: in two worlds that look alike to it, it does the same."""

from collections.abc import Iterator
from functools import reduce
from inspect import signature
from random import Random
from typing import get_type_hints

import pytest

from games.bots.choosing import choose
from games.bots.guessing import Guesser
from games.bots.levels import Level
from games.bots.memory import Memory, noted, remember
from games.engine.sight import SeenEvent, View, redact, view
from games.engine.state import Phase
from tests.engine.boxes import EDITIONS
from tests.engine.mixes import Mix, plain
from tests.engine.playouts import commands, dealt
from tests.engine.worlds import Worlds, may_part, reseeded, swapped

VIEWER = 1


def test_a_policy_is_given_a_view_a_memory_and_chance() -> None:
    assert list(signature(choose).parameters) == ["level", "view", "memory", "chance", "iterations"]
    hints = get_type_hints(choose)
    assert (hints["view"], hints["memory"]) == (View, Memory)
    assert get_type_hints(noted)["event"] == SeenEvent


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_hidden_changes_no_decision(edition: str) -> None:
    asked = 0
    for worlds, mine, theirs in walk(3, plain(EDITIONS[edition], 3)):
        here, there = view(worlds.real, VIEWER), view(worlds.other, VIEWER)
        if here.legal:
            asked += 1
            assert mine == theirs
            for level in Level:
                chosen = choose(level, here, mine, Random(asked), iterations=3)
                assert chosen == choose(level, there, theirs, Random(asked), iterations=3)
    assert asked > 20


def test_a_guess_follows_from_what_is_seen() -> None:
    guesses = 0
    for worlds, mine, theirs in walk(5, plain(seats=4)):
        if worlds.real.hands != worlds.other.hands:
            guesses += 1
            here = Guesser(view(worlds.real, VIEWER), mine).guess(Random(guesses))
            assert here == Guesser(view(worlds.other, VIEWER), theirs).guess(Random(guesses))
    assert guesses > 20


def walk(seed: int, mix: Mix) -> Iterator[tuple[Worlds, Memory, Memory]]:
    """Play a game; yield pairs of worlds that look alike to the viewer, with what it remembers in each."""
    game, chance = dealt(seed, mix), Random(seed)
    state = game.now
    mine = remember((redact(event, VIEWER, disclosed=False) for event in game.log), VIEWER)
    while state.phase is Phase.PLAYING and VIEWER in state.in_play:
        worlds = Worlds(VIEWER, state, reseeded(swapped(state, VIEWER, chance) or state))
        theirs, alike = mine, True
        while alike:
            yield worlds, mine, theirs
            here, there = worlds.give(commands(worlds.real, chance))
            mine, theirs = reduce(noted, here.seen, mine), reduce(noted, there.seen, theirs)
            over = worlds.real.phase is not Phase.PLAYING or VIEWER not in worlds.real.in_play
            parted = there.refusal is not None or may_part(here, there, VIEWER)
            alike = not (over or parted or chance.random() < 0.05)
        state = worlds.real
