"""What a result says of how well people play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.formula import (
    NEWCOMER,
    Strength,
    after_game,
    is_provisional,
    ordinal,
    points,
)

strengths = st.builds(Strength, st.floats(0, 50), st.floats(0.5, 9))
tables = st.lists(st.tuples(strengths, st.integers(1, 10)), min_size=2, max_size=10)


def test_the_first_game_of_two_newcomers() -> None:
    assert after_game([NEWCOMER, NEWCOMER], [1, 2]) == [
        Strength(27.635389493140497, 8.06590141354368),
        Strength(22.364610506859503, 8.06590141354368),
    ]


def test_of_whom_nearly_all_is_known_a_game_leaves_more_doubt() -> None:
    known = Strength(25.0, 0.5)
    assert after_game([known, known], [1, 2]) == [
        Strength(25.021642889938406, 0.5068574205828122),
        Strength(24.978357110061594, 0.5068574205828122),
    ]


def test_a_place_that_newcomers_share_tells_none_of_them_from_another() -> None:
    first, *others = after_game([NEWCOMER] * 4, [1, 2, 2, 2])
    assert len(set(others)) == 1
    assert first.mu > NEWCOMER.mu > others[0].mu
    assert {one.mu for one in after_game([NEWCOMER] * 3, [1, 1, 1])} == {NEWCOMER.mu}


def test_a_newcomer_begins_at_a_thousand_and_a_settled_player_of_the_same_strength_is_far_above() -> None:
    assert points(ordinal(NEWCOMER)) == 1000
    assert points(ordinal(Strength(25.0, 1.5))) == 1615
    assert (points(NEWCOMER.mu), points(0), points(-10.0)) == (1750, 1000, 700)


@pytest.mark.parametrize(
    ("sigma", "games", "expected"),
    [(6.25, 10, False), (6.25, 9, True), (6.2500001, 10, True), (1.0, 9, True), (25 / 3, 500, True)],
)
def test_who_is_known_too_little_is_provisional(sigma: float, games: int, expected: bool) -> None:
    assert is_provisional(Strength(25.0, sigma), games) is expected


@given(tables)
def test_the_same_numbers_give_the_same_bits(table: list[tuple[Strength, int]]) -> None:
    before, places = [one for one, _ in table], [place for _, place in table]
    assert after_game(before, places) == after_game(before, places)


@given(tables)
def test_a_win_never_costs_and_the_last_place_never_pays(table: list[tuple[Strength, int]]) -> None:
    before = [one for one, _ in table]
    after = after_game(before, [*range(1, len(before) + 1)])
    assert after[0].mu >= before[0].mu
    assert after[-1].mu <= before[-1].mu


@given(strengths, st.lists(st.integers(1, 10), min_size=2, max_size=10))
def test_among_equals_a_better_place_is_worth_more_and_a_shared_one_the_same(
    strength: Strength, places: list[int]
) -> None:
    after = after_game([strength] * len(places), places)
    told = {
        place: {round(one.mu, 9) for one, own in zip(after, places, strict=True) if own == place}
        for place in places
    }
    in_order = [mu for place in sorted(told) for mu in told[place]]
    assert len(in_order) == len(told)
    assert in_order == sorted(set(in_order), reverse=True)


def test_one_alone_has_no_result() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        after_game([NEWCOMER], [1])
