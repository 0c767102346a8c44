"""Duplicate: tables that are all full, where nobody meets again who has met while that can be found."""

from collections.abc import Iterator, Sequence

from games.engine.shuffling import mixed
from games.tournaments.pairing.by_lot import with_byes_last
from games.tournaments.pairing.larger import in_larger
from games.tournaments.pairing.meetings import Meetings
from games.tournaments.pairing.twos import in_twos
from games.tournaments.results import Round
from games.tournaments.seating import cut


def groups(
    field: Sequence[int], rounds: Sequence[Round], table_size: int, words: Iterator[int]
) -> list[list[int]]:
    """Return who sits together; who is left over has a bye.

    What is wished for, the first most: byes go to those who had the fewest; nobody meets again; the lot
    decides. At tables of two a bye is chosen together with the pairs, at larger ones by lot before them.
    """
    tables = len(field) // table_size
    drawn = mixed(field, words)
    if table_size == 2:
        again = Meetings.of(rounds).counts(drawn)
        return in_twos(drawn, rounds, again, _alike(len(drawn)), drawn)
    order = with_byes_last(drawn, rounds, len(field) - tables * table_size)[: tables * table_size]
    again = Meetings.of(rounds).counts(order)
    return in_larger(order, cut(order, (table_size,) * tables), again, _alike(len(order)), words)


def _alike(size: int) -> list[list[int]]:
    return [[0] * size for _ in range(size)]
