"""Who comes after whom."""

import pytest

from games.engine.seating import next_seat, seats_after


@pytest.mark.parametrize(
    ("seat", "direction", "in_play", "order"),
    [
        (0, 1, (0, 1, 2, 3), [1, 2, 3]),
        (0, -1, (0, 1, 2, 3), [3, 2, 1]),
        (2, 1, (0, 2), [0]),
        (1, 1, (0, 2, 3), [2, 3, 0]),  # seat 1 was given up and still knows its neighbours
        (1, -1, (0, 2, 3), [0, 3, 2]),
    ],
)
def test_seats_follow_in_the_direction_of_play(
    seat: int, direction: int, in_play: tuple[int, ...], order: list[int]
) -> None:
    assert [*seats_after(seat, direction=direction, seats=4, in_play=in_play)] == order


@pytest.mark.parametrize(
    ("seat", "direction", "in_play", "skipping", "expected"),
    [
        (3, 1, (0, 1, 2, 3), 0, 0),
        (3, 1, (0, 1, 2, 3), 1, 1),
        (0, -1, (0, 1, 2, 3), 1, 2),
        (0, 1, (0, 2), 0, 2),
        (0, 1, (0, 2), 1, 0),  # with two seats a skip leads back
        (1, 1, (2, 3), 1, 3),  # after a seat that is gone
    ],
)
def test_the_next_seat_skips_as_many_as_asked(
    seat: int, direction: int, in_play: tuple[int, ...], skipping: int, expected: int
) -> None:
    found = next_seat(seat, direction=direction, seats=4, in_play=in_play, skipping=skipping)
    assert found == expected


def test_the_next_seat_is_the_neighbor_where_nobody_is_skipped() -> None:
    assert next_seat(3, direction=1, seats=4, in_play=(0, 1, 2, 3)) == 0
