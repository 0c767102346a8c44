"""How much was done in how long."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Span(NamedTuple):
    """So many things were done in so many seconds of a clock, and of this process's own CPU time."""

    done: int
    wall: float
    cpu: float

    @property
    def a_second(self) -> float:
        """How many in a second of CPU time: on a machine with other work the steadier figure."""
        return self.done / self.cpu

    @property
    def a_wall_second(self) -> float:
        """How many in a second of the clock."""
        return self.done / self.wall

    def __or__(self, other: "Span") -> "Span":
        """Both together."""
        return Span(self.done + other.done, self.wall + other.wall, self.cpu + other.cpu)


def timed(work: Callable[[], int]) -> Span:
    """Do the work, which says how much it was."""
    wall, cpu = time.perf_counter(), time.process_time()
    done = work()
    return Span(done, time.perf_counter() - wall, time.process_time() - cpu)
