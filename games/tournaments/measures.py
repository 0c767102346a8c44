"""What breaks ties, each a value by entrant; in which order they count stands in `standings`."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from games.tournaments.results import Round, TableResult
from games.tournaments.scoring import costs_by_seat, points_of_round

_NOTHING = Fraction(0)


def buchholz(
    rounds: Sequence[Round], entrants: Sequence[int], scores: Mapping[int, Fraction]
) -> Mapping[int, Fraction]:
    """Return the sum over the tables of the opponents' mean score; a bye has no opponents."""
    found = dict.fromkeys(entrants, _NOTHING)
    whole, of = _in_whole_parts(scores)
    for result, seat, entrant in _seats(rounds, found):
        others = [whole[other] for at, other in enumerate(result.entrants) if at != seat]
        found[entrant] += Fraction(sum(others), of * len(others))
    return found


def sonneborn_berger(
    rounds: Sequence[Round], entrants: Sequence[int], scores: Mapping[int, Fraction]
) -> Mapping[int, Fraction]:
    """Return the sum over the tables of the scores of those beaten and half the scores of those tied with.

    It is divided at each table by the number of opponents, since tables may differ in size.
    """
    found = dict.fromkeys(entrants, _NOTHING)
    whole, of = _in_whole_parts(scores)
    for result, seat, entrant in _seats(rounds, found):
        mine = result.places[seat]
        halves = sum(
            ((mine < theirs) + (mine <= theirs)) * whole[other]
            for at, (other, theirs) in enumerate(zip(result.entrants, result.places, strict=True))
            if at != seat
        )
        found[entrant] += Fraction(halves, 2 * of * (len(result.entrants) - 1))
    return found


def direct_meetings(rounds: Sequence[Round], tied: Sequence[int]) -> Mapping[int, Fraction]:
    """Return how often each beat another of those tied, wherever they met; a shared place is a half."""
    found = dict.fromkeys(tied, _NOTHING)
    if len(found) < 2:
        return found
    for result, seat, entrant in _seats(rounds, found):
        for at, other in enumerate(result.entrants):
            if at != seat and other in found:
                found[entrant] += _won(result, seat, at)
    return found


def first_places(rounds: Sequence[Round], entrants: Sequence[int]) -> Mapping[int, Fraction]:
    """Return at how many tables each came first, alone or with others."""
    found = dict.fromkeys(entrants, _NOTHING)
    for result, seat, entrant in _seats(rounds, found):
        found[entrant] += result.places[seat] == 1
    return found


def tops(rounds: Sequence[Round], entrants: Sequence[int]) -> Mapping[int, Fraction]:
    """Return in how many rounds of a duplicate nobody did better on the same seat, and somebody worse."""
    found = dict.fromkeys(entrants, _NOTHING)
    for one in rounds:
        for held in costs_by_seat(one.results):
            best = min(held.values())
            if best < max(held.values()):
                for entrant in found.keys() & held.keys():
                    found[entrant] += held[entrant] == best
    return found


def best_games(rounds: Sequence[Round], entrants: Sequence[int]) -> Mapping[int, Fraction]:
    """Return the fewest points of each in one game; who played none, the most that any round counted."""
    played: dict[int, Fraction] = {}
    for result, seat, entrant in _seats(rounds, dict.fromkeys(entrants, _NOTHING)):
        mine = Fraction(result.points[seat])
        played[entrant] = min(mine, played.get(entrant, mine))
    most = max((max(points_of_round(one).values(), default=_NOTHING) for one in rounds), default=_NOTHING)
    return {entrant: played.get(entrant, most) for entrant in entrants}


def rounds_reached(rounds: Sequence[Round], entrants: Sequence[int]) -> Mapping[int, Fraction]:
    """Return the number of the last round that each was in, from 1; 0 for none."""
    found = dict.fromkeys(entrants, _NOTHING)
    for number, one in enumerate(rounds, start=1):
        for entrant in one.entrants:
            if entrant in found:
                found[entrant] = Fraction(number)
    return found


def last_tables(
    rounds: Sequence[Round], entrants: Sequence[int]
) -> tuple[Mapping[int, Fraction], Mapping[int, Fraction]]:
    """Return the place and the points of each in the last round that it was in, both 0 for a bye."""
    places = dict.fromkeys(entrants, _NOTHING)
    points = dict.fromkeys(entrants, _NOTHING)
    for one in rounds:
        for entrant in one.byes:
            if entrant in places:
                places[entrant] = points[entrant] = _NOTHING
        for result, seat, entrant in _seats([one], places):
            places[entrant] = Fraction(result.places[seat])
            points[entrant] = Fraction(result.points[seat])
    return places, points


def _seats(rounds: Sequence[Round], wanted: Mapping[int, Fraction]) -> Iterator[tuple[TableResult, int, int]]:
    for one in rounds:
        for result in one.results:
            for seat, entrant in enumerate(result.entrants):
                if entrant in wanted:
                    yield result, seat, entrant


def _in_whole_parts(scores: Mapping[int, Fraction]) -> tuple[Mapping[int, int], int]:
    # Whole numbers are added in a fraction of the time that fractions take.
    of = lcm(*(score.denominator for score in scores.values()))
    return {one: score.numerator * (of // score.denominator) for one, score in scores.items()}, of


def _won(result: TableResult, seat: int, other: int) -> Fraction:
    mine, theirs = result.places[seat], result.places[other]
    return Fraction((mine < theirs) + (mine <= theirs), 2)
