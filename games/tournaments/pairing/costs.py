"""Several wishes as one number: a lower wish never outweighs a higher one."""

from collections.abc import Iterable, Sequence

type Matrix = Sequence[Sequence[int]]


def ranked(wishes: Iterable[Matrix], pairs: int) -> tuple[list[list[int]], int]:
    """Return one matrix for several, the most important first, and what one unit of the first of them costs.

    Whatever `pairs` pairs cost in all later ones is less than one unit of an earlier one. All are symmetric
    and never negative.
    """
    first, *later = wishes
    summed = [list(row) for row in first]
    unit = 1
    for matrix in later:
        step = 1 + pairs * max(map(max, matrix), default=0)
        unit *= step
        summed = [
            [above * step + below for above, below in zip(*rows, strict=True)]
            for rows in zip(summed, matrix, strict=True)
        ]
    return summed, unit
