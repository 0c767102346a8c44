"""What a table, a bye and a round are worth; who stands before whom is `standings`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, assert_never

from games.tournaments.kinds import Kind
from games.tournaments.results import Round, TableResult

# In a duplicate a place costs as much as an action card that is left in the hand.
_POINTS_A_PLACE: Final = 10
# So many results of the round's mean are added to those of a seat: what few tables did there is luck as well.
_ADDED_TO_A_SEAT: Final = 10


def shares(result: TableResult) -> tuple[Fraction, ...]:
    """Return by seat the share of opponents that were beaten, 0 to 1; who shares the place counts half."""
    return tuple(_share(place, result.places) for place in result.places)


def costs(result: TableResult) -> tuple[int, ...]:
    """Return by seat what a result counts in a duplicate, of which less is better.

    That is ten for each place behind the first, and the points of the cards left; whoever is first holds
    none that count.
    """
    return tuple(
        _POINTS_A_PLACE * (place - 1) + (min(points, 0) if place == 1 else points)
        for place, points in zip(result.places, result.points, strict=True)
    )


def costs_by_seat(results: Sequence[TableResult]) -> Sequence[Mapping[int, int]]:
    """Return for each seat the costs of all who held it with the same deal, by entrant."""
    found = [dict[int, int]() for _ in range(max((len(result.entrants) for result in results), default=0))]
    for result in results:
        for held, entrant, cost in zip(found, result.entrants, costs(result), strict=False):
            held[entrant] = cost
    return found


def scores_beside_par(results: Sequence[TableResult]) -> dict[int, Fraction]:
    """Return by entrant how much less than par a result costs; more than par is negative.

    The par of a seat is the mean of what it cost at all tables and of ten more results, which are the mean
    of the whole round: the more tables, the more the seat counts. Where all tables are full, the scores of a
    round add up to nothing.
    """
    seats = costs_by_seat(results)
    everything = [cost for held in seats for cost in held.values()]
    added = _ADDED_TO_A_SEAT * Fraction(sum(everything), len(everything) or 1)
    found = {}
    for held in seats:
        par = (sum(held.values()) + added) / (len(held) + _ADDED_TO_A_SEAT)
        found.update({entrant: par - cost for entrant, cost in held.items()})
    return found


# Standings after each round, and after the next, ask for the same rounds again.
@lru_cache(maxsize=256)
def scores_of_round(kind: Kind, one: Round) -> Mapping[int, Fraction]:
    """Return what a round is worth to each who was in it; in a series, points, of which fewer are better."""
    match kind:
        case Kind.SERIES:
            return points_of_round(one)
        case Kind.DUPLICATE:
            return scores_beside_par(one.results) | dict.fromkeys(one.byes, Fraction(0))
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


def total_beside_par(rounds: Iterable[Round], entrants: Iterable[int]) -> Mapping[int, Fraction]:
    """Return the scores of these entrants of a duplicate over all rounds.

    Who was not in a round, having left, has the lowest score of it, so that nobody gains by leaving.
    """
    total = dict.fromkeys(entrants, Fraction(0))
    for one in rounds:
        scores = scores_of_round(Kind.DUPLICATE, one)
        lowest = min(scores.values(), default=Fraction(0))
        for entrant in total:
            total[entrant] += scores.get(entrant, lowest)
    return total


def is_over_target(rounds: Iterable[Round], entrants: Iterable[int], target_points: int) -> bool:
    """Return whether one of these entrants of a series has `target_points` or more (0: no target)."""
    return target_points > 0 and max(total_points(rounds, entrants).values(), default=0) >= target_points


def _share(mine: int, places: Sequence[int]) -> Fraction:
    beaten = sum(mine < other for other in places)
    tied = places.count(mine) - 1
    return Fraction(2 * beaten + tied, 2 * (len(places) - 1))
