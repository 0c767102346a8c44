"""Who has met whom and had a bye, as the rounds so far tell; what follows from that is each kind's own."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from games.tournaments.results import Round


class Meetings(NamedTuple):
    """By entrant: the numbers (from 1) of the rounds in which it met each other, and how many byes it had."""

    rounds: Mapping[int, Mapping[int, Sequence[int]]]
    byes: Counter[int]

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> "Meetings":
        """Return what these rounds tell."""
        met: defaultdict[int, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        byes: Counter[int] = Counter()
        for number, one in enumerate(rounds, start=1):
            byes.update(one.byes)
            for result in one.results:
                for entrant, other in permutations(result.entrants, 2):
                    met[entrant][other].append(number)
        return cls(met, byes)

    def counts(self, order: Sequence[int]) -> list[list[int]]:
        """Return how often each of `order` has met each, by their indexes in it."""
        return self._rows(order, lately=False)

    def latest(self, order: Sequence[int]) -> list[list[int]]:
        """Return in which round each of `order` met each the last time (0: never), by their indexes in it."""
        return self._rows(order, lately=True)

    def _rows(self, order: Sequence[int], *, lately: bool) -> list[list[int]]:
        index = {entrant: at for at, entrant in enumerate(order)}
        rows = [[0] * len(order) for _ in order]
        for entrant, row in zip(order, rows, strict=True):
            for other, numbers in self.rounds.get(entrant, {}).items():
                if other in index:
                    row[index[other]] = numbers[-1] if lately else len(numbers)
        return rows
