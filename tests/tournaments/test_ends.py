"""What finished games count at their tables: nobody gains by leaving, or loses since others have left."""

import pytest

from games.engine.history import evolve
from games.engine.notation import read_command
from games.engine.rules import decide
from games.engine.state import State
from games.tournaments.ends import points_that_count
from tests.rulebook.table import table


def ended(layout: str, *lines: str) -> State:
    """Return the game after these commands, which end it."""
    state = table(layout).state
    for line in lines:
        for event in decide(state, read_command(line, turn=state.number)):
            state = evolve(state, event)
    assert state.result is not None
    return state


TWO = """
leading  R5
dana     B1 K
omer     R3 R7 K ST
"""
IN_DEBT = """
leading  R+2
debt     8
dana     B1
omer     R3 B9
noa      Y8 K
"""


@pytest.mark.parametrize("bonus", [0, 100])
def test_who_won_as_the_last_seat_has_no_points_as_if_by_going_out(bonus: int) -> None:
    state = ended(f"options winner_bonus={bonus}\n{TWO}", "seat0 resigns")
    assert state.result is not None
    assert state.result.points == (11, 30)
    assert points_that_count(state) == (30, 0)


@pytest.mark.parametrize("bonus", [0, 100])
def test_in_a_series_the_bonus_stays_and_who_gave_up_has_what_the_last_seat_held(bonus: int) -> None:
    state = ended(f"options scoring=series winner_bonus={bonus}\n{TWO}", "seat0 resigns")
    assert state.result is not None
    assert state.result.points == (11, -bonus)
    assert points_that_count(state) == (30, -bonus)


@pytest.mark.parametrize("scoring", ["none", "series"])
def test_who_gives_up_in_debt_has_the_most_points_of_the_table(scoring: str) -> None:
    state = ended(
        f"options scoring={scoring}\ndeclared omer\n{IN_DEBT}",
        "seat0 resigns",
        "seat1 lays R3",
        "seat2 lays K, lays Y8",
    )
    assert state.result is not None
    assert (state.result.places, state.result.points) == ((3, 2, 1), (1, 9, 0))
    assert points_that_count(state) == (9, 9, 0)


def test_who_gave_up_with_the_most_keeps_it_and_the_others_keep_theirs() -> None:
    state = ended(
        "leading R5\ndeclared omer\ndana R3\nomer B1\nnoa Y9 +3 K", "seat2 resigns", "seat0 lays R3"
    )
    assert state.result is not None
    assert state.result.points == points_that_count(state) == (0, 1, 29)


def test_of_several_who_gave_up_each_has_the_most_that_anybody_held() -> None:
    state = ended("leading R5\ndana R3 R4\nomer B1\nnoa Y9 +3 K", "seat2 resigns", "seat1 resigns")
    assert state.result is not None
    assert (state.result.places, state.result.points) == ((1, 2, 3), (7, 1, 29))
    assert points_that_count(state) == (0, 29, 29)


def test_a_last_seat_behind_one_that_went_out_has_not_won() -> None:
    layout = "options places=play_on\nleading R5\ndana finished 1\nomer R6 B1\nnoa Y9 Y9 +3"
    state = ended(layout, "seat1 resigns")
    assert state.result is not None
    assert (state.result.places, state.result.points) == ((1, 3, 2), (0, 7, 28))
    assert points_that_count(state) == (0, 28, 28)


def test_without_anybody_who_left_points_count_as_the_game_has_them() -> None:
    state = ended("leading R5\ndana R3\nomer B1 K", "seat0 lays R3")
    assert state.result is not None
    assert state.result.points == points_that_count(state) == (0, 11)
