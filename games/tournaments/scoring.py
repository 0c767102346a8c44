"""What a table, a bye and a round are worth; who stands before whom is `standings`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from games.tournaments.kinds import Kind
from games.tournaments.results import Round, TableResult

HALF = Fraction(1, 2)


def shares(result: TableResult) -> tuple[Fraction, ...]:
    """Return by seat the share of opponents that were beaten, 0 to 1; who shares the place counts half."""
    return tuple(_share(place, result.places) for place in result.places)


def shares_of_seats(results: Sequence[TableResult]) -> dict[int, Fraction]:
    """Return by entrant the share of the other tables' results on the same seat that were beaten.

    The better place counts first, then the fewer points; the same result counts half. Where no other table
    had the seat, it is a half.
    """
    found = {}
    for seat in range(max((len(result.entrants) for result in results), default=0)):
        held = [result for result in results if seat < len(result.entrants)]
        reached = [(result.places[seat], result.points[seat]) for result in held]
        for result, mine in zip(held, reached, strict=True):
            found[result.entrants[seat]] = _share(mine, reached)
    return found


# Standings after each round, and after the next, ask for the same rounds again.
@lru_cache(maxsize=256)
def scores_of_round(kind: Kind, one: Round) -> Mapping[int, Fraction]:
    """Return what a round is worth to each who was in it; in a series, points, of which fewer are better."""
    match kind:
        case Kind.SERIES:
            return points_of_round(one)
        case Kind.DUPLICATE:
            return shares_of_seats(one.results) | dict.fromkeys(one.byes, HALF)
        case Kind.STAGES | Kind.KNOCKOUT | Kind.ROUND_ROBIN | Kind.SWISS:
            found = dict.fromkeys(one.byes, Fraction(1))
            for result in one.results:
                found.update(zip(result.entrants, shares(result), strict=True))
            return found
        case _:
            assert_never(kind)


def total_scores(kind: Kind, rounds: Iterable[Round]) -> Mapping[int, Fraction]:
    """Return the sum of scores of each who was in some round; nothing for all others."""
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    for one in rounds:
        for entrant, score in scores_of_round(kind, one).items():
            total[entrant] += score
    return total


def points_of_round(one: Round, missing: Iterable[int] = ()) -> Mapping[int, Fraction]:
    """Return the points that a round counts for each who was in it, and for those who were `missing`.

    A bye counts the mean of all points of the round, so that it is no favor. Who was not in the round (came
    later, or had left) counts the most that anybody had.
    """
    points = [each for result in one.results for each in result.points]
    mean = Fraction(sum(points), len(points) or 1)
    found = dict.fromkeys(missing, Fraction(max(points, default=0)))
    found.update(dict.fromkeys(one.byes, mean))
    for result in one.results:
        found.update(zip(result.entrants, map(Fraction, result.points), strict=True))
    return found


def total_points(rounds: Iterable[Round], entrants: Iterable[int]) -> Mapping[int, Fraction]:
    """Return the points of these entrants over all rounds, counted as `points_of_round` does."""
    total = dict.fromkeys(entrants, Fraction(0))
    for one in rounds:
        counted = points_of_round(one, total)
        for entrant in total:
            total[entrant] += counted[entrant]
    return total


def is_over_target(rounds: Iterable[Round], entrants: Iterable[int], target_points: int) -> bool:
    """Return whether one of these entrants of a series has `target_points` or more (0: no target)."""
    return target_points > 0 and max(total_points(rounds, entrants).values(), default=0) >= target_points


def _share[T: (int, tuple[int, int])](mine: T, all_of_them: Sequence[T]) -> Fraction:
    others = len(all_of_them) - 1
    if others == 0:
        return HALF
    beaten = sum(mine < other for other in all_of_them)
    tied = all_of_them.count(mine) - 1
    return Fraction(2 * beaten + tied, 2 * others)
