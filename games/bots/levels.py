"""How well a bot plays: the levels there are and the version of each; no policy lives here."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Level(StrEnum):
    """A strength of play, by the name under which it is asked for."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


# A level that plays otherwise than before has another version: results are told of level and version.
LEVELS: Final[Mapping[Level, int]] = MappingProxyType({Level.EASY: 1, Level.NORMAL: 1, Level.HARD: 2})

# The same by the plain names under which players are kept.
VERSIONS: Final[Mapping[str, int]] = MappingProxyType({str(level): at for level, at in LEVELS.items()})


def downwards(level: Level) -> tuple[Level, ...]:
    """Return the level and all simpler ones, the simplest last."""
    every = tuple(Level)
    return every[every.index(level) :: -1]
