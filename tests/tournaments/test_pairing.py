"""Laws of pairing that hold for every kind, and what each kind promises beyond them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.kinds import Kind
from games.tournaments.pairing import has_ended, pair, round_robin, rounds_needed
from games.tournaments.pairing.lengths import LENGTHS
from games.tournaments.results import Pairing, Round
from games.tournaments.seating import table_sizes
from games.tournaments.standings import standings
from tests.tournaments.playing import SEED, by_chance, by_strength, closed, meetings, played, repeats

lucks = st.integers(0, 2**32)
# The search at larger tables takes its time where somebody must meet again.
slowly = settings(max_examples=40)


def paired(
    kind: Kind, field: Sequence[int], rounds: Sequence[Round], table_size: int = 2, advance: int = 1
) -> Pairing:
    return pair(
        kind,
        field,
        rounds,
        table_size=table_size,
        advance=advance,
        seed=SEED,
        number=len(rounds) + 1,
    )


def everybody(pairing: Pairing) -> list[int]:
    return sorted([entrant for table in pairing.tables for entrant in table] + list(pairing.byes))


class Changing:
    """A tournament that entrants enter and leave between its rounds."""

    def __init__(self, kind: Kind, entrants: int, table_size: int, luck: int) -> None:
        self.kind = kind
        self.table_size = table_size
        self.chance = Random(luck)
        self.field = list(range(entrants))
        self.rounds: list[Round] = []

    def play(self, *, entering: bool) -> Pairing:
        pairing = paired(self.kind, self.field, self.rounds, self.table_size, advance=2)
        self.rounds.append(closed(pairing, by_chance, self.chance))
        if len(self.field) > 2:
            self.field.remove(self.chance.choice(self.field))
        if entering:
            self.field.append(max(entrant for one in self.rounds for entrant in one.entrants) + 1)
        return pairing


OPEN = (Kind.SERIES, Kind.STAGES, Kind.SWISS)


@slowly
@given(st.sampled_from(OPEN), st.integers(2, 24), st.integers(2, 10), lucks)
def test_everybody_has_one_table_of_a_lawful_size_or_a_bye_whoever_enters_or_leaves(
    kind: Kind, entrants: int, table_size: int, luck: int
) -> None:
    changing = Changing(kind, entrants, table_size, luck)
    for _ in range(4):
        field = sorted(changing.field)
        pairing = changing.play(entering=True)
        assert everybody(pairing) == field
        sizes = tuple(sorted(map(len, pairing.tables), reverse=True))
        assert sizes == table_sizes(len(field), table_size)


@slowly
@given(st.integers(2, 24), st.integers(2, 10), lucks)
def test_all_tables_of_a_duplicate_are_full(entrants: int, table_size: int, luck: int) -> None:
    changing = Changing(Kind.DUPLICATE, entrants, table_size, luck)
    for _ in range(4):
        field = sorted(changing.field)
        pairing = changing.play(entering=True)
        assert everybody(pairing) == field
        assert [len(table) for table in pairing.tables] == [table_size] * (len(field) // table_size)


@slowly
@given(st.integers(2, 16), st.integers(2, 10), lucks)
def test_a_round_robin_and_a_knockout_go_on_without_those_who_leave(
    entrants: int, table_size: int, luck: int
) -> None:
    robin = Changing(Kind.ROUND_ROBIN, entrants, table_size, luck)
    for _ in range(4):
        field = sorted(robin.field)
        pairing = robin.play(entering=False)
        assert everybody(pairing) == field
        assert all(2 <= len(table) <= table_size for table in pairing.tables)
    cup = Changing(Kind.KNOCKOUT, entrants, table_size, luck)
    left = set(cup.field)
    for _ in range(4):
        left &= set(cup.field)
        pairing = cup.play(entering=False)
        assert set(everybody(pairing)) <= left
        left = set(everybody(pairing))


@slowly
@given(st.sampled_from(Kind), st.integers(2, 12), st.integers(2, 4), lucks, st.randoms())
def test_the_order_of_the_field_and_of_tables_makes_no_difference(
    kind: Kind, entrants: int, table_size: int, luck: int, mixing: Random
) -> None:
    field = range(entrants)
    rounds = played(kind, field, 2, table_size=table_size, advance=2, chance=Random(luck))
    other = [Round(tuple(mixing.sample(one.results, len(one.results))), one.byes[::-1]) for one in rounds]
    expected = paired(kind, field, rounds, table_size, advance=2)
    assert paired(kind, mixing.sample(field, entrants), other, table_size, advance=2) == expected


@pytest.mark.parametrize("kind", Kind)
def test_who_is_alone_has_a_bye_and_of_nobody_nothing_is_made(kind: Kind) -> None:
    assert paired(kind, [4], []) == Pairing((), (4,))
    assert paired(kind, [], []) == Pairing((), ())


def test_a_field_that_fills_no_table_of_a_duplicate_has_byes() -> None:
    assert paired(Kind.DUPLICATE, [1, 2, 3], [], table_size=4) == Pairing((), (1, 2, 3))


def test_the_first_round_is_the_draw_cut_into_tables() -> None:
    assert paired(Kind.SWISS, range(8), [], 4).tables == ((2, 5, 0, 7), (6, 4, 3, 1))
    for kind in (Kind.SERIES, Kind.STAGES, Kind.KNOCKOUT):
        assert paired(kind, range(8), [], 4) == paired(Kind.SWISS, range(8), [], 4)


@slowly
@given(st.integers(2, 9), st.integers(1, 9), lucks)
def test_a_swiss_of_two_has_no_second_bye_no_repeat_and_the_lowest_bye_that_can_be(
    entrants: int, rounds: int, luck: int
) -> None:
    so_far = played(Kind.SWISS, range(entrants), rounds, chance=Random(luck))
    pairing = paired(Kind.SWISS, range(entrants), so_far)
    met = Counter(meetings(so_far))
    byes = Counter(entrant for one in so_far for entrant in one.byes)
    places = {one.entrant: one.place for one in standings(Kind.SWISS, range(entrants), so_far, seed=SEED)}

    def worth(tables: Sequence[tuple[int, ...]], left: Sequence[int]) -> tuple[int, int, int]:
        return (
            sum(byes[entrant] for entrant in left),
            sum(met[frozenset(table)] for table in tables),
            -sum(places[entrant] for entrant in left),
        )

    best = min(worth(tables, left) for tables, left in partitions(tuple(range(entrants)), 2))
    assert worth(pairing.tables, pairing.byes) == best


def partitions(
    left: tuple[int, ...], table_size: int
) -> Iterator[tuple[list[tuple[int, ...]], tuple[int, ...]]]:
    """Yield every way to fill as many tables of one size as can be, with who is left over."""
    if len(left) < table_size:
        yield [], left
        return
    if len(left) % table_size:
        for out in left:
            for tables, others in partitions(tuple(one for one in left if one != out), table_size):
                yield tables, (*others, out)
        return
    for others in combinations(left[1:], table_size - 1):
        table = (left[0], *others)
        for tables, over in partitions(tuple(one for one in left if one not in table), table_size):
            yield [table, *tables], over


@slowly
@given(
    st.sampled_from((Kind.SWISS, Kind.DUPLICATE)),
    st.sampled_from(((6, 3), (9, 3), (8, 4), (10, 5))),
    st.integers(1, 6),
    lucks,
)
def test_at_larger_tables_of_small_fields_no_way_has_fewer_repeats(
    kind: Kind, sizes: tuple[int, int], rounds: int, luck: int
) -> None:
    entrants, table_size = sizes
    so_far = played(kind, range(entrants), rounds, table_size=table_size, chance=Random(luck))
    met = Counter(meetings(so_far))

    def again(tables: Sequence[tuple[int, ...]]) -> int:
        return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))

    found = again(paired(kind, range(entrants), so_far, table_size).tables)
    assert found == min(again(tables) for tables, _ in partitions(tuple(range(entrants)), table_size))


@pytest.mark.parametrize(
    ("entrants", "table_size", "rounds"), [(40, 2, 9), (41, 2, 9), (64, 4, 9), (150, 3, 9)]
)
def test_a_swiss_has_no_repeats_and_no_second_bye(entrants: int, table_size: int, rounds: int) -> None:
    found = played(Kind.SWISS, range(entrants), rounds, table_size=table_size, outcome=by_strength)
    assert repeats(found) == 0
    assert max(Counter(entrant for one in found for entrant in one.byes).values(), default=0) <= 1


def test_swiss_tables_hold_those_of_the_same_score() -> None:
    found = played(Kind.SWISS, range(64), 2, outcome=by_strength)
    scores = {one.entrant: one.score for one in standings(Kind.SWISS, range(64), found, seed=SEED)}
    pairing = paired(Kind.SWISS, range(64), found)
    assert all(scores[one] == scores[other] for one, other in pairing.tables)
    assert [scores[table[0]] for table in pairing.tables] == [2] * 8 + [1] * 16 + [0] * 8


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.SERIES, Kind.DUPLICATE, Kind.ROUND_ROBIN])
@pytest.mark.parametrize(("entrants", "table_size", "rounds"), [(32, 2, 8), (32, 4, 8), (30, 5, 10)])
def test_seats_come_out_even(kind: Kind, entrants: int, table_size: int, rounds: int) -> None:
    found = played(kind, range(entrants), rounds, table_size=table_size)
    times = Counter(
        (entrant, seat)
        for one in found
        for result in one.results
        for seat, entrant in enumerate(result.entrants)
    )
    spread = Counter(times[entrant, seat] for entrant in range(entrants) for seat in range(table_size))
    assert max(spread) - min(spread) <= 2, spread


@slowly
@given(st.sampled_from((Kind.SERIES, Kind.DUPLICATE)), st.integers(3, 15), st.integers(2, 4), lucks)
def test_nobody_has_a_second_bye_before_all_had_one(
    kind: Kind, entrants: int, table_size: int, luck: int
) -> None:
    found = played(kind, range(entrants), 6, table_size=table_size, chance=Random(luck))
    if entrants >= table_size:
        byes = Counter(entrant for one in found for entrant in one.byes)
        times = [byes[entrant] for entrant in range(entrants)]
        assert max(times) - min(times) <= 1


def test_a_duplicate_repeats_no_meeting_that_it_can_avoid() -> None:
    assert repeats(played(Kind.DUPLICATE, range(25), 4, table_size=4)) == 0
    assert repeats(played(Kind.DUPLICATE, range(9), 9, table_size=2)) == 0


@pytest.mark.parametrize("entrants", [2, 3, 7, 8, 64])
def test_in_a_round_robin_of_two_every_pair_meets_once(entrants: int) -> None:
    rounds = rounds_needed(Kind.ROUND_ROBIN, entrants, 2, 1, 0)
    assert rounds == entrants - 1 + entrants % 2
    found = played(Kind.ROUND_ROBIN, range(entrants), rounds)
    assert Counter(meetings(found)) == Counter(map(frozenset, combinations(range(entrants), 2)))
    byes = Counter(entrant for one in found for entrant in one.byes)
    assert byes == Counter(range(entrants) if entrants % 2 else ())


@pytest.mark.parametrize(
    ("entrants", "table_size", "rounds"),
    [(3, 4, 1), (4, 3, 3), (9, 3, 4), (16, 4, 5), (12, 4, 6), (13, 5, 5)],
)
def test_in_a_round_robin_of_more_every_pair_meets(entrants: int, table_size: int, rounds: int) -> None:
    assert rounds_needed(Kind.ROUND_ROBIN, entrants, table_size, 1, 0) == rounds
    found = played(Kind.ROUND_ROBIN, range(entrants), rounds, table_size=table_size)
    assert set(meetings(found)) == set(map(frozenset, combinations(range(entrants), 2)))


@pytest.mark.parametrize(
    ("entrants", "table_size"),
    [
        *((entrants, size) for size in range(2, 11) for entrants in range(2, 23)),
        *((31, 4), (33, 3), (40, 6), (48, 8), (64, 3), (64, 10)),
    ],
)
def test_how_long_a_round_robin_is_is_known_before_its_schedule_is_searched(
    entrants: int, table_size: int
) -> None:
    rounds = rounds_needed(Kind.ROUND_ROBIN, entrants, table_size, 1, 0)
    assert rounds == len(round_robin.schedule(entrants, table_size))


def test_every_length_of_a_round_robin_is_kept_and_no_less_than_could_do() -> None:
    assert {size: len(kept) for size, kept in LENGTHS.items()} == dict.fromkeys(range(3, 11), 63)
    for size, kept in LENGTHS.items():
        for entrants, rounds in enumerate(kept, start=2):
            pairs_of_a_round = sum(comb(seats, 2) for seats in table_sizes(entrants, size))
            assert comb(entrants, 2) <= rounds * pairs_of_a_round < 2 * comb(entrants, 2) + pairs_of_a_round


def test_a_round_robin_that_is_wished_longer_begins_again() -> None:
    assert rounds_needed(Kind.ROUND_ROBIN, 4, 2, 1, 6) == 6
    assert rounds_needed(Kind.ROUND_ROBIN, 4, 2, 1, 2) == 3
    found = played(Kind.ROUND_ROBIN, range(4), 6)
    assert set(Counter(meetings(found)).values()) == {2}


@pytest.mark.parametrize("table_size", [2, 3])
def test_a_round_robin_has_a_limit(table_size: int) -> None:
    with pytest.raises(ValueError, match="a round robin of 65: 2 to 64 can meet"):
        rounds_needed(Kind.ROUND_ROBIN, 65, table_size, 1, 0)


@pytest.mark.parametrize(
    ("entrants", "table_size", "advance", "rounds"),
    [(2, 2, 1, 1), (8, 2, 1, 3), (9, 2, 1, 4), (16, 4, 2, 3), (8, 4, 3, 3), (10, 10, 5, 1), (500, 4, 2, 8)],
)
def test_a_knockout_ends_with_one_table(entrants: int, table_size: int, advance: int, rounds: int) -> None:
    assert rounds_needed(Kind.KNOCKOUT, entrants, table_size, advance, 0) == rounds
    found = played(Kind.KNOCKOUT, range(entrants), rounds, table_size=table_size, advance=advance)
    assert len(found[-1].results) == 1
    assert not found[-1].byes
    assert all(len(one.results) + len(one.byes) > 1 for one in found[:-1])
    assert ended(Kind.KNOCKOUT, range(entrants), found, table_size, advance)
    assert not ended(Kind.KNOCKOUT, range(entrants), found[:-1], table_size, advance)


def ended(
    kind: Kind,
    field: Sequence[int],
    rounds: Sequence[Round],
    table_size: int = 2,
    advance: int = 1,
    *,
    needed: int = 3,
    target_points: int = 0,
) -> bool:
    return has_ended(
        kind,
        field,
        rounds,
        table_size=table_size,
        advance=advance,
        target_points=target_points,
        needed=needed,
        seed=SEED,
    )


@given(st.integers(2, 60), st.integers(2, 10), st.integers(1, 9), lucks)
@slowly
def test_from_every_table_of_a_knockout_the_best_go_on_and_at_least_one_is_out(
    entrants: int, table_size: int, advance: int, luck: int
) -> None:
    rounds = rounds_needed(Kind.KNOCKOUT, entrants, table_size, advance, 0)
    found = played(
        Kind.KNOCKOUT, range(entrants), rounds, table_size=table_size, advance=advance, chance=Random(luck)
    )
    for before, after in pairwise(found):
        still = set(after.entrants)
        assert set(before.byes) <= still
        for result in before.results:
            on = [place for place, one in zip(result.places, result.entrants, strict=True) if one in still]
            out = [
                place for place, one in zip(result.places, result.entrants, strict=True) if one not in still
            ]
            assert len(on) == min(advance, len(result.entrants) - 1)
            assert max(on) <= min(out)


def test_who_went_on_from_the_same_table_meets_again_only_at_the_last() -> None:
    found = played(Kind.KNOCKOUT, range(64), 5, table_size=4, advance=2)
    assert [len(one.results) for one in found] == [16, 8, 4, 2, 1]
    assert repeats(found[:2]) == repeats(found[:3]) == 0


def test_winners_of_a_knockout_are_spread_over_the_tables() -> None:
    found = played(Kind.KNOCKOUT, range(32), 1, table_size=4, advance=2, outcome=by_strength)
    winners = {
        entrant
        for result in found[0].results
        for entrant, place in zip(result.entrants, result.places, strict=True)
        if place == 1
    }
    pairing = paired(Kind.KNOCKOUT, range(32), found, 4, 2)
    assert [len(winners.intersection(table)) for table in pairing.tables] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("kind", "entrants", "table_size", "wanted", "rounds"),
    [
        (Kind.SWISS, 512, 2, 0, 9),
        (Kind.SWISS, 513, 2, 0, 10),
        (Kind.SWISS, 512, 4, 0, 5),
        (Kind.SWISS, 3, 10, 0, 1),
        (Kind.SWISS, 512, 4, 7, 7),
        (Kind.STAGES, 10, 10, 4, 1),
        (Kind.SERIES, 10, 10, 4, 4),
        (Kind.SERIES, 10, 10, 0, 0),
        (Kind.DUPLICATE, 100, 4, 0, 4),
        (Kind.DUPLICATE, 100, 4, 9, 9),
        (Kind.KNOCKOUT, 1, 2, 9, 0),
    ],
)
def test_how_many_rounds_a_kind_needs(
    kind: Kind, entrants: int, table_size: int, wanted: int, rounds: int
) -> None:
    assert rounds_needed(kind, entrants, table_size, 1, wanted) == rounds


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.SERIES, Kind.DUPLICATE, Kind.ROUND_ROBIN])
def test_others_end_with_their_last_round_or_when_nobody_is_left_to_meet(kind: Kind) -> None:
    found = played(kind, range(4), 3)
    assert not ended(kind, range(4), found[:2])
    assert ended(kind, range(4), found)
    assert ended(kind, [2], found[:1])


def test_a_series_ends_at_its_target_or_after_its_rounds() -> None:
    found = played(Kind.SERIES, range(4), 2, table_size=4)
    most = max(
        sum(one.results[0].points[one.results[0].entrants.index(e)] for one in found) for e in range(4)
    )
    assert not ended(Kind.SERIES, range(4), found, needed=0, target_points=most + 1)
    assert ended(Kind.SERIES, range(4), found, needed=0, target_points=most)
    assert ended(Kind.SERIES, range(4), found, needed=2, target_points=most + 1)
    assert not ended(Kind.SERIES, range(4), [], needed=0)
