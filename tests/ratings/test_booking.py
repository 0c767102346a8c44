"""Results one after another, in whatever order seats were read and however they are cut into pieces."""

from dataclasses import dataclass
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.booking import UNRATED, Chain, Change, Held, Ladder, Placed, booked, ladder_of
from games.ratings.formula import NEWCOMER, after_game

PEOPLE = [UUID(int=number) for number in range(1, 8)]
CHAINS = [Chain("super", Ladder.PEOPLE), Chain("classic", Ladder.PEOPLE), None]


@dataclass(frozen=True)
class Played:
    chain: Chain | None
    placed: tuple[Placed, ...]


@st.composite
def games(draw: st.DrawFn) -> Played:
    players = draw(st.permutations(PEOPLE))[: draw(st.integers(2, len(PEOPLE)))]
    places = [draw(st.integers(1, len(players))) for _ in players]
    return Played(draw(st.sampled_from(CHAINS)), tuple(map(Placed, places, players)))


def known_after(results: list[Played]) -> dict[Chain, dict[UUID, Held]]:
    known: dict[Chain, dict[UUID, Held]] = {}
    for result, changes in booked(results):
        if result.chain is not None:
            known.setdefault(result.chain, {}).update({one.player: one.after for one in changes})
    return known


@given(st.lists(games(), max_size=12), st.integers(0, 12))
def test_results_may_be_cut_into_pieces_anywhere(results: list[Played], cut: int) -> None:
    first, rest = results[:cut], results[cut:]
    assert [*booked(first), *booked(rest, known_after(first))] == [*booked(results)]


@given(st.lists(games(), max_size=6), st.randoms(use_true_random=False))
def test_the_order_in_which_seats_were_read_changes_no_bit(results: list[Played], chance: object) -> None:
    shuffled = [Played(one.chain, tuple(reversed(one.placed))) for one in results]
    assert [changes for _, changes in booked(shuffled)] == [changes for _, changes in booked(results)]


@given(st.lists(games(), max_size=12))
def test_each_change_begins_where_the_player_s_last_one_of_the_chain_ended(results: list[Played]) -> None:
    last: dict[tuple[Chain, UUID], Held] = {}
    for result, changes in booked(results):
        for one in changes:
            assert result.chain is not None
            assert one.before == last.get((result.chain, one.player), UNRATED)
            assert one.after.games == one.before.games + 1
            last[result.chain, one.player] = one.after


def test_a_first_game_is_booked_by_places_whoever_was_read_first() -> None:
    played = Played(CHAINS[0], (Placed(2, PEOPLE[0]), Placed(1, PEOPLE[1])))
    winner, loser = after_game([NEWCOMER, NEWCOMER], [1, 2])
    [(result, changes)] = booked([played])
    assert result is played
    assert changes == [
        Change(PEOPLE[1], 1, Held(NEWCOMER, 0), Held(winner, 1)),
        Change(PEOPLE[0], 2, Held(NEWCOMER, 0), Held(loser, 1)),
    ]


def test_a_game_that_counts_nowhere_changes_nothing() -> None:
    played = Played(None, (Placed(1, PEOPLE[0]), Placed(2, PEOPLE[1])))
    assert [*booked([played])] == [(played, list[Change]())]


@pytest.mark.parametrize(
    ("are_bots", "ladder"),
    [
        ([False, False], Ladder.PEOPLE),
        ([True, True, True], Ladder.BOTS),
        ([True, False], None),
        ([False, True, True], None),
        ([], None),
    ],
)
def test_people_and_bots_are_rated_apart(are_bots: list[bool], ladder: Ladder | None) -> None:
    assert ladder_of(are_bots) is ladder
