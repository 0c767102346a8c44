"""How many sit at each table, and who sits where there; who sits together is `pairing`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from games.tournaments.results import Round

_LATELY = 1
_ONCE = 32  # more than all ten of a table who sat on the same seat lately


def table_sizes(entrants: int, largest: int) -> tuple[int, ...]:
    """Return the sizes of as few tables as hold the entrants with at most `largest` each, as even as can be.

    The bigger ones come first. None holds a single entrant: where that one would be left over (an odd number
    at tables of two, or one in all), the sizes sum up to one less.
    """
    if largest == 2:
        entrants -= entrants % 2
    if entrants < 2:
        return ()
    tables = -(-entrants // largest)
    smaller, bigger = divmod(entrants, tables)
    return (smaller + 1,) * bigger + (smaller,) * (tables - bigger)


class Seats(NamedTuple):
    """On which seats entrants have sat: how often on each, and on which the last time."""

    times: Counter[tuple[int, int]]
    last: dict[int, int]

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> "Seats":
        """Return what these rounds tell."""
        found = cls(Counter(), {})
        for one in rounds:
            for result in one.results:
                for seat, entrant in enumerate(result.entrants):
                    found.times[entrant, seat] += 1
                    found.last[entrant] = seat
        return found

    def burden(self, entrant: int, seat: int) -> int:
        """Return how unfair this seat would be: by how often it was held, and a little by whether lately."""
        return _ONCE * self.times[entrant, seat] + _LATELY * (self.last.get(entrant) == seat)


def seated(entrants: Sequence[int], seats: Seats) -> tuple[int, ...]:
    """Return the entrants of a table by seat, so that each sits on every seat as evenly as can be.

    The sum of burdens is the least of all orders of the table (by dynamic programming over sets of those
    who sit on the first seats). Where several are the least, who comes first in `entrants` sits first.
    """
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(len(entrants)):
        further: dict[int, tuple[int, tuple[int, ...]]] = {}
        burdens = [seats.burden(entrant, seat) for entrant in entrants]
        for sitting, (burden, order) in best.items():
            for at, entrant in enumerate(entrants):
                now = sitting | 1 << at
                if now != sitting and (now not in further or burden + burdens[at] < further[now][0]):
                    further[now] = burden + burdens[at], (*order, entrant)
        best = further
    ((_, order),) = best.values()
    return order


def cut[T](order: Sequence[T], sizes: Iterable[int]) -> list[Sequence[T]]:
    """Return tables of these sizes from the front of `order`."""
    rest = iter(order)
    return [tuple(islice(rest, size)) for size in sizes]
