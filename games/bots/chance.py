"""The chance that a policy is given: it has none of its own, so that a given one tells every decision."""

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol


class Chance(Protocol):
    """What policies ask of a generator; `random.Random` is one."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""

    def choice[T](self, seq: Sequence[T], /) -> T:
        """Return any one of these."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Bring these into any order."""

    def randrange(self, start: int, /) -> int:
        """Return a whole number from 0 to below `start`."""

    def randbytes(self, n: int, /) -> bytes:
        """Return so many bytes."""
