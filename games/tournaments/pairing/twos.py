"""Tables of two, exactly: the bye is one more to be met, so that it is chosen together with the pairs."""

from collections.abc import Iterator, Sequence

from games.tournaments.pairing.costs import Matrix, ranked
from games.tournaments.pairing.matching import matched
from games.tournaments.pairing.meetings import Meetings
from games.tournaments.results import Round
from games.tournaments.seating import Seats


def in_twos(
    order: Sequence[int],
    rounds: Sequence[Round],
    again: Matrix,
    apart: Matrix,
    bye_order: Sequence[int],
    words: Iterator[int],
) -> list[list[int]]:
    """Return all of `order` in twos; with an odd number, somebody is left out and has a bye.

    What is wished for, the first most: who has a bye had the fewest; `again` (by indexes in `order`) is the
    least in sum; who has a bye comes first in `bye_order`; `apart` is the least in sum; seats come out even.
    Twos are in the order of their first. There is no better way to pair all.
    """
    size = len(order)
    byes = Meetings.of(rounds).byes
    wishes = [
        _beside_bye(_nothing(size), [byes[entrant] for entrant in order]),
        _beside_bye(again, [0] * size),
        _beside_bye(_nothing(size), [bye_order.index(entrant) for entrant in order]),
        _beside_bye(apart, [0] * size),
        _beside_bye(_uneven_seats(order, rounds), [0] * size),
    ]
    if size % 2 == 0:
        wishes = [[row[:size] for row in matrix[:size]] for matrix in wishes]
    costs, _ = ranked(wishes, (size + 1) // 2)
    return [[order[one], order[other]] for one, other in matched(costs, words) if other < size]


def _nothing(size: int) -> Matrix:
    return [[0] * size for _ in range(size)]


def _beside_bye(matrix: Matrix, last: Sequence[int]) -> list[list[int]]:
    return [[*row, bye] for row, bye in zip(matrix, last, strict=True)] + [[*last, 0]]


def _uneven_seats(order: Sequence[int], rounds: Sequence[Round]) -> Matrix:
    seats = Seats.of(rounds)
    held = [(seats.times[entrant, 0], seats.times[entrant, 1]) for entrant in order]
    return [
        [min(first + others_second, second + others_first) for others_first, others_second in held]
        for first, second in held
    ]
