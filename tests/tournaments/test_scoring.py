"""What tables, byes and rounds are worth."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.kinds import Kind
from games.tournaments.results import Round, TableResult
from games.tournaments.scoring import (
    is_over_target,
    points_of_round,
    scores_of_round,
    shares,
    shares_of_seats,
    total_points,
    total_scores,
)
from tests.tournaments.playing import by_points

F = Fraction


def table(entrants: tuple[int, ...], places: tuple[int, ...], points: tuple[int, ...] = ()) -> TableResult:
    return TableResult(entrants, places, points or tuple(place - 1 for place in places))


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), (F(1), F(0))),
        ((1, 1), (F(1, 2), F(1, 2))),
        ((3, 1, 2), (F(0), F(1), F(1, 2))),
        ((1, 2, 2, 4), (F(1), F(1, 2), F(1, 2), F(0))),
        ((1, 1, 1, 4), (F(2, 3), F(2, 3), F(2, 3), F(0))),
        ((1, 2, 3, 3), (F(1), F(2, 3), F(1, 6), F(1, 6))),
    ],
)
def test_a_table_is_worth_the_share_of_opponents_beaten(
    places: tuple[int, ...], expected: tuple[Fraction, ...]
) -> None:
    assert shares(table(tuple(range(len(places))), places)) == expected


def test_a_bye_of_a_swiss_is_worth_a_win() -> None:
    one = Round((table((4, 2), (1, 2)),), byes=(3,))
    assert scores_of_round(Kind.SWISS, one) == {4: 1, 2: 0, 3: 1}


def test_a_round_of_a_series_is_worth_its_points() -> None:
    one = Round((table((0, 1), (1, 2), (0, 9)),), byes=(4,))
    assert scores_of_round(Kind.SERIES, one) == {0: 0, 1: 9, 4: F(9, 2)}


def test_the_bye_of_a_round_that_most_kinds_have_is_a_whole_share() -> None:
    one = Round((table((0, 1, 2), (1, 2, 3)),), byes=(4,))
    for kind in (Kind.STAGES, Kind.KNOCKOUT, Kind.ROUND_ROBIN, Kind.SWISS):
        assert scores_of_round(kind, one) == {0: 1, 1: F(1, 2), 2: 0, 4: 1}


DEAL = (
    table((0, 1, 2), (1, 2, 3), (0, 10, 30)),
    table((3, 4, 5), (1, 3, 2), (0, 40, 20)),
    table((6, 7, 8), (2, 1, 3), (5, 0, 30)),
)


def test_a_duplicate_compares_the_same_seats_by_place_then_points() -> None:
    assert shares_of_seats(DEAL) == {
        0: F(3, 4),
        3: F(3, 4),
        6: F(0),
        1: F(1, 2),
        4: F(0),
        7: F(1),
        2: F(1, 4),
        5: F(1),
        8: F(1, 4),
    }


def test_a_bye_of_a_duplicate_is_worth_a_half_as_is_a_seat_without_comparison() -> None:
    assert scores_of_round(Kind.DUPLICATE, Round(DEAL[:1], byes=(9,))) == dict.fromkeys((0, 1, 2, 9), F(1, 2))


def test_points_of_a_bye_are_the_mean_and_of_who_was_missing_the_most() -> None:
    one = Round((table((0, 1), (1, 2), (0, 9)), table((2, 3), (2, 1), (5, 0))), byes=(4,))
    assert points_of_round(one, missing=(0, 4, 7)) == {0: 0, 1: 9, 2: 5, 3: 0, 4: F(7, 2), 7: 9}
    assert total_points([one, one], [4, 7]) == {4: 7, 7: 18}


def test_a_round_of_byes_counts_no_points() -> None:
    assert points_of_round(Round((), byes=(1,)), missing=(2,)) == {1: 0, 2: 0}


def test_the_target_is_reached_by_that_many_points_or_more() -> None:
    rounds = [Round((table((0, 1), (1, 2), (0, 9)),))]
    assert not is_over_target(rounds, (0, 1), 10)
    assert is_over_target(rounds, (0, 1), 9)
    assert not is_over_target(rounds, (0,), 9)
    assert not is_over_target(rounds, (0, 1), 0)


results = st.lists(st.integers(0, 6), min_size=2, max_size=10).map(
    lambda points: by_points(range(len(points)), points)
)


@given(results)
def test_scores_of_a_table_sum_up_to_half_its_size(result: TableResult) -> None:
    assert sum(shares(result)) == F(len(result.entrants), 2)


@given(st.integers(2, 5), st.integers(2, 6), st.data())
def test_scores_of_a_duplicate_sum_up_to_half_of_all_who_played(
    size: int, tables: int, data: st.DataObject
) -> None:
    points = st.lists(st.integers(0, 3), min_size=size, max_size=size)
    found = [by_points(range(size * at, size * (at + 1)), data.draw(points)) for at in range(tables)]
    scores = total_scores(Kind.DUPLICATE, [Round(tuple(found))])
    assert sum(scores.values()) == F(size * tables, 2)
