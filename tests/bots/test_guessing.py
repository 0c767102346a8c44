"""A guessed state looks to its seat just as the one that is, holds the same cards, in any order."""

from itertools import islice
from random import Random

import pytest

from games.bots.guessing import Guesser
from games.bots.levels import Level
from games.engine.cards import Figure
from games.engine.sight import view
from games.engine.state import Phase, State
from tests.bots.laid_out import memory_of
from tests.bots.playing import of_level, play
from tests.engine.mixes import Mix, pairwise
from tests.rulebook.playing import cards_in
from tests.rulebook.table import table


@pytest.mark.parametrize("mix", pairwise()[::2], ids=repr)
def test_a_guess_looks_like_the_state_that_is(mix: Mix) -> None:
    choosers = [of_level(level) for level in (Level.EASY, Level.NORMAL)]
    for game in islice(play(3, mix, [choosers[seat % 2] for seat in range(mix.seats)]), 150):
        for seat in _who_play(game.state):
            seen = view(game.state, seat)
            guessed = Guesser(seen, game.memories[seat]).guess(Random(1))
            assert view(guessed, seat) == seen
            assert cards_in(guessed) == cards_in(game.state)


def _who_play(state: State) -> tuple[int, ...]:
    return state.in_play if state.phase is Phase.PLAYING else ()


def test_what_is_mostly_laid_soon_is_guessed_less_often_in_hands_as_turns_go_by() -> None:
    counts = []
    for turn in (1, 9, 18, 99):
        now = table(f"leading R3\ndana R9 B4\nomer G1 G3 G4 G5 G6 G7\nnoa B1 B3 B5 B6 B7 B8\nnumber {turn}")
        counts.append(_guessed_plus_threes(now.state))
    assert counts == [207, 134, 36, 36]


def _guessed_plus_threes(state: State) -> int:
    guesser, chance = Guesser(view(state, 0), memory_of(state, 0)), Random(1)
    guesses = [guesser.guess(chance) for _ in range(1000)]
    return sum(card.figure is Figure.PLUS_THREE for guess in guesses for hand in guess.hands for card in hand)
