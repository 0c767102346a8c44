"""Knockout: who goes on from each table, and at which tables those meet."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from games.engine.shuffling import mixed
from games.tournaments.chance import by_lot
from games.tournaments.pairing.larger import in_larger
from games.tournaments.pairing.meetings import Meetings
from games.tournaments.pairing.twos import in_twos
from games.tournaments.results import Round, TableResult
from games.tournaments.seating import table_sizes


def go_on(result: TableResult, advance: int, *, seed: bytes) -> tuple[int, ...]:
    """Return who goes on from a table, the best first: `advance` of them, always fewer than sat there.

    The place decides, then fewer points, then the lot.
    """
    lots = {entrant: at for at, entrant in enumerate(by_lot(result.entrants, seed))}
    order = sorted(
        zip(
            result.places, result.points, map(lots.__getitem__, result.entrants), result.entrants, strict=True
        )
    )
    return tuple(entrant for *_, entrant in order[: how_many_go_on(len(order), advance)])


def how_many_go_on(table: int, advance: int) -> int:
    """Return how many go on from a table of so many."""
    return min(advance, table - 1)


def still_in(one: Round, advance: int, *, seed: bytes) -> frozenset[int]:
    """Return who is still in after a round: those who go on from its tables, and those who had a bye."""
    return frozenset(one.byes).union(*(go_on(result, advance, seed=seed) for result in one.results))


def rounds_needed(entrants: int, table_size: int, advance: int) -> int:
    """Return how many rounds it takes until one table has been played, when nobody leaves."""
    rounds = 0
    while entrants > 1:
        sizes = table_sizes(entrants, table_size)
        rounds += 1
        if len(sizes) == 1 and entrants == sum(sizes):
            break
        entrants += sum(how_many_go_on(size, advance) - size for size in sizes)
    return rounds


def groups(
    field: Collection[int], rounds: Sequence[Round], table_size: int, words: Iterator[int]
) -> list[list[int]]:
    """Return who sits together of those who are still in; who is left over has a bye.

    What is wished for, the first most: byes go to those who had the fewest; nobody meets again whom it met
    lately; those of the same place at their last tables are spread over the tables; the lot decides.
    """
    places = _last_places(rounds)
    order = sorted(mixed(sorted(field), words), key=lambda entrant: places.get(entrant, 0))
    again = Meetings.of(rounds).latest(order)
    apart = [[int(one != other and places.get(one) == places.get(other)) for other in order] for one in order]
    sizes = table_sizes(len(order), table_size)
    if max(sizes) == 2:
        return in_twos(order, rounds, again, apart, order)
    return in_larger(order, _dealt(order, sizes), again, apart, words)


def _last_places(rounds: Iterable[Round]) -> dict[int, int]:
    return {
        entrant: place
        for one in rounds
        for result in one.results
        for entrant, place in zip(result.entrants, result.places, strict=True)
    }


def _dealt(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    # One to each table in turn; the bigger tables come first.
    return [list(order[table :: len(sizes)]) for table in range(len(sizes))]
