"""A guessed state looks to its seat just as the one that is, holds the same cards, in any order."""

from itertools import islice
from random import Random

import pytest

from games.bots.guessing import Guesser
from games.bots.levels import Level
from games.engine.sight import view
from games.engine.state import Phase, State
from tests.bots.playing import of_level, play
from tests.engine.mixes import Mix, pairwise
from tests.rulebook.playing import cards_in


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
