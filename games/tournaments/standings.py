"""Who stands before whom, and by what: a total order of the entrants, made from closed rounds.

The measures of each kind, their order and an example are in docs/tournaments.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, assert_never

from games.tournaments import measures
from games.tournaments.chance import by_lot
from games.tournaments.kinds import Kind
from games.tournaments.results import Round
from games.tournaments.scoring import total_beside_par, total_points, total_scores


class TieBreak(StrEnum):
    """What decides between entrants of the same score."""

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIRECT_MEETINGS = "direct_meetings"
    FIRST_PLACES = "first_places"
    TOPS = "tops"
    BEST_GAME = "best_game"
    TABLE_PLACE = "table_place"
    POINTS = "points"
    LOT = "lot"


# Of these, less is better.
_LEAST_FIRST = {TieBreak.BEST_GAME, TieBreak.TABLE_PLACE, TieBreak.POINTS, TieBreak.LOT}


class Standing(NamedTuple):
    """Where an entrant stands.

    `place` counts from 1 and is never shared. What `score` is depends on the kind; in a series fewer are
    better, and in a duplicate it may be negative. `tie_breaks` stand in the order in which they decide.
    """

    place: int
    entrant: int
    score: Fraction
    tie_breaks: tuple[tuple[TieBreak, Fraction], ...]


# The value of a measure for entrants who are tied so far.
type _Measure = Callable[[Sequence[int]], Mapping[int, Fraction]]


def standings(
    kind: Kind, entrants: Iterable[int], rounds: Sequence[Round], *, seed: bytes
) -> tuple[Standing, ...]:
    """Return where these entrants stand after the rounds, the best first.

    Others who were in some round (disqualified later, say) count as opponents and are not listed. Neither
    the order of `entrants` nor that of the tables within a round makes a difference.
    """
    listed = sorted(set(entrants))
    score = _score(kind, rounds, listed)
    lots = {entrant: Fraction(at) for at, entrant in enumerate(by_lot(listed, seed), start=1)}
    broken_by = [*_tie_breaks(kind, rounds, listed), (TieBreak.LOT, lambda _: lots)]
    found: dict[int, list[tuple[TieBreak, Fraction]]] = {entrant: [] for entrant in listed}
    groups = list(_split(listed, score, least_first=kind is Kind.SERIES))
    for name, measure in broken_by:
        finer: list[Sequence[int]] = []
        for group in groups:
            values = measure(group)
            for entrant in group:
                found[entrant].append((name, values[entrant]))
            finer += _split(group, values, least_first=name in _LEAST_FIRST)
        groups = finer
    order = (entrant for group in groups for entrant in group)
    return tuple(
        Standing(place, entrant, score[entrant], tuple(found[entrant]))
        for place, entrant in enumerate(order, start=1)
    )


def _split(
    group: Sequence[int], values: Mapping[int, Fraction], *, least_first: bool
) -> Iterator[Sequence[int]]:
    order = sorted(group, key=values.__getitem__, reverse=not least_first)
    for _, tied in groupby(order, key=values.__getitem__):
        yield tuple(tied)


def _score(kind: Kind, rounds: Sequence[Round], listed: Sequence[int]) -> Mapping[int, Fraction]:
    match kind:
        case Kind.SERIES:
            return total_points(rounds, listed)
        case Kind.KNOCKOUT:
            return measures.rounds_reached(rounds, listed)
        case Kind.DUPLICATE:
            return total_beside_par(rounds, listed)
        case Kind.STAGES | Kind.ROUND_ROBIN | Kind.SWISS:
            total = total_scores(kind, rounds)
            return {entrant: total.get(entrant, Fraction(0)) for entrant in listed}
        case _:
            assert_never(kind)


def _tie_breaks(
    kind: Kind, rounds: Sequence[Round], listed: Sequence[int]
) -> Sequence[tuple[TieBreak, _Measure]]:
    def plain(values: Mapping[int, Fraction]) -> _Measure:
        return lambda _: values

    points = (TieBreak.POINTS, plain(total_points(rounds, listed)))
    first_places = (TieBreak.FIRST_PLACES, plain(measures.first_places(rounds, listed)))

    def direct(tied: Sequence[int]) -> Mapping[int, Fraction]:
        return measures.direct_meetings(rounds, tied)

    match kind:
        case Kind.SWISS:
            total = total_scores(kind, rounds)
            return (
                (TieBreak.BUCHHOLZ, plain(measures.buchholz(rounds, listed, total))),
                (TieBreak.SONNEBORN_BERGER, plain(measures.sonneborn_berger(rounds, listed, total))),
                first_places,
                points,
                (TieBreak.DIRECT_MEETINGS, direct),
            )
        case Kind.ROUND_ROBIN:
            return ((TieBreak.DIRECT_MEETINGS, direct), first_places, points)
        case Kind.SERIES:
            return (first_places, (TieBreak.BEST_GAME, plain(measures.best_games(rounds, listed))))
        case Kind.DUPLICATE:
            return ((TieBreak.TOPS, plain(measures.tops(rounds, listed))), points)
        case Kind.KNOCKOUT:
            places, last_points = measures.last_tables(rounds, listed)
            return ((TieBreak.TABLE_PLACE, plain(places)), (TieBreak.POINTS, plain(last_points)))
        case Kind.STAGES:
            return (points,)
        case _:
            assert_never(kind)
