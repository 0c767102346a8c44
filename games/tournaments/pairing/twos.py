"""Tables of two, exactly: the bye is one more to be met, so that it is chosen together with the pairs."""

from collections.abc import Sequence

from games.tournaments.pairing.costs import Matrix, ranked
from games.tournaments.pairing.matching import matched
from games.tournaments.pairing.meetings import Meetings
from games.tournaments.results import Round
from games.tournaments.seating import Seats

# In a field of 1 000 all pairs take seconds, and those who stand near each other nearly always do as well.
_NEAR = 64


def in_twos(
    order: Sequence[int], rounds: Sequence[Round], again: Matrix, apart: Matrix, bye_order: Sequence[int]
) -> list[list[int]]:
    """Return all of `order` in twos; with an odd number, somebody is left out and has a bye.

    What is wished for, the first most: who has a bye had the fewest; `again` (by indexes in `order`) is the
    least in sum; who has a bye comes first in `bye_order`; `apart` is the least in sum; seats come out even.
    Twos are in the order of their first.

    There is no better way to pair all; but of more than 128 entrants, the last two wishes may be met
    the best only among pairs that are at most 64 apart in `order`.
    """
    size = len(order)
    musts, mays = _wishes(order, rounds, again, apart, bye_order)
    if size % 2 == 0:
        musts, mays = ([_without_bye(matrix) for matrix in wishes] for wishes in (musts, mays))
    must, _ = ranked(musts, (size + 1) // 2)
    costs, unit = ranked([must, *mays], (size + 1) // 2)
    least = unit * min(must[-1][:-1]) if size % 2 else 0
    pairs = matched(costs, within=_NEAR if size > 2 * _NEAR else size)
    if size > 2 * _NEAR and sum(costs[one][other] for one, other in pairs) >= least + unit:
        pairs = matched(costs)
    return [[order[one], order[other]] for one, other in pairs if other < size]


def _wishes(
    order: Sequence[int], rounds: Sequence[Round], again: Matrix, apart: Matrix, bye_order: Sequence[int]
) -> tuple[list[list[list[int]]], list[list[list[int]]]]:
    size = len(order)
    nothing = [[0] * size for _ in order]
    byes = Meetings.of(rounds).byes
    position = {entrant: at for at, entrant in enumerate(bye_order)}
    musts = [
        _beside_bye(nothing, [byes[entrant] for entrant in order]),
        _beside_bye(again, [0] * size),
        _beside_bye(nothing, [position[entrant] for entrant in order]),
    ]
    mays = [
        _beside_bye(apart, [0] * size),
        _beside_bye(_uneven_seats(order, rounds), [0] * size),
    ]
    return musts, mays


def _beside_bye(matrix: Matrix, last: Sequence[int]) -> list[list[int]]:
    return [[*row, bye] for row, bye in zip(matrix, last, strict=True)] + [[*last, 0]]


def _without_bye(matrix: Matrix) -> list[list[int]]:
    return [list(row[:-1]) for row in matrix[:-1]]


def _uneven_seats(order: Sequence[int], rounds: Sequence[Round]) -> Matrix:
    seats = Seats.of(rounds)
    held = [(seats.times[entrant, 0], seats.times[entrant, 1]) for entrant in order]
    return [
        [min(first + others_second, second + others_first) for others_first, others_second in held]
        for first, second in held
    ]
