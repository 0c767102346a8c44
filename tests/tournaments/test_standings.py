"""Who stands before whom: each measure where it decides, and a total order in any case."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.kinds import Kind
from games.tournaments.results import Round, TableResult
from games.tournaments.standings import Standing, TieBreak, standings
from tests.tournaments.playing import SEED, by_points, played

PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"
F = Fraction


def table(entrants: tuple[int, ...], places: tuple[int, ...], points: tuple[int, ...] = ()) -> TableResult:
    return TableResult(entrants, places, points or tuple(10 * (place - 1) for place in places))


def order(kind: Kind, entrants: Sequence[int], *rounds: Round) -> list[int]:
    return [one.entrant for one in standings(kind, entrants, rounds, seed=SEED)]


def values(kind: Kind, name: TieBreak, entrants: Sequence[int], *rounds: Round) -> dict[int, Fraction]:
    return {one.entrant: dict(one.tie_breaks)[name] for one in standings(kind, entrants, rounds, seed=SEED)}


EXAMPLE = [
    Round((table((0, 1), (1, 2), (0, 12)), table((2, 3), (2, 1), (20, 0))), byes=(4,)),
    Round((table((3, 0), (1, 2), (0, 7)), table((4, 2), (1, 2), (0, 9))), byes=(1,)),
]


def row(one: Standing) -> str:
    measures = (
        value for name, value in one.tie_breaks if name not in (TieBreak.DIRECT_MEETINGS, TieBreak.LOT)
    )
    return f"| {' | '.join(map(str, (one.place, one.entrant, one.score, *measures)))} |"


def test_the_example_of_the_docs_is_true() -> None:
    found = standings(Kind.SWISS, range(5), EXAMPLE, seed=SEED)
    assert [(one.place, one.entrant, one.score) for one in found] == [
        (1, 3, F(2)), (2, 4, F(2)), (3, 0, F(1)), (4, 1, F(1)), (5, 2, F(0)),
    ]  # fmt: skip
    assert "\n".join(map(row, found)) in PAGE.read_text()


DUPLICATE = [
    Round((table((0, 1), (1, 2), (0, 14)), table((2, 3), (2, 1), (26, 0))), byes=(4,)),
    Round((table((3, 4), (2, 1), (8, 0)), table((2, 0), (1, 2), (0, 32)))),
]


def test_the_example_of_a_duplicate_in_the_docs_is_true() -> None:
    found = standings(Kind.DUPLICATE, range(5), DUPLICATE, seed=SEED)
    assert [(one.entrant, one.score) for one in found] == [
        (4, F(16)), (3, F(21, 2)), (2, F(-13, 2)), (0, F(-21, 2)), (1, F(-71, 2)),
    ]  # fmt: skip
    rows = (
        (one.place, one.entrant, f"{float(one.score):+g}", *dict(one.tie_breaks[:-1]).values())
        for one in found
    )
    assert "\n".join(f"| {' | '.join(map(str, one))} |" for one in rows) in PAGE.read_text()


def test_sonneborn_berger_counts_those_beaten_in_full_and_those_tied_in_half() -> None:
    one = Round((table((0, 1, 2, 3), (1, 2, 2, 4)),))
    assert values(Kind.SWISS, TieBreak.SONNEBORN_BERGER, range(4), one) == {
        0: F(1, 2) * 2 / 3,
        1: F(1, 4) / 3,
        2: F(1, 4) / 3,
        3: 0,
    }


def test_buchholz_is_the_mean_of_a_table() -> None:
    one = Round((table((0, 1, 2, 3), (1, 2, 3, 4)),))
    assert values(Kind.SWISS, TieBreak.BUCHHOLZ, range(4), one) == {
        0: F(1, 3), 1: F(4, 9), 2: F(5, 9), 3: F(2, 3),
    }  # fmt: skip


def test_who_was_disqualified_counts_as_an_opponent_and_is_not_listed() -> None:
    one = Round((table((0, 1), (2, 1)),))
    (found,) = standings(Kind.SWISS, [0], [one], seed=SEED)
    assert (found.place, found.entrant, dict(found.tie_breaks)[TieBreak.BUCHHOLZ]) == (1, 0, F(1))


def test_in_a_round_robin_those_tied_are_parted_by_their_own_meetings_first() -> None:
    # 0, 1 and 2 have one win each way and 3 has lost thrice, but to 2 after fewer points than to others.
    rounds = [
        Round((table((0, 1), (1, 2), (0, 50)), table((2, 3), (1, 2), (0, 1)))),
        Round((table((0, 2), (2, 1), (30, 0)), table((1, 3), (1, 2), (0, 40)))),
        Round((table((0, 3), (1, 2), (0, 40)), table((1, 2), (1, 2), (0, 9)))),
    ]
    assert values(Kind.ROUND_ROBIN, TieBreak.DIRECT_MEETINGS, range(4), *rounds) == {0: 1, 1: 1, 2: 1, 3: 0}
    assert order(Kind.ROUND_ROBIN, range(4), *rounds) == [2, 0, 1, 3]
    two = [rounds[0], Round((table((0, 3), (2, 1)), table((1, 2), (1, 2)))), rounds[1]]
    assert order(Kind.ROUND_ROBIN, (0, 3), *two) == [3, 0]


def test_a_series_is_won_by_the_fewest_points_then_first_places_then_the_best_game() -> None:
    rounds = [
        Round((table((0, 1, 2), (1, 2, 3), (0, 4, 6)),)),
        Round((table((0, 1, 2), (3, 2, 1), (8, 4, 2)),)),
    ]
    assert order(Kind.SERIES, range(3), *rounds) == [0, 2, 1]
    parted = [
        Round((table((0, 1, 2), (1, 2, 3), (0, 4, 5)),)),
        Round((table((0, 1, 2), (1, 3, 2), (0, 4, 3)),)),
    ]
    assert order(Kind.SERIES, range(3), *parted) == [0, 2, 1]
    assert values(Kind.SERIES, TieBreak.BEST_GAME, (0, 1, 2, 9), *parted) == {0: 0, 1: 4, 2: 3, 9: 5}


def test_in_a_series_who_comes_later_has_the_most_points_of_each_round_before() -> None:
    one = Round((table((0, 1), (1, 2), (0, 9)),))
    two = Round((table((0, 1, 2), (2, 3, 1), (2, 5, 0)),))
    found = standings(Kind.SERIES, range(3), [one, two], seed=SEED)
    assert [(each.entrant, each.score) for each in found] == [
        (0, F(2)), (2, F(9)), (1, F(14)),
    ]  # fmt: skip


def test_a_knockout_ranks_by_the_round_reached_then_place_then_points() -> None:
    rounds = [
        Round((table((0, 1, 2), (1, 2, 3), (0, 5, 9)), table((3, 4, 5), (1, 3, 2), (0, 8, 5)))),
        Round((table((0, 3), (2, 1)),)),
    ]
    assert order(Kind.KNOCKOUT, (*range(6), 7), *rounds)[:2] == [3, 0]
    assert set(order(Kind.KNOCKOUT, (*range(6), 7), *rounds)[2:4]) == {1, 5}
    assert order(Kind.KNOCKOUT, (*range(6), 7), *rounds)[4:] == [4, 2, 7]


def test_in_a_knockout_whoever_has_a_bye_stands_before_those_who_won() -> None:
    rounds = [
        Round((table((0, 1), (2, 1)), table((2, 3), (1, 2)), table((4, 5), (1, 2)))),
        Round((table((1, 2), (1, 2)),), byes=(4,)),
    ]
    found = standings(Kind.KNOCKOUT, (1, 2, 4), rounds, seed=SEED)
    assert [(one.entrant, one.score, one.tie_breaks[0]) for one in found] == [
        (4, F(2), (TieBreak.TABLE_PLACE, F(0))),
        (1, F(2), (TieBreak.TABLE_PLACE, F(1))),
        (2, F(2), (TieBreak.TABLE_PLACE, F(2))),
    ]


def test_stages_rank_by_the_places_of_the_game_then_points() -> None:
    assert order(Kind.STAGES, range(3), Round((table((0, 1, 2), (2, 2, 1), (9, 3, 0)),))) == [2, 1, 0]


def test_a_duplicate_parts_by_tops_those_who_did_best_of_all_on_a_seat() -> None:
    rounds = [
        Round((table((0, 1), (1, 2), (0, 3)), table((2, 3), (2, 1), (4, 0)), table((4, 5), (2, 1), (2, 0)))),
        Round((table((0, 1), (2, 1), (9, 0)), table((2, 3), (2, 1), (4, 0)), table((4, 5), (2, 1), (9, 0)))),
    ]
    assert values(Kind.DUPLICATE, TieBreak.TOPS, range(6), *rounds) == {0: 1, 1: 0, 2: 1, 3: 1, 4: 0, 5: 1}


def test_where_all_did_the_same_nobody_has_a_top() -> None:
    one = Round((table((0, 1), (1, 2)), table((2, 3), (1, 2))))
    assert set(values(Kind.DUPLICATE, TieBreak.TOPS, range(4), one).values()) == {0}


@pytest.mark.parametrize("kind", Kind)
def test_where_nothing_else_decides_the_lot_does(kind: Kind) -> None:
    found = standings(kind, (5, 3, 4), [], seed=SEED)
    assert [(one.place, one.entrant) for one in found] == [(1, 4), (2, 5), (3, 3)]
    assert [one.tie_breaks[-1] for one in found] == [(TieBreak.LOT, F(at)) for at in (1, 2, 3)]
    other = standings(kind, (5, 3, 4), [], seed=bytes([7]) * 32)
    assert [one.entrant for one in other] == [4, 3, 5]


@settings(max_examples=40)
@given(st.sampled_from(Kind), st.integers(2, 12), st.integers(2, 4), st.integers(0, 2**32), st.randoms())
def test_standings_are_a_total_order_that_no_order_of_tables_changes(
    kind: Kind, entrants: int, table_size: int, luck: int, mixing: Random
) -> None:
    rounds = played(kind, range(entrants), 3, table_size=table_size, chance=Random(luck))
    found = standings(kind, range(entrants), rounds, seed=SEED)
    assert [one.place for one in found] == list(range(1, entrants + 1))
    assert sorted(one.entrant for one in found) == list(range(entrants))
    assert len({(one.score, one.tie_breaks) for one in found}) == entrants

    def other_order(one: Round) -> Round:
        results = tuple(mixing.sample(one.results, len(one.results)))
        return Round(results, tuple(mixing.sample(one.byes, len(one.byes))))

    mixed = mixing.sample(range(entrants), entrants)
    assert standings(kind, mixed, [other_order(one) for one in rounds], seed=SEED) == found


@given(st.integers(3, 8), st.integers(0, 2**32))
def test_whoever_wins_everything_wins_a_swiss(entrants: int, luck: int) -> None:
    def best_is_zero(table: Sequence[int], chance: Random) -> TableResult:
        return by_points(table, [entrant and chance.randrange(1, 5) for entrant in table])

    rounds = played(Kind.SWISS, range(entrants), 3, outcome=best_is_zero, chance=Random(luck))
    assert standings(Kind.SWISS, range(entrants), rounds, seed=SEED)[0].score == 3
