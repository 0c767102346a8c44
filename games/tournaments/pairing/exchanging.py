"""Larger tables by exchanging two at a time while that is cheaper; what is cheap is not known here."""

from collections.abc import Iterator, Sequence
from typing import Self

from games.engine.shuffling import below

type Costs = Sequence[Sequence[int]]
type Groups = Sequence[Sequence[int]]

# How often the search starts again from the best so far, in a field of one, and at most.
_STARTS = 20_000
_MOST_STARTS = 200


class Exchanges:
    """A division into tables that gets cheaper exchange by exchange.

    `sums[table][index]` is what an index would cost at a table beside all who sit there, so that what an
    exchange brings is a few additions, whatever the size of the table.
    """

    def __init__(self, costs: Costs, table: Sequence[int], sums: Sequence[list[int]]) -> None:
        self.costs = costs
        self.table = list(table)
        self.sums = list(sums)

    @classmethod
    def of(cls, costs: Costs, groups: Groups) -> Self:
        """Begin with these tables."""
        table = {index: number for number, group in enumerate(groups) for index in group}
        sums = [[sum(row[other] for other in group) for row in costs] for group in groups]
        return cls(costs, [table[index] for index in range(len(costs))], sums)

    def copied(self) -> Self:
        """Return the same division, to be changed apart."""
        return type(self)(self.costs, self.table, self.sums)

    @property
    def cost(self) -> int:
        """The sum of the costs of all who sit together."""
        return sum(self.sums[table][index] for index, table in enumerate(self.table)) // 2

    @property
    def groups(self) -> list[list[int]]:
        """Who sits together, by table."""
        found: list[list[int]] = [[] for _ in self.sums]
        for index, table in enumerate(self.table):
            found[table].append(index)
        return found

    def improve(self) -> None:
        """Exchange until no exchange of two makes it cheaper."""
        index = unchanged = 0
        while unchanged < len(self.table):
            unchanged = 0 if self._improve_with(index) else unchanged + 1
            index = (index + 1) % len(self.table)

    def exchange(self, one: int, other: int) -> None:
        """Let two sit on each other's place."""
        ones, others = self.table[one], self.table[other]
        if ones != others:
            self.table[one], self.table[other] = others, ones
            self._book(ones, one, other)
            self._book(others, other, one)

    def _book(self, table: int, out: int, comes: int) -> None:
        rows = zip(self.sums[table], self.costs[out], self.costs[comes], strict=True)
        self.sums[table] = [beside - minus + plus for beside, minus, plus in rows]

    def _improve_with(self, one: int) -> bool:
        here = self.table[one]
        mine, row = self.sums[here], self.costs[one]
        there = [sums[one] for sums in self.sums]
        after, other = min(
            (
                (there[table] + mine[other] - 2 * row[other] - self.sums[table][other], other)
                for other, table in enumerate(self.table)
                if table != here
            ),
            default=(mine[one], one),
        )
        if after >= mine[one]:
            return False
        self.exchange(one, other)
        return True


def divided(costs: Costs, groups: Groups, words: Iterator[int], *, bearable: int) -> list[list[int]]:
    """Return tables of the same sizes as `groups`, where the search begins, that cost as little as it finds.

    No exchange of two of the result makes it cheaper. While it costs `bearable` or more, the search starts
    again from the best so far with some exchanged by lot, a limited number of times.
    """
    best = Exchanges.of(costs, groups)
    best.improve()
    size = len(costs)
    for _ in range(min(_MOST_STARTS, _STARTS // size)):
        if best.cost < bearable:
            break
        other = best.copied()
        for _ in range(2 + below(3, words)):
            other.exchange(below(size, words), below(size, words))
        other.improve()
        if other.cost <= best.cost:
            best = other
    return best.groups
