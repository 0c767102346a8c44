"""Who comes after whom around the table; seats are numbers and are never renumbered."""

from collections.abc import Iterator
from enum import StrEnum


class Side(StrEnum):
    """To which neighbor hands are passed; left is the seat with the next higher number."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def step(self) -> int:
        """The direction in seat numbers: 1 or -1."""
        return 1 if self is Side.LEFT else -1


def seats_after(seat: int, *, direction: int, seats: int, in_play: tuple[int, ...]) -> Iterator[int]:
    """Yield the other seats in play, from the one next to `seat` on, once around.

    `seats` is the number of places at the table, `direction` is 1 or -1. `seat` itself is not yielded and
    need not be in play: a seat that has just been given up still knows its neighbours.
    """
    for step in range(1, seats):
        place = (seat + direction * step) % seats
        if place in in_play:
            yield place


def next_seat(seat: int, *, direction: int, seats: int, in_play: tuple[int, ...], skipping: int = 0) -> int:
    """Return the seat whose turn comes after `seat`, `skipping` that many on the way.

    With two seats in play a skip leads back to `seat` itself (rules I.2 `direction_with_two`).
    """
    place = seat
    while True:
        place = (place + direction) % seats
        if place in in_play:
            if not skipping:
                return place
            skipping -= 1
