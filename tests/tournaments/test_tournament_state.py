"""What each event books in the state of a tournament, and the questions that the state answers."""

import pytest

from games.tournaments import events as ev
from games.tournaments.events import Cancellation, Removal
from games.tournaments.meeting import table_of_all
from games.tournaments.state import Entrant, Part, Result, Round, Table, TournamentPhase, evolve
from tests.tournaments.deciding import (
    ID,
    SEED,
    WHY,
    bots,
    came,
    closed,
    given,
    here,
    left,
    opened,
    paired,
    planned,
    promoted,
    started,
    waits,
    won,
)

BEGUN = (opened(), *came(0, 1, 2, 3), started(0, 1, 2, 3))
PLAYING = (*BEGUN, paired(1, (0, 1), (2, 3)))


def test_it_begins_open_with_nobody_in_it() -> None:
    state = given(opened()).state
    assert (state.tournament, state.settings, state.rules, state.seed) == (ID, planned(), 1, SEED)
    assert (state.phase, state.entrants, state.rounds, state.round) == (TournamentPhase.OPEN, (), (), None)
    assert (state.places_free, state.is_over, state.paused, state.check_in_open) == (4, False, False, False)


def test_every_event_but_the_first_follows_on_another() -> None:
    with pytest.raises(AssertionError):
        evolve(None, ev.CheckInOpened())


def test_entrants_are_booked_with_their_part() -> None:
    told = given(opened(), *came(0), *bots(1), *waits(2, 3), *here(0), *promoted(2), *left(3)).state
    assert told.entrants == (
        Entrant(0, Part.IN, None, checked_in=True),
        Entrant(1, Part.IN, "easy", checked_in=True),
        Entrant(2, Part.IN),
        Entrant(3, Part.WITHDREW),
    )
    assert (told.those(Part.IN), told.those(Part.WAITING), told.places_free) == ((0, 1, 2), (), 1)


@pytest.mark.parametrize(
    ("removal", "part"),
    [(Removal.NO_SHOW, Part.NO_SHOW), (Removal.DISQUALIFIED, Part.DISQUALIFIED)],
)
def test_who_was_taken_out_is_known_by_why(removal: Removal, part: Part) -> None:
    assert given(opened(), *came(0, 1), ev.EntrantRemoved(1, removal, WHY)).state.those(part) == (1,)


def test_texts_change_and_nothing_else_of_the_settings() -> None:
    told = given(opened(), ev.TournamentDescribed("Cup", "Yearly", "A cup")).state
    assert told.settings == planned(name="Cup", description="Yearly", prizes="A cup")


def test_the_field_are_those_of_the_start_and_who_came_later() -> None:
    told = given(opened(), *came(0, 1), *waits(2), started(0, 1, rounds=5), *came(3), *left(0)).state
    assert (told.phase, told.rounds_planned, told.field) == (TournamentPhase.RUNNING, 5, (0, 1, 3))


def test_a_round_waits_for_its_tables() -> None:
    told = given(*PLAYING).state
    open_round = Round((Table((0, 1), "game-0"), Table((2, 3), "game-1")), ())
    assert told.rounds == (open_round,)
    assert told.round == open_round
    assert open_round.waits_for == (0, 1)
    assert open_round.waits_for_game(0, "game-0")
    assert not open_round.waits_for_game(0, "game-1")
    assert not open_round.waits_for_game(2, "game-0")
    assert [told.table_of(entrant) for entrant in (0, 1, 2, 3, 4)] == [0, 0, 1, 1, None]


def test_a_table_with_a_result_is_left() -> None:
    told = given(*PLAYING, won(1, 0, 2, 1)).state
    assert told.rounds[0].tables[0].result == Result((2, 1), (10, 0))
    assert told.rounds[0].waits_for == (1,)
    assert (told.table_of(0), told.table_of(2)) == (None, 1)
    assert not told.rounds[0].waits_for_game(0, "game-0")


def test_a_ruled_result_replaces_the_played_one_in_any_round() -> None:
    later = (won(1, 0, 2, 1), won(1, 1, 1, 2), closed(1), paired(2, (0, 2), (1, 3)))
    told = given(*PLAYING, *later, ev.ResultRuled(1, 0, (1, 2), (0, 5), WHY)).state
    assert told.rounds[0].tables[0].result == Result((1, 2), (0, 5), ruled=True)
    assert told.rounds[0].closed
    assert told.rounds[1] == Round((Table((0, 2), "game-0"), Table((1, 3), "game-1")), ())


def test_a_replayed_table_waits_for_its_new_game() -> None:
    told = given(*PLAYING, ev.TableReplayed(1, 1, "instead")).state
    assert told.rounds[0].tables == (Table((0, 1), "game-0"), Table((2, 3), "instead"))


def test_a_closed_round_is_played_no_more() -> None:
    told = given(*PLAYING, won(1, 0, 2, 1), won(1, 1, 1, 2), closed(1)).state
    assert (told.round, told.rounds[0].closed) == (None, True)
    assert told.table_of(0) is None


def test_a_round_paired_anew_stands_in_place_of_the_first() -> None:
    again = ev.RoundPairedAnew(1, ((0, 2),), ("anew-0",), (1, 3), WHY)
    told = given(*BEGUN, ev.ByeRuled(3, WHY), paired(1, (0, 1), byes=(2, 3)), again).state
    assert told.rounds == (Round((Table((0, 2), "anew-0"),), (1, 3), (3,), pairings=2),)


def test_ruled_byes_are_for_the_next_round_alone() -> None:
    told = given(*BEGUN, ev.ByeRuled(3, WHY), ev.ByeRuled(1, WHY))
    assert told.state.byes_ruled == (3, 1)
    told = told.after([paired(1, (0, 2), byes=(1, 3))])
    assert (told.state.byes_ruled, told.state.rounds[0].byes_ruled) == ((), (3, 1))


def test_a_pause_is_booked_and_its_end() -> None:
    resting = given(*BEGUN, ev.TournamentPaused(WHY))
    assert resting.state.paused
    assert not resting.after([ev.TournamentResumed(WHY)]).state.paused


def test_over_is_what_is_finished_or_canceled() -> None:
    resting = given(*PLAYING, ev.TournamentPaused(WHY))
    finished = resting.after([ev.TournamentFinished((1, 0, 3, 2))]).state
    assert (finished.phase, finished.is_over, finished.paused) == (TournamentPhase.FINISHED, True, False)
    assert finished.ranking == (1, 0, 3, 2)
    canceled = resting.after([ev.TournamentCanceled(Cancellation.BY_THE_DIRECTOR, WHY)]).state
    assert (canceled.phase, canceled.is_over, canceled.paused) == (TournamentPhase.CANCELED, True, False)
    assert (canceled.round, canceled.ranking) == (None, ())


def test_standings_after_earlier_rounds_can_be_asked_for_later() -> None:
    first = (won(1, 0, 2, 1), won(1, 1, 1, 2), closed(1))
    second = (paired(2, (1, 2), (3, 0)), won(2, 0, 2, 1), won(2, 1, 2, 1), closed(2))
    state = given(*PLAYING, *first, *second).state

    def order(until: int | None) -> list[tuple[int, int]]:
        return [(one.entrant, int(one.score)) for one in table_of_all(state, until=until)]

    assert order(None) == [(2, 2), (1, 1), (0, 1), (3, 0)]
    assert order(2) == order(None)
    assert order(1) == [(1, 1), (2, 1), (0, 0), (3, 0)]
    assert order(0) == [(1, 0), (0, 0), (2, 0), (3, 0)]
