"""The one face of the bots: what a seat does now, told from what it sees and remembers and nothing else."""

from typing import Final, assert_never

from games.bots import easy, normal, searching
from games.bots.chance import Chance
from games.bots.levels import Level
from games.bots.memory import Memory
from games.engine.commands import Move, MoveForOther
from games.engine.sight import View

ITERATIONS: Final = 150  # of the search of `hard`
# What one of them typically takes: by docs/benchmarks.md 0.29 ms of CPU at two seats, 0.37 ms at four.
SECONDS_AN_ITERATION: Final = 0.00033


def choose(
    level: Level, view: View, memory: Memory, chance: Chance, *, iterations: int = ITERATIONS
) -> tuple[MoveForOther, ...]:
    """Return the moves of one command for the seat that sees `view`; none where it waits.

    `memory` is what that seat remembers of the same game up to the same version. Every move is one of
    `view.legal`. `iterations` is how long `hard` looks, the others do not. The same chance chooses the same.
    """
    move = _chosen(level, view, memory, chance, iterations)
    if move is None:
        return ()
    assert isinstance(move, MoveForOther)  # none gives a seat up
    return (move,)


def looks_ahead(level: Level, view: View, memory: Memory) -> bool:
    """Say whether `choose` would search there: `hard` alone does, and only among several moves."""
    return level is Level.HARD and len(searching.tried(view, memory)) > 1


def _chosen(level: Level, view: View, memory: Memory, chance: Chance, iterations: int) -> Move | None:
    match level:
        case Level.EASY:
            return easy.choose(view, chance)
        case Level.NORMAL:
            return normal.choose(view, memory, chance)
        case Level.HARD:
            return searching.choose(view, memory, chance, iterations=iterations)
        case _:
            assert_never(level)
