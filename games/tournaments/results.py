"""What pairing makes and scoring reads, entrants as numbers; nothing is worked out here."""

from collections.abc import Iterator
from typing import NamedTuple


class TableResult(NamedTuple):
    """How a table ended, all by seat.

    `places` count from 1, and those who share one leave the next ones out (1, 2, 2, 4); `points` are those of
    the cards left, fewer are better. Who was not there or gave up stands last.
    """

    entrants: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]


class Round(NamedTuple):
    """A round that is closed: the results of its tables by number, and who had a bye."""

    results: tuple[TableResult, ...]
    byes: tuple[int, ...] = ()

    @property
    def entrants(self) -> Iterator[int]:
        """All who were in it, at a table or with a bye."""
        for result in self.results:
            yield from result.entrants
        yield from self.byes


class Pairing(NamedTuple):
    """A round to come: entrants by table and seat, and who has a bye, in order of number.

    Without tables, the field cannot fill one.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
