"""What tables, byes and rounds are worth."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.kinds import Kind
from games.tournaments.results import Round, TableResult
from games.tournaments.scoring import (
    costs,
    costs_by_seat,
    is_over_target,
    points_of_round,
    scores_beside_par,
    scores_of_round,
    shares,
    total_beside_par,
    total_points,
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


@pytest.mark.parametrize(
    ("places", "points", "expected"),
    [
        ((1, 2, 2), (0, 7, 30), (0, 17, 40)),
        ((1, 2, 3, 4), (0, 0, 0, 25), (0, 10, 20, 55)),
        ((2, 2, 1), (7, 30, -100), (17, 40, -100)),
        ((1, 2), (64, 9), (0, 19)),
        ((1, 1, 3), (12, 12, 50), (0, 0, 70)),
    ],
)
def test_in_a_duplicate_each_place_costs_ten_and_who_is_first_holds_no_card_that_counts(
    places: tuple[int, ...], points: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert costs(TableResult(tuple(range(len(places))), places, points)) == expected


DEAL = (
    table((0, 1), (1, 2), (0, 14)),
    table((2, 3), (2, 1), (26, 0)),
)


def test_a_score_is_how_much_less_than_the_par_of_the_seat_a_result_costs() -> None:
    # The round costs 60 at four seats, a mean of 15: the pars are (36 + 150) / 12 and (24 + 150) / 12.
    assert costs_by_seat(DEAL) == [{0: 0, 2: 36}, {1: 24, 3: 0}]
    assert scores_beside_par(DEAL) == {0: F(31, 2), 2: F(-41, 2), 1: F(-19, 2), 3: F(29, 2)}


def test_a_table_that_alone_has_a_deal_is_compared_with_the_mean_of_its_seats() -> None:
    assert scores_beside_par(DEAL[:1]) == {0: F(10, 11) * 12, 1: F(10, 11) * -12}


def test_a_seat_that_only_larger_tables_have_is_compared_between_them() -> None:
    larger = table((4, 5, 6), (2, 3, 1), (5, 10, 0))
    found = scores_beside_par((*DEAL, larger))
    par = (0 + 10 * F(0 + 24 + 36 + 0 + 15 + 30 + 0, 7)) / (1 + 10)
    assert (len(found), found[6]) == (7, par)


def test_a_bye_of_a_duplicate_is_worth_par() -> None:
    assert scores_of_round(Kind.DUPLICATE, Round(DEAL, byes=(9,)))[9] == 0
    assert scores_of_round(Kind.DUPLICATE, Round((), byes=(8, 9))) == {8: 0, 9: 0}


def test_who_has_left_a_duplicate_has_the_lowest_score_of_each_round_missed() -> None:
    rounds = [Round(DEAL, byes=(4,)), Round((), byes=(0, 1, 2, 3, 4))]
    assert total_beside_par(rounds, (3, 4, 7)) == {3: F(29, 2), 4: 0, 7: F(-41, 2)}


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


@st.composite
def deals(draw: st.DrawFn) -> tuple[TableResult, ...]:
    """Return what full tables made of one deal, with ties now and then."""
    size, tables = draw(st.integers(2, 5)), draw(st.integers(1, 6))
    points = st.lists(st.integers(0, 9), min_size=size, max_size=size)
    return tuple(by_points(range(size * at, size * (at + 1)), draw(points)) for at in range(tables))


@given(deals())
def test_scores_of_a_duplicate_add_up_to_nothing(results: tuple[TableResult, ...]) -> None:
    assert sum(scores_beside_par(results).values()) == 0


@given(deals(), st.randoms())
def test_no_order_of_tables_changes_a_score(results: tuple[TableResult, ...], mixing: Random) -> None:
    mixed = mixing.sample(results, len(results))
    assert scores_beside_par(mixed) == scores_beside_par(results)


@given(deals())
def test_on_the_same_seat_scores_differ_by_what_the_results_cost(results: tuple[TableResult, ...]) -> None:
    scores = scores_beside_par(results)
    for held in costs_by_seat(results):
        assert len({cost + scores[entrant] for entrant, cost in held.items()}) == 1


@given(deals(), st.integers(-50, 50))
def test_what_everybody_has_more_changes_no_score(results: tuple[TableResult, ...], more: int) -> None:
    # All are second, so that the points of all count.
    second = [one._replace(places=(2,) * len(one.places)) for one in results]
    dearer = [one._replace(points=tuple(each + more for each in one.points)) for one in second]
    assert scores_beside_par(dearer) == scores_beside_par(second)


@given(st.integers(1, 250), st.integers(1, 60))
def test_the_more_tables_the_less_is_left_of_the_luck_of_a_seat(tables: int, luck: int) -> None:
    # At tables of two, what all on the last seat have more is in the mean of the round by half.
    def last_seat_holds(points: int) -> Fraction:
        found = [table((2 * at, 2 * at + 1), (1, 2), (0, points)) for at in range(tables)]
        return scores_beside_par(found)[1]

    assert last_seat_holds(20) - last_seat_holds(20 + luck) == F(10, tables + 10) * luck / 2
