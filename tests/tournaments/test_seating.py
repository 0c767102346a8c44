"""Sizes of tables, and seats that come out even."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.results import Round, TableResult
from games.tournaments.seating import Seats, cut, seated, table_sizes


@pytest.mark.parametrize(
    ("entrants", "largest", "sizes"),
    [
        (8, 4, (4, 4)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (5, 4, (3, 2)),
        (4, 3, (2, 2)),
        (4, 2, (2, 2)),
        (5, 2, (2, 2)),
        (3, 10, (3,)),
        (11, 10, (6, 5)),
        (1, 2, ()),
        (1, 4, ()),
        (0, 4, ()),
    ],
)
def test_as_few_tables_as_hold_all_as_even_as_can_be(
    entrants: int, largest: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(entrants, largest) == sizes


@given(st.integers(2, 1000), st.integers(2, 10))
def test_sizes_are_lawful(entrants: int, largest: int) -> None:
    sizes = table_sizes(entrants, largest)
    odd_one = entrants % 2 if largest == 2 else 0
    assert sum(sizes) == entrants - odd_one
    assert min(sizes) >= 2
    assert max(sizes) <= largest
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == -(-(entrants - odd_one) // largest)


def test_tables_are_cut_from_the_front() -> None:
    assert cut("abcde", (3, 2)) == [("a", "b", "c"), ("d", "e")]


def sat(*tables: tuple[int, ...]) -> Seats:
    """Return seats after rounds of one table each."""
    return Seats.of(
        Round((TableResult(table, tuple(range(1, len(table) + 1)), (0,) * len(table)),)) for table in tables
    )


def test_of_each_it_is_known_how_often_they_sat_where_and_where_the_last_time() -> None:
    seats = sat((1, 2), (1, 3), (2, 1))
    assert seats.times == {(1, 0): 2, (1, 1): 1, (2, 0): 1, (2, 1): 1, (3, 1): 1}
    assert seats.last == {1: 1, 2: 0, 3: 1}


def test_at_first_everybody_sits_as_drawn() -> None:
    assert seated((7, 3, 5), sat()) == (7, 3, 5)


def test_who_sat_first_sits_second() -> None:
    assert seated((7, 3), sat((7, 3))) == (3, 7)


def test_who_sat_first_oftener_sits_second() -> None:
    assert seated((1, 2), sat((1, 8), (1, 8), (8, 1), (2, 8), (8, 2))) == (2, 1)


def test_where_both_are_even_nobody_keeps_the_seat_of_the_last_time() -> None:
    assert seated((1, 2), sat((2, 1), (1, 2))) == (2, 1)


@given(st.data())
def test_no_other_order_of_a_table_is_more_even(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 5))
    orders = st.permutations(range(size + 2)).map(lambda order: tuple(order[:size]))
    seats = sat(*data.draw(st.lists(orders, max_size=6)))
    table = data.draw(orders)

    def burden(order: tuple[int, ...]) -> int:
        return sum(seats.burden(entrant, seat) for seat, entrant in enumerate(order))

    found = seated(table, seats)
    assert sorted(found) == sorted(table)
    assert burden(found) == min(map(burden, permutations(table)))
