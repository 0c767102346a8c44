"""Rounds: paired one after the other, booked table by table, closed once, until the last."""

import pytest

from games.tournaments import events as ev
from games.tournaments.commands import Cancel, GoOn, ReplayTable
from games.tournaments.kinds import Kind
from games.tournaments.state import TournamentPhase
from tests.tournaments.deciding import (
    GAMES,
    WHY,
    Scene,
    book,
    came,
    closed,
    given,
    left,
    on,
    opened,
    paired,
    result,
    running,
    started,
    won,
)


def playing(kind: Kind = Kind.SWISS) -> Scene:
    """Return four entrants at two tables in the first round of two."""
    return given(opened(kind), *came(0, 1, 2, 3), started(0, 1, 2, 3), paired(1, (0, 1), (2, 3)))


def over() -> Scene:
    return playing().doing(Cancel(WHY))


# --- going on


def test_the_first_round_is_paired_by_the_lots_of_the_tournament() -> None:
    four = running(entrants=4)
    four.when(on()).then(paired(1, (3, 2), (0, 1)))
    five = running(entrants=5)
    five.when(on()).then(paired(1, (3, 1), (4, 2), byes=(0,)))


def test_a_round_takes_as_many_of_the_games_as_it_has_tables() -> None:
    told = running(entrants=4).doing(on()).state.round
    assert told is not None
    assert [table.game for table in told.tables] == ["game-0", "game-1"]


def test_a_round_is_never_left_with_fewer_games_than_tables() -> None:
    with pytest.raises(ValueError, match="shorter"):
        running(entrants=4).doing(GoOn(GAMES[:1]))


def test_nothing_is_paired_while_a_round_is_open() -> None:
    playing().when(on()).then()


def test_nothing_is_paired_before_the_start_or_after_the_end_or_in_a_pause() -> None:
    given(opened(), *came(0, 1)).when(on()).then()
    over().when(on()).then()
    resting = given(opened(), *came(0, 1), started(0, 1), ev.TournamentPaused(WHY))
    resting.when(on()).then().after([ev.TournamentResumed(WHY)]).when(on()).then(paired(1, (0, 1)))


def test_winners_meet_winners_in_the_next_round() -> None:
    told = playing().doing(book(1, result(0, 2, 1), result(1, 1, 2)))
    told.when(on()).then(paired(2, (1, 2), (3, 0)))


def test_it_ends_after_the_last_round_with_all_in_order_of_the_standings() -> None:
    told = playing().after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1), paired(2, (0, 2), (1, 3))])
    told = told.doing(book(2, result(0, 1, 2), result(1, 2, 1)))
    told = told.when(on()).then(ev.TournamentFinished((0, 2, 3, 1)))
    assert (told.state.phase, told.state.ranking) == (TournamentPhase.FINISHED, (0, 2, 3, 1))
    told.when(on()).then()


def test_it_ends_when_fewer_than_two_are_left() -> None:
    begun = given(opened(), *came(0, 1), started(0, 1), *left(0))
    begun.when(on()).then(ev.TournamentFinished((1, 0)))


def test_a_series_ends_with_the_round_in_which_somebody_reaches_the_target() -> None:
    said = {"rounds": 0, "target_points": 20}
    begun = given(opened(Kind.SERIES, **said), *came(0, 1), started(0, 1, rounds=100), paired(1, (0, 1)))
    told = begun.doing(book(1, result(0, 1, 2))).when(on()).then(paired(2, (1, 0)))
    told.doing(book(2, result(0, 1, 2))).when(on()).then(paired(3, (0, 1)))
    told.doing(book(2, result(0, 2, 1))).when(on()).then(ev.TournamentFinished((0, 1)))


def test_a_knockout_ends_when_its_last_table_has_been_played() -> None:
    begun = given(opened(Kind.KNOCKOUT), *came(0, 1, 2), started(0, 1, 2), paired(1, (0, 1), byes=(2,)))
    told = begun.doing(book(1, result(0, 2, 1))).when(on()).then(paired(2, (1, 2)))
    told.doing(book(2, result(0, 2, 1))).when(on()).then(ev.TournamentFinished((2, 1, 0)))


def test_two_who_are_left_of_a_round_robin_meet_when_the_schedule_says() -> None:
    begun = given(opened(Kind.ROUND_ROBIN), *came(0, 1, 2, 3), started(0, 1, 2, 3, rounds=3))
    first = begun.when(on()).then(paired(1, (3, 1), (2, 0)))
    first = first.doing(book(1, result(0, 1, 2), result(1, 1, 2))).after(left(1, 2))
    first.when(on()).then(paired(2, (0, 3)))


def test_a_round_in_which_nobody_has_anybody_to_meet_is_closed_at_once() -> None:
    begun = given(opened(Kind.ROUND_ROBIN), *came(0, 1, 2, 3), started(0, 1, 2, 3, rounds=3))
    first = begun.doing(on(), book(1, result(0, 1, 2), result(1, 1, 2))).after(left(2, 3))
    first.when(on()).then(paired(2, byes=(0, 1)), closed(2), paired(3, (0, 1)))


# --- booking


def test_a_table_is_booked_and_the_round_closed_with_the_last() -> None:
    told = playing().when(book(1, result(1, 1, 2))).then(won(1, 1, 1, 2))
    told = told.when(book(1, result(0, 2, 1))).then(won(1, 0, 2, 1), closed(1))
    assert told.state.round is None


def test_results_that_come_together_are_booked_together() -> None:
    told = (won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1))
    playing().when(book(1, result(0, 1, 2), result(1, 1, 2))).then(*told)


def test_what_is_booked_already_is_not_booked_again() -> None:
    booked = playing().after([won(1, 0, 1, 2)])
    booked.when(book(1, result(0, 2, 1))).then()
    booked.when(book(1, result(0, 1, 2), result(1, 1, 2), result(1, 2, 1))).then(won(1, 1, 1, 2), closed(1))


@pytest.mark.parametrize("of_another", [(0, "game-1"), (0, "game-9"), (2, "game-0"), (-1, "game-1")])
def test_a_game_that_the_table_does_not_wait_for_changes_nothing(of_another: tuple[int, str]) -> None:
    table, game = of_another
    playing().when(book(1, result(table, 1, 2, game=game))).then()


@pytest.mark.parametrize("round_", [0, 2, -1])
def test_results_of_another_round_change_nothing(round_: int) -> None:
    playing().when(book(round_, result(0, 1, 2))).then()


def test_results_of_a_closed_round_change_nothing() -> None:
    done = playing().after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)])
    done.when(book(1, result(0, 2, 1))).then()
    given(opened(), *came(0, 1), started(0, 1)).when(book(0, result(0, 2, 1))).then()


def test_a_game_that_ends_after_the_tournament_was_canceled_is_not_booked() -> None:
    over().when(book(1, result(0, 1, 2), result(1, 1, 2))).then()
    over().when(ReplayTable(1, 0, "game-0", "instead")).then()


# --- replaying


def test_a_game_without_a_result_is_played_again_at_its_table() -> None:
    replay = ReplayTable(1, 0, "game-0", "instead")
    told = playing().when(replay).then(ev.TableReplayed(1, 0, "instead"))
    told.when(replay).then()
    told.when(book(1, result(0, 1, 2))).then()
    told = told.doing(book(1, result(0, 1, 2, game="instead")))
    assert told.log[-1] == ev.TableFinished(1, 0, "instead", (1, 2), (0, 10))


def test_a_table_with_a_result_is_not_replayed_and_nor_is_another_round() -> None:
    playing().after([won(1, 0, 1, 2)]).when(ReplayTable(1, 0, "game-0", "instead")).then()
    playing().when(ReplayTable(2, 0, "game-0", "instead")).then()
