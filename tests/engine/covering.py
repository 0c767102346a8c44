"""Covering arrays: few rows in which every two values of every two factors meet; no word of TAKI in here.

The rows are made greedily and without chance. Each begins with a pair that has not met yet; the other factors
are filled in one after another, each with the value that brings the most new pairs together.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

Row = dict[str, object]
Factors = Mapping[str, Sequence[object]]
# Says whether a row, some factors of which may not have a value yet, can be completed.
Possible = Callable[[Row], bool]

_Choice = tuple[str, int]  # a factor and the place of one of its values
_Pair = tuple[_Choice, _Choice]


def pairs(factors: Factors) -> Iterator[_Pair]:
    """Yield every two values of every two factors, by their places; factors in the order they are given."""
    for one, other in combinations(factors, 2):
        for first in range(len(factors[one])):
            for second in range(len(factors[other])):
                yield (one, first), (other, second)


def rows(factors: Factors, possible: Possible) -> list[Row]:
    """Return rows with a value for each factor, so that each pair that is possible stands in some row."""
    missing = {pair: None for pair in pairs(factors) if possible(_values(factors, dict(pair)))}
    found: list[Row] = []
    while missing:
        chosen = _filled(factors, possible, missing, dict(next(iter(missing))))
        for pair in combinations([(name, chosen[name]) for name in factors], 2):
            missing.pop(pair, None)
        found.append(_values(factors, chosen))
    return found


def _filled(
    factors: Factors, possible: Possible, missing: Mapping[_Pair, None], chosen: dict[str, int]
) -> dict[str, int]:
    place = {name: at for at, name in enumerate(factors)}
    for name, values in factors.items():
        if name in chosen:
            continue
        news: dict[int, int] = {}
        for at in range(len(values)):
            if possible(_values(factors, chosen | {name: at})):
                news[at] = sum(
                    (((other, its), (name, at)) if place[other] < place[name] else ((name, at), (other, its)))
                    in missing
                    for other, its in chosen.items()
                )
        chosen[name] = max(news, key=lambda at: news[at])
    return chosen


def _values(factors: Factors, chosen: Mapping[str, int]) -> Row:
    return {name: factors[name][at] for name, at in chosen.items()}
