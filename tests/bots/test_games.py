"""Bots of every level play whole games, in every box and by any rules, and no move of theirs is refused."""

from itertools import islice
from random import Random

import pytest

from games.bots.choosing import choose
from games.bots.levels import LEVELS, Level
from games.bots.memory import Memory
from games.engine.sight import view
from games.engine.state import Phase
from tests.bots.playing import of_level, play, table
from tests.engine.boxes import EDITIONS
from tests.engine.mixes import Mix, pairwise, plain
from tests.engine.playouts import lobby

MOST_ROUNDS = 150  # of games that by their rules last for thousands


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_level_plays_every_box_to_the_end(level: Level, edition: str) -> None:
    for seats in (2, 4):
        mix = plain(EDITIONS[edition], seats)
        *_, last = play(1, mix, [of_level(level)] * seats)
        assert last.state.phase is Phase.FINISHED


@pytest.mark.parametrize("mix", pairwise(), ids=repr)
def test_every_level_plays_by_any_rules(mix: Mix) -> None:
    levels = [of_level(level) for level in (Level.NORMAL, Level.EASY, Level.HARD)]
    for game in islice(play(2, mix, [levels[seat % 3] for seat in range(mix.seats)]), MOST_ROUNDS):
        assert [len(memory.known[seat]) for seat, memory in enumerate(game.memories)] == [
            len(hand) for hand in game.state.hands
        ]


@pytest.mark.parametrize("level", Level)
def test_the_same_chance_chooses_the_same(level: Level) -> None:
    def a_game() -> list[object]:
        return [
            (game.state.number, game.state.hands) for game in play(5, plain(seats=3), [of_level(level)] * 3)
        ]

    assert a_game() == a_game()


@pytest.mark.parametrize("level", Level)
def test_in_a_lobby_and_beside_a_table_there_is_nothing_to_do(level: Level) -> None:
    waiting, playing = lobby(1, 2).now, table(1, plain()).state
    assert choose(level, view(waiting, 1), Memory(1), Random(1)) == ()
    assert choose(level, view(playing, None), Memory(1), Random(1)) == ()


@pytest.mark.parametrize(
    ("level", "version", "turns", "places"),
    [
        (Level.EASY, 1, 748, (2, 1, 2)),
        (Level.NORMAL, 1, 56, (2, 2, 1)),
        (Level.HARD, 2, 55, (2, 2, 1)),
    ],
)
def test_a_level_that_plays_otherwise_has_another_version(
    level: Level, version: int, turns: int, places: tuple[int, ...]
) -> None:
    *_, last = play(5, plain(seats=3), [of_level(level)] * 3)
    assert (LEVELS[level], last.state.number, last.state.places) == (version, turns, places)
    assert list(LEVELS) == list(Level)
