"""Before play: registering, waiting, checking in, withdrawing, and the start."""

import pytest

from games.tournaments import events as ev
from games.tournaments.commands import (
    Cancel,
    CheckIn,
    LapseRegistration,
    OpenCheckIn,
    OpenTournament,
    Register,
    Withdraw,
    WithdrawErased,
)
from games.tournaments.deciding import decide
from games.tournaments.events import Cancellation
from games.tournaments.kinds import Kind
from games.tournaments.refusals import Refusal
from games.tournaments.state import Part, TournamentPhase
from tests.tournaments.deciding import (
    ID,
    SEED,
    WHY,
    Scene,
    absent,
    book,
    bots,
    came,
    closed,
    given,
    here,
    left,
    on,
    opened,
    paired,
    planned,
    promoted,
    result,
    start,
    started,
    waits,
    won,
)

CANCELED = ev.TournamentCanceled(Cancellation.BY_THE_DIRECTOR, WHY)


def over() -> Scene:
    return given(opened(), *came(0, 1), CANCELED)


# --- opening


def test_a_tournament_opens_with_its_settings_and_a_promise_of_its_lots() -> None:
    promise = "3c2a54dcb5876f24cf23cff036caec987f8bc23e0fc3a58e3276a8035330fae7"
    assert decide(None, OpenTournament(ID, planned(), SEED)) == (
        ev.TournamentOpened(ID, planned(), 1, SEED, promise),
    )


# --- registering


def test_entrants_are_numbered_as_they_register() -> None:
    given(opened()).when(Register()).then(*came(0)).when(Register()).then(*came(1))


def test_who_finds_no_place_waits() -> None:
    given(opened(entrants_limit=2), *came(0, 1)).when(Register()).then(*waits(2))


def test_without_a_waiting_list_a_full_tournament_takes_nobody() -> None:
    full = given(opened(entrants_limit=2, waiting_list=False), *came(0, 1))
    full.when(Register()).refused(Refusal.TOURNAMENT_FULL)


def test_bots_enter_many_at_once_and_are_here() -> None:
    told = given(opened(allow_bots=True)).when(Register("easy", 3)).then(*bots(0, 1, 2))
    assert [entrant.checked_in for entrant in told.state.entrants] == [True, True, True]


def test_bots_that_find_no_place_wait_or_none_of_them_enters() -> None:
    three = Register("easy", 3)
    waiting = ev.EntrantRegistered(2, "easy", True)
    given(opened(allow_bots=True, entrants_limit=2)).when(three).then(*bots(0, 1), waiting)
    strict = given(opened(allow_bots=True, entrants_limit=2, waiting_list=False))
    strict.when(three).refused(Refusal.TOURNAMENT_FULL)


def test_bots_are_let_in_where_they_are_allowed_alone() -> None:
    given(opened()).when(Register("easy", 1)).refused(Refusal.NO_BOTS)


def test_it_starts_when_it_is_full_where_that_is_wished() -> None:
    almost = given(opened(starts_when_full=True, entrants_limit=3), *came(0, 1))
    almost.when(Register()).then(*came(2), started(0, 1, 2))


def test_it_stays_open_when_it_is_full_where_that_is_not_wished() -> None:
    given(opened(entrants_limit=3), *came(0, 1)).when(Register()).then(*came(2))


def test_after_the_start_nobody_enters_where_the_kind_lets_nobody_come_late() -> None:
    begun = given(opened(Kind.KNOCKOUT), *came(0, 1), started(0, 1, rounds=1))
    begun.when(Register()).refused(Refusal.REGISTRATION_CLOSED)


@pytest.mark.parametrize("late_rounds", [1, 2, 3])
def test_one_enters_late_until_the_round_after_those_named_is_paired(late_rounds: int) -> None:
    there = given(opened(rounds=9, late_rounds=late_rounds), *came(0, 1), started(0, 1, rounds=9))
    for round_ in range(1, late_rounds + 1):
        assert there.when(Register()).then(*came(2)).state.field == (0, 1, 2)
        there = there.after([paired(round_, (0, 1))])
        there.when(Register()).then(*came(2))
        there = there.after([won(round_, 0, 1, 2), closed(round_)])
    there.when(Register()).then(*came(2))
    there = there.after([paired(late_rounds + 1, (0, 1))])
    there.when(Register()).refused(Refusal.REGISTRATION_CLOSED)
    there = there.after([won(late_rounds + 1, 0, 1, 2), closed(late_rounds + 1)])
    there.when(Register()).refused(Refusal.REGISTRATION_CLOSED)


def test_without_late_rounds_nobody_enters_after_the_start_even_before_the_first_round() -> None:
    begun = given(opened(rounds=9), *came(0, 1), started(0, 1, rounds=9))
    begun.when(Register()).refused(Refusal.REGISTRATION_CLOSED)


def test_nobody_enters_when_no_round_follows() -> None:
    # The kind needs fewer rounds than those named.
    begun = given(opened(late_rounds=5), *came(0, 1), started(0, 1, rounds=1))
    begun.when(Register()).then(*came(2))
    last = begun.after([paired(1, (0, 1))])
    last.when(Register()).refused(Refusal.REGISTRATION_CLOSED)
    last.after([won(1, 0, 1, 2), closed(1)]).when(Register()).refused(Refusal.REGISTRATION_CLOSED)


def test_who_comes_late_plays_from_the_next_round_on() -> None:
    begun = given(opened(rounds=2, late_rounds=1), *came(0, 1, 2), started(0, 1, 2, rounds=2))
    told = begun.after([paired(1, (0, 1), byes=(2,))]).doing(Register(), book(1, result(0, 1, 2)), on())
    assert sorted(number for table in told.state.rounds[1].tables for number in table.entrants) == [
        0,
        1,
        2,
        3,
    ]


def test_who_waits_gets_a_free_place_as_long_as_one_may_enter() -> None:
    there = given(
        opened(rounds=9, late_rounds=1, entrants_limit=2), *came(0, 1), *waits(2), started(0, 1, rounds=9)
    )
    first = there.after([paired(1, (0, 1)), won(1, 0, 1, 2)])
    first.when(Withdraw(0)).then(*left(0), *promoted(2))
    first.after([closed(1), paired(2, (0, 1)), won(2, 0, 1, 2)]).when(Withdraw(0)).then(*left(0))


def test_who_comes_late_waits_for_no_place() -> None:
    full = given(opened(late_rounds=2, entrants_limit=2), *came(0, 1), started(0, 1))
    full.when(Register()).refused(Refusal.TOURNAMENT_FULL)
    full.after(left(0)).when(Register()).then(*came(2))


def test_a_late_entrant_does_not_start_it_a_second_time() -> None:
    there = opened(late_rounds=2, entrants_limit=2, starts_when_full=True)
    given(there, *came(0, 1), started(0, 1), *left(0)).when(Register()).then(*came(2))


def test_nobody_enters_what_is_over() -> None:
    over().when(Register()).refused(Refusal.TOURNAMENT_OVER)


# --- checking in


def test_check_in_opens_once_and_before_the_start() -> None:
    there = given(opened(), *came(0, 1))
    there.when(OpenCheckIn()).then(ev.CheckInOpened()).when(OpenCheckIn()).then()
    there.after([started(0, 1)]).when(OpenCheckIn()).then()
    over().when(OpenCheckIn()).then()


def test_an_entrant_checks_in_once_and_so_may_one_who_waits() -> None:
    there = given(opened(entrants_limit=2), *came(0, 1), *waits(2), ev.CheckInOpened())
    there.when(CheckIn(0)).then(*here(0)).when(CheckIn(0)).then()
    there.when(CheckIn(2)).then(*here(2))


def test_nobody_checks_in_before_it_is_time_or_after_the_start() -> None:
    there = given(opened(), *came(0, 1))
    there.when(CheckIn(0)).refused(Refusal.CHECK_IN_CLOSED)
    there.after([ev.CheckInOpened(), started(0, 1)]).when(CheckIn(0)).refused(Refusal.CHECK_IN_CLOSED)
    over().when(CheckIn(0)).refused(Refusal.TOURNAMENT_OVER)


@pytest.mark.parametrize("nobody", [-1, 2, 1])
def test_only_who_is_in_it_checks_in_or_withdraws(nobody: int) -> None:
    there = given(opened(), *came(0, 1), *left(1), ev.CheckInOpened())
    there.when(CheckIn(nobody)).refused(Refusal.NOT_ENTERED)
    there.when(Withdraw(nobody)).refused(Refusal.NOT_ENTERED)


# --- withdrawing


def test_a_place_that_becomes_free_goes_to_who_waits_longest() -> None:
    there = given(opened(entrants_limit=2), *came(0, 1), *waits(2, 3))
    told = there.when(Withdraw(0)).then(*left(0), *promoted(2)).when(Withdraw(2)).then(*left(2), *promoted(3))
    parts = [entrant.part for entrant in told.state.entrants]
    assert parts == [Part.WITHDREW, Part.IN, Part.WITHDREW, Part.IN]


def test_who_waits_may_withdraw_and_nobody_gains() -> None:
    given(opened(entrants_limit=2), *came(0, 1), *waits(2, 3)).when(Withdraw(2)).then(*left(2))


def test_after_the_start_nobody_is_promoted() -> None:
    begun = given(opened(entrants_limit=2), *came(0, 1), *waits(2), started(0, 1))
    begun.when(Withdraw(0)).then(*left(0))


def test_nobody_withdraws_from_a_table_that_still_plays() -> None:
    playing = given(opened(), *came(0, 1, 2), started(0, 1, 2), paired(1, (0, 1), byes=(2,)))
    playing.when(Withdraw(0)).refused(Refusal.AT_A_TABLE)
    playing.when(Withdraw(2)).then(*left(2))
    playing.after([won(1, 0, 1, 2)]).when(Withdraw(0)).then(*left(0))


def test_nobody_withdraws_from_what_is_over() -> None:
    over().when(Withdraw(0)).refused(Refusal.TOURNAMENT_OVER)


# --- erased


def test_the_erased_leave_together_before_who_waits_comes_in() -> None:
    there = given(opened(entrants_limit=2), *came(0, 1), *waits(2, 3))
    gone = there.when(WithdrawErased((1, 2))).then(*left(1, 2), *promoted(3))
    gone.when(WithdrawErased((1, 2))).then()


def test_the_erased_leave_a_table_that_still_plays_and_the_table_stays() -> None:
    playing = given(opened(), *came(0, 1, 2), started(0, 1, 2), paired(1, (0, 1), byes=(2,)))
    gone = playing.when(WithdrawErased((0,))).then(*left(0))
    assert gone.state.rounds == playing.state.rounds


def test_the_erased_stay_in_what_is_over() -> None:
    over().when(WithdrawErased((0,))).then()


# --- the start


def test_the_director_starts_it_with_all_who_are_in() -> None:
    told = given(opened(), *came(0, 1, 2), *left(1)).when(start()).then(started(0, 2, rounds=1))
    assert (told.state.phase, told.state.field, told.state.rounds_planned) == (
        TournamentPhase.RUNNING,
        (0, 2),
        1,
    )


def test_fewer_than_a_table_holds_may_come_and_then_it_is_smaller() -> None:
    three = given(opened(table_size=4), *came(0, 1, 2)).doing(start(), on())
    assert [len(table.entrants) for table in three.state.rounds[0].tables] == [3]


@pytest.mark.parametrize(
    ("kind", "changes", "rounds"),
    [
        (Kind.SWISS, {}, 2),
        (Kind.SWISS, {"rounds": 5}, 5),
        (Kind.KNOCKOUT, {}, 2),
        (Kind.ROUND_ROBIN, {}, 3),
        (Kind.STAGES, {}, 1),
        (Kind.SERIES, {}, 3),
        (Kind.SERIES, {"rounds": 0, "target_points": 60}, 100),
        (Kind.DUPLICATE, {}, 2),
        (Kind.DUPLICATE, {"rounds": 3}, 3),
    ],
)
def test_the_start_tells_after_how_many_rounds_it_ends_at_the_latest(
    kind: Kind, changes: dict[str, int], rounds: int
) -> None:
    there = given(opened(kind, **changes), *came(0, 1, 2, 3))
    there.when(start()).then(started(0, 1, 2, 3, rounds=rounds))


def test_who_has_not_checked_in_is_left_out_and_who_waits_takes_the_place() -> None:
    there = given(opened(entrants_limit=2), *came(0, 1), *waits(2, 3), ev.CheckInOpened(), *here(0, 3))
    there.when(start()).then(*absent(1, 2), *promoted(3), started(0, 3, rounds=1))


def test_bots_have_checked_in_and_the_removed_are_not_removed_again() -> None:
    there = given(opened(allow_bots=True), *bots(0, 1), *came(2, 3), *left(3), ev.CheckInOpened())
    there.when(start()).then(*absent(2), started(0, 1, rounds=1))


def test_the_director_does_not_start_with_too_few_and_nobody_is_left_out_then() -> None:
    there = given(opened(), *came(0, 1), ev.CheckInOpened(), *here(0))
    told = there.when(start()).refused(Refusal.TOO_FEW_ENTRANTS, field="entrants", allowed=("2..4",))
    assert told.state.those(Part.IN) == (0, 1)


def test_a_duplicate_needs_two_full_tables() -> None:
    there = given(opened(Kind.DUPLICATE), *came(0, 1, 2))
    there.when(start()).refused(Refusal.TOO_FEW_ENTRANTS, field="entrants", allowed=("4..4",))


def test_by_the_clock_too_few_end_it() -> None:
    canceled = ev.TournamentCanceled(Cancellation.TOO_FEW_ENTRANTS, "")
    told = given(opened(), *came(0)).when(start(is_due=True)).then(canceled)
    assert told.state.phase is TournamentPhase.CANCELED
    there = given(opened(), *came(0, 1), ev.CheckInOpened(), *here(1))
    there.when(start(is_due=True)).then(*absent(0), canceled)


def test_the_clock_starts_it_once_and_the_director_is_told_that_it_has_begun() -> None:
    begun = given(opened(), *came(0, 1)).when(start(is_due=True)).then(started(0, 1, rounds=1))
    begun.when(start(is_due=True)).then()
    begun.when(start()).refused(Refusal.TOURNAMENT_STARTED)
    over().when(start(is_due=True)).then()
    over().when(start()).refused(Refusal.TOURNAMENT_OVER)


def test_an_open_registration_lapses_once() -> None:
    there = given(opened(), *came(0, 1))
    canceled = ev.TournamentCanceled(Cancellation.NOT_STARTED_IN_TIME, "")
    there.when(LapseRegistration()).then(canceled).when(LapseRegistration()).then()
    there.after([started(0, 1)]).when(LapseRegistration()).then()


def test_an_open_registration_may_be_canceled() -> None:
    given(opened(), *came(0, 1)).when(Cancel(WHY)).then(CANCELED)
