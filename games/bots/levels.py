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
