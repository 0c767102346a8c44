"""Pairs that are the cheapest of all, and tables that no exchange makes cheaper."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.tournaments.chance import words_of_round
from games.tournaments.pairing.costs import ranked
from games.tournaments.pairing.exchanging import Exchanges, divided
from games.tournaments.pairing.matching import matched
from games.tournaments.pairing.twos import in_twos
from games.tournaments.seating import cut
from tests.tournaments.playing import SEED

type Costs = Sequence[Sequence[int]]


def symmetric(size: int, most: int) -> st.SearchStrategy[Costs]:
    def built(values: list[int]) -> Costs:
        rest = iter(values)
        rows = [[0] * size for _ in range(size)]
        for one, other in combinations(range(size), 2):
            rows[one][other] = rows[other][one] = next(rest)
        return rows

    count = size * (size - 1) // 2
    return st.lists(st.integers(0, most), min_size=count, max_size=count).map(built)


def all_pairings(left: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        for rest in all_pairings([one for one in others if one != other]):
            yield [(first, other), *rest]


def cost(costs: Costs, pairs: Sequence[tuple[int, int]]) -> int:
    return sum(costs[one][other] for one, other in pairs)


@given(st.sampled_from((0, 2, 4, 6, 8)).flatmap(lambda size: symmetric(size, 5)))
def test_no_other_way_to_make_pairs_is_cheaper(costs: Costs) -> None:
    found = matched(costs)
    assert sorted(index for pair in found for index in pair) == list(range(len(costs)))
    assert cost(costs, found) == min(cost(costs, pairs) for pairs in all_pairings(range(len(costs))))


@given(symmetric(6, 1 << 120))
def test_costs_may_be_large(costs: Costs) -> None:
    found = matched(costs)
    assert cost(costs, found) == min(cost(costs, pairs) for pairs in all_pairings(range(6)))


def test_only_those_near_in_order_are_paired_where_that_is_asked_but_the_last_with_all() -> None:
    costs = [[0, 1, 0, 2], [1, 0, 2, 0], [0, 2, 0, 1], [2, 0, 1, 0]]
    assert matched(costs, within=1) == [(0, 1), (2, 3)]
    assert matched(costs, within=2) == matched(costs) == [(0, 2), (1, 3)]
    costs[0][3] = costs[3][0] = costs[1][2] = costs[2][1] = 0
    costs[0][1] = costs[1][0] = 5
    assert matched(costs, within=1) == [(0, 3), (1, 2)]


def test_where_near_ones_have_all_met_a_large_field_is_paired_all_the_same() -> None:
    order = list(range(132))
    again = [[int(abs(one - other) <= 65) for other in order] for one in order]
    found = in_twos(order, [], again, [[0] * 132 for _ in order], order)
    assert sorted(entrant for table in found for entrant in table) == order
    assert all(other - one > 65 for one, other in found)


@given(st.sampled_from((6, 7)).flatmap(lambda size: st.tuples(symmetric(size, 2), symmetric(size, 3))))
def test_a_lower_wish_never_outweighs_a_higher_one(wishes: tuple[Costs, Costs]) -> None:
    first, second = wishes
    costs, unit = ranked(wishes, 3)
    for one, other in combinations(list(all_pairings(range(6))), 2):
        assert (cost(costs, one) < cost(costs, other)) == (
            (cost(first, one), cost(second, one)) < (cost(first, other), cost(second, other))
        )
    assert all(
        divmod(costs[one][other], unit) == (first[one][other], second[one][other])
        for one, other in pairwise(range(6))
    )


@given(symmetric(9, 6))
def test_no_exchange_makes_the_tables_that_were_found_cheaper(costs: Costs) -> None:
    words = words_of_round(SEED, 1)
    groups = divided(costs, cut(range(9), (4, 3, 2)), words, bearable=1)
    assert [len(group) for group in groups] == [4, 3, 2]
    assert sorted(index for group in groups for index in group) == list(range(9))
    found = Exchanges.of(costs, groups)
    together = [pair for group in groups for pair in combinations(group, 2)]
    assert found.cost == cost(costs, together)
    for one, other in combinations(range(9), 2):
        tried = found.copied()
        tried.exchange(one, other)
        assert tried.cost >= found.cost
        assert tried.cost == Exchanges.of(costs, tried.groups).cost
