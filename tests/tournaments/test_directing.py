"""The director's hand: each ruling with its reason, and each refusal, on which nothing has changed."""

from collections.abc import Callable
from typing import Any

import pytest

from games.tournaments import events as ev
from games.tournaments.commands import (
    Cancel,
    Command,
    Describe,
    Disqualify,
    PairAnew,
    Pause,
    Resume,
    RuleBye,
    RuleResult,
    TakeTextsAway,
)
from games.tournaments.events import Cancellation, Removal
from games.tournaments.kinds import Kind
from games.tournaments.meeting import ranking, table_of_all
from games.tournaments.refusals import Refusal
from games.tournaments.state import Part, TournamentPhase
from tests.tournaments.deciding import (
    ANEW,
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
    promoted,
    result,
    running,
    started,
    waits,
    won,
)


def out(number: int) -> ev.Event:
    return ev.EntrantRemoved(number, Removal.DISQUALIFIED, WHY)


def playing(kind: Kind = Kind.SWISS, **changes: Any) -> Scene:
    """Return five entrants in the first round: two tables, and a bye of the last."""
    everyone = (0, 1, 2, 3, 4)
    begun = started(*everyone, rounds=3)
    said = {"entrants_limit": 5, **changes}
    return given(opened(kind, **said), *came(*everyone), begun, paired(1, (0, 1), (2, 3), byes=(4,)))


def registering() -> Scene:
    return given(opened(), *came(0, 1))


def over() -> Scene:
    return playing().doing(Cancel("rained off"))


def with_reason(reason: str) -> list[Command]:
    """Return every command that must give a reason."""
    return [
        RuleResult(1, 0, (1, 2), (0, 10), reason),
        RuleBye(0, reason),
        PairAnew(None, ANEW, reason),
        Disqualify(0, reason),
        Pause(reason),
        Resume(reason),
        Cancel(reason),
    ]


def rule(table: int = 0, places: tuple[int, ...] = (2, 1), *, round_: int = 1) -> RuleResult:
    return RuleResult(round_, table, places, tuple(10 * place for place in places), WHY)


def ruled(table: int = 0, places: tuple[int, ...] = (2, 1), *, round_: int = 1) -> ev.Event:
    return ev.ResultRuled(round_, table, places, tuple(10 * place for place in places), WHY)


def anew(*tables: tuple[int, ...]) -> PairAnew:
    return PairAnew(tables or None, ANEW, WHY)


def paired_anew(*tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> ev.Event:
    return ev.RoundPairedAnew(1, tables, ANEW[: len(tables)], byes, WHY)


# --- every ruling


@pytest.mark.parametrize("reason", ["", " \n\t", "x" * 501, " " + "x" * 501 + " "])
def test_nothing_is_ruled_without_a_reason_that_can_be_read(reason: str) -> None:
    for command in with_reason(reason):
        playing().when(command).refused(Refusal.REASON_REQUIRED, field="reason", allowed=("1..500",))


@pytest.mark.parametrize(
    "reason", ["a\x00b", "a\nb", "\x7f", "\u200b", "\u202eyb", "\u2066a", "\u2800", "\ud800"]
)
def test_a_reason_is_a_line_of_characters_that_can_be_seen(reason: str) -> None:
    for command in with_reason(reason):
        playing().when(command).refused(Refusal.INVALID, field="reason")


@pytest.mark.parametrize("reason", ["x", "x" * 500, " " + "x" * 500 + " "])
def test_a_reason_may_be_short_or_of_a_page(reason: str) -> None:
    playing().when(Pause(reason)).then(ev.TournamentPaused(reason))


@pytest.mark.parametrize("unfit", ["a\x00b", "a\x1bb", "\u200b", "a\u202eb", "a\u2066b", "\u2800", "\ud800"])
@pytest.mark.parametrize("field", ["name", "description", "prizes"])
def test_texts_are_not_changed_to_what_cannot_be_read(field: str, unfit: str) -> None:
    playing().when(Describe(**{field: unfit})).refused(Refusal.INVALID, field=field)


def test_a_description_may_have_lines_tabs_and_joined_signs() -> None:
    text = "First:\t09:00\r\nLast:\t18:00\n\u05d1\u05d4\u05e6 \u2764\ufe0f \U0001f469\u200d\U0001f469"
    there = playing().after([ev.TournamentDescribed("Cup", "", "")])
    there.when(Describe(description=text)).then(ev.TournamentDescribed("Cup", text, ""))


def test_nothing_is_ruled_in_what_is_over() -> None:
    for command in [*with_reason(WHY), Describe(name="Other")]:
        over().when(command).refused(Refusal.TOURNAMENT_OVER)


@pytest.mark.parametrize("command", [rule(), Pause(WHY), Resume(WHY)])
def test_what_is_of_play_is_not_ruled_before_the_start(command: Command) -> None:
    registering().when(command).refused(Refusal.TOURNAMENT_NOT_STARTED)


# --- texts


def test_texts_are_changed_one_by_one() -> None:
    there = given(opened(name="Cup", description="Yearly", prizes="A cup"))
    there.when(Describe(name="Cup 2040")).then(ev.TournamentDescribed("Cup 2040", "Yearly", "A cup"))
    told = there.when(Describe(description="", prizes="None")).then(ev.TournamentDescribed("Cup", "", "None"))
    assert (told.state.settings.name, told.state.settings.prizes) == ("Cup", "None")


def test_texts_that_say_the_same_change_nothing() -> None:
    there = given(opened(name="Cup", description="Yearly"))
    there.when(Describe()).then()
    there.when(Describe(name="Cup", description="Yearly", prizes="")).then()


@pytest.mark.parametrize("there", [registering(), playing(), over()])
def test_texts_are_taken_away_at_any_time_and_once(there: Scene) -> None:
    gone = there.when(TakeTextsAway(WHY)).then(ev.TextsTakenAway("Tournament", WHY))
    told = gone.state.settings
    assert (told.name, told.description, told.prizes) == ("Tournament", "", "")
    gone.when(TakeTextsAway(WHY)).then()


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_texts_are_not_taken_away_without_a_reason(reason: str) -> None:
    refused = over().when(TakeTextsAway(reason))
    refused.refused(Refusal.REASON_REQUIRED, field="reason", allowed=("1..500",))


# --- results


def test_a_result_is_ruled_for_a_table_that_still_plays_and_closes_the_round_with_it() -> None:
    told = playing().when(rule()).then(ruled())
    told.when(book(1, result(0, 1, 2))).then()
    told.doing(book(1, result(1, 1, 2)))
    playing().after([won(1, 1, 1, 2)]).when(rule()).then(ruled(), closed(1))


def test_a_result_may_be_ruled_again_and_over_the_games() -> None:
    told = (
        playing()
        .after([won(1, 0, 1, 2)])
        .when(rule())
        .then(ruled())
        .when(rule(0, (1, 1)))
        .then(ruled(0, (1, 1)))
    )
    counted = told.state.rounds[0].tables[0].result
    assert counted is not None
    assert (counted.places, counted.points, counted.ruled) == ((1, 1), (10, 10), True)


def test_a_result_of_a_closed_round_counts_in_the_standings_from_then_on() -> None:
    done = playing().after(
        [won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1), paired(2, (0, 2), (1, 4), byes=(3,))]
    )
    assert {one.entrant: one.score for one in table_of_all(done.state)} == {0: 1, 2: 1, 4: 1, 1: 0, 3: 0}
    told = done.when(rule()).then(ruled())
    assert {one.entrant: one.score for one in table_of_all(told.state)} == {1: 1, 2: 1, 4: 1, 0: 0, 3: 0}


def test_a_ruled_result_of_a_duplicate_counts_for_all_who_had_the_deal() -> None:
    done = playing(Kind.DUPLICATE).after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)])
    # A second place of 10 points costs 20, so that the pars are 100 / 12 and 140 / 12.
    assert {one.entrant: 12 * one.score for one in table_of_all(done.state)} == {
        0: 100,
        2: 100,
        1: -100,
        3: -100,
        4: 0,
    }
    told = done.when(rule()).then(ruled())
    # Ruled are 20 points, which cost 30, and a first place: pars of 155 / 12 and 145 / 12.
    assert {one.entrant: 12 * one.score for one in table_of_all(told.state)} == {
        0: 155 - 12 * 30,
        2: 155,
        1: 145,
        3: 145 - 12 * 20,
        4: 0,
    }


@pytest.mark.parametrize("round_", [-1, 0, 2])
def test_no_result_is_ruled_in_a_round_that_is_not_there(round_: int) -> None:
    playing().when(rule(round_=round_)).refused(Refusal.NO_SUCH_ROUND, field="round", allowed=("1..1",))


@pytest.mark.parametrize("table", [-1, 2])
def test_no_result_is_ruled_at_a_table_that_is_not_there(table: int) -> None:
    playing().when(rule(table)).refused(Refusal.NO_SUCH_TABLE, field="table", allowed=("0..1",))


def test_in_a_knockout_a_result_stands_once_the_next_round_is_paired() -> None:
    played = playing(Kind.KNOCKOUT).after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)])
    played.when(rule()).then(ruled())
    played.after([paired(2, (0, 2), byes=(4,))]).when(rule()).refused(
        Refusal.ROUND_MOVED_ON, field="round", allowed=(2,)
    )


@pytest.mark.parametrize("places", [(1,), (1, 2, 3), (1, 3), (2, 2), (0, 1), (2, 3), (-1, 1), ()])
def test_places_must_be_those_of_a_whole_table(places: tuple[int, ...]) -> None:
    command = RuleResult(1, 0, places, (0, 0), WHY)
    playing().when(command).refused(Refusal.RESULT_UNFIT, field="places")


@pytest.mark.parametrize("points", [(0,), (0, 0, 0), (-101, 0), (0, 5_001), ()])
def test_points_must_be_those_of_a_whole_table_and_in_reach(points: tuple[int, ...]) -> None:
    command = RuleResult(1, 0, (1, 2), points, WHY)
    playing().when(command).refused(Refusal.RESULT_UNFIT, field="points", allowed=("-100..5000",))


def four_at_a_table() -> Scene:
    four = (0, 1, 2, 3)
    return given(opened(table_size=4), *came(*four), started(*four), paired(1, four))


@pytest.mark.parametrize("places", [(1, 2, 2, 4), (1, 1, 1, 1), (4, 1, 3, 1), (1, 2, 3, 3), (2, 4, 3, 1)])
def test_who_shares_a_place_leaves_the_next_ones_out(places: tuple[int, ...]) -> None:
    command = RuleResult(1, 0, places, (-100, 0, 0, 5_000), WHY)
    four_at_a_table().when(command).then(ev.ResultRuled(1, 0, places, command.points, WHY), closed(1))


@pytest.mark.parametrize("places", [(1, 2, 2, 3), (2, 2, 3, 4), (1, 1, 2, 4), (1, 1, 1, 3)])
def test_no_place_is_left_out_that_nobody_shares(places: tuple[int, ...]) -> None:
    command = RuleResult(1, 0, places, (0, 0, 0, 0), WHY)
    four_at_a_table().when(command).refused(Refusal.RESULT_UNFIT, field="places")


# --- byes


def test_a_bye_is_ruled_once_and_given_with_the_next_round() -> None:
    played = playing().after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)])
    told = played.when(RuleBye(0, WHY)).then(ev.ByeRuled(0, WHY)).when(RuleBye(0, "again")).then()
    told = told.when(on()).then(paired(2, (4, 2), (1, 3), byes=(0,)))
    assert told.state.byes_ruled == ()
    assert told.state.rounds[1].byes_ruled == (0,)
    told.when(RuleBye(0, WHY)).then(ev.ByeRuled(0, WHY))


def test_a_bye_may_be_ruled_before_the_start_and_for_who_waits() -> None:
    there = given(opened(entrants_limit=3), *came(0, 1, 2), *waits(3))
    told = (
        there.when(RuleBye(3, WHY)).then(ev.ByeRuled(3, WHY)).when(RuleBye(2, WHY)).then(ev.ByeRuled(2, WHY))
    )
    told.after([started(0, 1, 2)]).when(on()).then(paired(1, (0, 1), byes=(2,)))


def test_byes_of_those_who_left_are_forgotten() -> None:
    begun = running(entrants=4).doing(RuleBye(0, WHY), RuleBye(1, WHY)).after(left(0))
    begun.when(on()).then(paired(1, (2, 3), byes=(1,)))


def test_a_round_of_byes_alone_is_closed_at_once_and_the_next_one_paired() -> None:
    begun = given(opened(), *came(0, 1), started(0, 1)).doing(RuleBye(0, WHY))
    told = begun.when(on()).then(paired(1, byes=(0, 1)), closed(1), paired(2, (0, 1)))
    assert {one.entrant: one.score for one in table_of_all(told.state)} == {0: 1, 1: 1}
    told.when(on()).then()


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.STAGES, Kind.KNOCKOUT])
def test_no_bye_is_ruled_where_a_schedule_or_the_others_would_be_wronged(kind: Kind) -> None:
    running(kind, entrants=4).when(RuleBye(0, WHY)).refused(Refusal.NOT_IN_THIS_KIND)


def test_no_bye_is_ruled_once_the_last_round_is_paired() -> None:
    last = given(opened(), *came(0, 1, 2), started(0, 1, 2, rounds=1))
    last.when(RuleBye(0, WHY)).then(ev.ByeRuled(0, WHY))
    last = last.after([paired(1, (0, 1), byes=(2,))])
    last.when(RuleBye(0, WHY)).refused(Refusal.NO_ROUND_FOLLOWS)
    done = last.after([won(1, 0, 1, 2), closed(1)])
    done.when(RuleBye(0, WHY)).refused(Refusal.NO_ROUND_FOLLOWS)


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.SERIES, Kind.DUPLICATE])
def test_no_bye_is_ruled_after_the_last_pairing_of_any_kind_that_has_byes(kind: Kind) -> None:
    begun = running(kind, entrants=5, rounds=2)
    for number in (1, 2):
        begun.when(RuleBye(0, WHY)).then(ev.ByeRuled(0, WHY))
        begun = begun.doing(on())
        tables = range(len(begun.state.rounds[-1].tables))
        begun = begun.doing(book(number, *[result(table, 1, 2) for table in tables]))
    begun.when(RuleBye(0, WHY)).refused(Refusal.NO_ROUND_FOLLOWS)


def test_no_bye_is_ruled_once_somebody_has_the_target_of_a_series() -> None:
    begun = given(
        opened(Kind.SERIES, rounds=0, target_points=10), *came(0, 1, 2), started(0, 1, 2, rounds=100)
    )
    played = begun.after([paired(1, (0, 1), byes=(2,))])
    played.when(RuleBye(0, WHY)).then(ev.ByeRuled(0, WHY))
    played.after([won(1, 0, 1, 2), closed(1)]).when(RuleBye(0, WHY)).refused(Refusal.NO_ROUND_FOLLOWS)


def test_no_bye_is_ruled_where_nobody_is_left_to_play_the_next_round() -> None:
    there = given(opened(), *came(0, 1), started(0, 1), *left(1))
    there.when(RuleBye(0, WHY)).refused(Refusal.NO_ROUND_FOLLOWS)


def test_who_waits_is_given_a_bye_only_while_a_place_may_become_free() -> None:
    begun = given(opened(entrants_limit=2, late_rounds=1), *came(0, 1), *waits(2), started(0, 1, rounds=3))
    begun.when(RuleBye(2, WHY)).then(ev.ByeRuled(2, WHY))
    first = begun.after([paired(1, (0, 1))])
    first.when(RuleBye(2, WHY)).then(ev.ByeRuled(2, WHY))
    second = first.after([won(1, 0, 1, 2), closed(1), paired(2, (0, 1))])
    second.when(RuleBye(2, WHY)).refused(Refusal.NO_SUCH_ENTRANT, field="entrant", allowed=(0, 1))


@pytest.mark.parametrize("nobody", [-1, 5, 4])
def test_only_who_is_in_it_is_given_a_bye_or_disqualified(nobody: int) -> None:
    there = playing().after(left(4))
    for command in (RuleBye(nobody, WHY), Disqualify(nobody, WHY)):
        there.when(command).refused(Refusal.NO_SUCH_ENTRANT, field="entrant", allowed=(0, 1, 2, 3))


# --- pairing anew


def test_a_round_is_paired_anew_by_lots_of_its_own_each_time() -> None:
    told = playing().when(anew()).then(paired_anew((4, 2), (0, 1), byes=(3,)))
    assert told.state.rounds[0].pairings == 2
    told = told.when(anew()).then(paired_anew((3, 0), (4, 2), byes=(1,)))
    assert told.state.rounds[0].pairings == 3
    told.when(book(1, result(0, 1, 2))).then()


def test_a_round_is_paired_anew_as_the_director_says() -> None:
    told = playing().when(anew((4, 0))).then(paired_anew((4, 0), byes=(1, 2, 3)))
    told.doing(book(1, result(0, 1, 2, game=ANEW[0]))).when(anew()).refused(Refusal.NO_ROUND_OPEN)


def test_who_left_meanwhile_is_not_paired_anew() -> None:
    there = playing().after(left(4)).after([out(3)])
    there.when(anew((0, 1))).then(paired_anew((0, 1), byes=(2,)))
    there.when(anew()).then(paired_anew((0, 2), byes=(1,)))


def test_byes_that_were_ruled_are_kept_by_a_new_lot() -> None:
    told = given(opened(entrants_limit=5), *came(0, 1, 2, 3, 4), started(0, 1, 2, 3, 4))
    told = told.doing(RuleBye(2, WHY), on(), anew())
    assert told.state.rounds[0].byes == (2,)
    assert told.state.rounds[0].byes_ruled == (2,)


def test_in_a_knockout_a_new_lot_never_changes_who_is_in() -> None:
    # All share the first place at both tables, so that the lot alone decides who goes on.
    said = {"table_size": 4, "entrants_limit": 16, "advance": 2}
    told = running(Kind.KNOCKOUT, entrants=16, **said).doing(on())
    tied = [result(table, 1, 1, 1, 1) for table in range(4)]
    told = told.doing(book(1, *tied), on())
    still_in = {entrant for table in told.state.rounds[1].tables for entrant in table.entrants}
    assert len(still_in) == 8
    for _ in range(5):
        told = told.doing(anew())
        assert {entrant for table in told.state.rounds[1].tables for entrant in table.entrants} == still_in


@pytest.mark.parametrize(
    "tables",
    [
        ((0,),),
        ((0, 1, 2),),
        ((0, 1), (1, 2)),
        ((0, 0),),
        ((0, 5),),
        ((0, -1),),
        ((0, 1), ()),
    ],
)
def test_tables_must_be_whole_and_of_those_in_the_round(tables: tuple[tuple[int, ...], ...]) -> None:
    playing().when(anew(*tables)).refused(Refusal.PAIRING_UNFIT, field="tables", allowed=(0, 1, 2, 3, 4))


def test_no_table_at_all_is_no_pairing() -> None:
    playing().when(PairAnew((), ANEW, WHY)).refused(
        Refusal.PAIRING_UNFIT, field="tables", allowed=(0, 1, 2, 3, 4)
    )


def test_who_entered_late_plays_in_a_round_that_is_paired_anew() -> None:
    late = playing(late_rounds=2, entrants_limit=6).after(came(5))
    late.when(anew((0, 5))).then(paired_anew((0, 5), byes=(1, 2, 3, 4)))
    late.when(anew()).then(paired_anew((4, 0), (3, 5), (1, 2)))


def test_who_is_out_of_a_knockout_is_not_put_into_its_next_round() -> None:
    played = playing(Kind.KNOCKOUT).after(
        [won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1), paired(2, (0, 2), byes=(4,))]
    )
    played.when(anew((0, 1))).refused(Refusal.PAIRING_UNFIT, field="tables", allowed=(0, 2, 4))
    played.when(anew((0, 4))).then(ev.RoundPairedAnew(2, ((0, 4),), ANEW[:1], (2,), WHY))


def test_tables_of_a_duplicate_are_full() -> None:
    six = (0, 1, 2, 3, 4, 5)
    begun = given(opened(Kind.DUPLICATE, table_size=3, entrants_limit=6), *came(*six), started(*six))
    there = begun.after([paired(1, (0, 1, 2), (3, 4, 5))])
    there.when(anew((0, 1), (3, 4, 5))).refused(Refusal.PAIRING_UNFIT, field="tables", allowed=six)
    there.when(anew((0, 3, 4), (5, 1, 2))).then(paired_anew((0, 3, 4), (5, 1, 2)))


def test_a_round_is_not_paired_anew_when_nobody_is_left_to_meet() -> None:
    two = given(opened(), *came(0, 1), started(0, 1), paired(1, (0, 1)), out(1))
    two.when(anew()).refused(Refusal.PAIRING_UNFIT)


def test_only_an_open_round_without_results_is_paired_anew() -> None:
    registering().when(anew()).refused(Refusal.NO_ROUND_OPEN)
    playing().after([won(1, 0, 1, 2)]).when(anew()).refused(Refusal.RESULTS_ARE_IN)
    playing().after([ruled()]).when(anew((0, 1))).refused(Refusal.RESULTS_ARE_IN)


@pytest.mark.parametrize("tables", [None, ((0, 1),)])
def test_a_round_is_not_paired_anew_once_a_game_of_it_is_played_though_not_booked(
    tables: tuple[tuple[int, ...], ...] | None,
) -> None:
    command = PairAnew(tables, ANEW, WHY, is_played=True)
    playing().when(command).refused(Refusal.RESULTS_ARE_IN)


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.STAGES])
def test_what_has_a_schedule_is_not_paired_anew(kind: Kind) -> None:
    running(kind, entrants=4).doing(on()).when(anew()).refused(Refusal.NOT_IN_THIS_KIND)


# --- taking out


def test_a_disqualified_entrant_stays_at_the_table_and_is_in_no_round_to_come() -> None:
    told = playing().when(Disqualify(0, WHY)).then(out(0))
    assert told.state.table_of(0) == 0
    told = told.doing(book(1, result(0, 1, 2), result(1, 1, 2)), on())
    assert told.state.rounds[1].byes == ()
    assert {e for table in told.state.rounds[1].tables for e in table.entrants} == {1, 2, 3, 4}


def test_the_disqualified_stand_last_whatever_they_won() -> None:
    played = playing().after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1), out(2), *left(0, 4, 3)])
    played.when(on()).then(ev.TournamentFinished((0, 4, 1, 3, 2)))


def rows(scene: Scene, until: int | None = None) -> list[tuple[int, int, int]]:
    """Return place, entrant and score of the standings."""
    return [(row.place, row.entrant, int(row.score)) for row in table_of_all(scene.state, until=until)]


def test_the_standings_put_who_was_disqualified_last_at_once_and_after_earlier_rounds_too() -> None:
    first = playing().after([won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)])
    assert rows(first) == [(1, 0, 1), (2, 2, 1), (3, 4, 1), (4, 1, 0), (5, 3, 0)]
    told = first.after([out(0)])
    assert rows(told) == [(1, 2, 1), (2, 4, 1), (3, 1, 0), (4, 3, 0), (5, 0, 1)]
    told = told.after([paired(2, (2, 4), byes=(1, 3)), won(2, 0, 1, 2), closed(2), out(2)])
    assert rows(told) == [(1, 4, 1), (2, 3, 1), (3, 1, 1), (4, 2, 2), (5, 0, 1)]
    assert rows(told, until=1) == [(1, 4, 1), (2, 1, 0), (3, 3, 0), (4, 0, 1), (5, 2, 1)]


def test_before_the_start_a_place_becomes_free() -> None:
    there = given(opened(entrants_limit=2), *came(0, 1), *waits(2))
    there.when(Disqualify(0, WHY)).then(out(0), *promoted(2)).when(Disqualify(0, WHY)).refused(
        Refusal.NO_SUCH_ENTRANT, field="entrant", allowed=(1, 2)
    )


# --- pausing, and the end


def test_a_pause_is_ended_before_the_next() -> None:
    told = playing().when(Pause(WHY)).then(ev.TournamentPaused(WHY))
    told.when(Pause(WHY)).refused(Refusal.ALREADY_PAUSED)
    told = told.when(Resume(WHY)).then(ev.TournamentResumed(WHY))
    told.when(Resume(WHY)).refused(Refusal.NOT_PAUSED)


def test_games_go_on_and_are_booked_in_a_pause() -> None:
    resting = playing().doing(Pause(WHY))
    told = resting.when(book(1, result(0, 1, 2), result(1, 1, 2))).then(
        won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)
    )
    told.when(on()).then()


@pytest.mark.parametrize("scene", [registering, playing])
def test_it_may_be_canceled_at_any_time(scene: Callable[[], Scene]) -> None:
    canceled = ev.TournamentCanceled(Cancellation.BY_THE_DIRECTOR, WHY)
    told = scene().when(Cancel(WHY)).then(canceled)
    assert (told.state.phase, told.state.round, told.state.table_of(0)) == (
        TournamentPhase.CANCELED,
        None,
        None,
    )


def test_a_pause_ends_with_the_tournament() -> None:
    assert not playing().doing(Pause(WHY), Cancel(WHY)).state.paused
    told = playing().doing(Disqualify(1, WHY))
    assert told.state.those(Part.DISQUALIFIED) == (1,)


@pytest.mark.parametrize("leaver", [0, 1])
def test_who_leaves_a_knockout_stands_behind_who_is_still_in(leaver: int) -> None:
    begun = given(opened(Kind.KNOCKOUT), *came(0, 1, 2, 3), started(0, 1, 2, 3))
    semifinals = [paired(1, (0, 2), (1, 3)), won(1, 0, 1, 2), won(1, 1, 1, 2), closed(1)]
    there = begun.after([*semifinals, *left(leaver)])
    others = tuple(number for number in ranking(there.state) if number > 1)
    assert [row.entrant for row in table_of_all(there.state)] == [1 - leaver, leaver, *others]
    there.when(on()).then(ev.TournamentFinished((1 - leaver, leaver, *others)))


def test_after_an_earlier_round_of_a_knockout_who_played_on_and_left_later_is_not_put_back() -> None:
    everyone = (0, 1, 2, 3, 4, 5, 6, 7)
    begun = given(opened(Kind.KNOCKOUT, entrants_limit=8), *came(*everyone), started(*everyone, rounds=3))
    first = [
        paired(1, (0, 1), (2, 3), (4, 5), (6, 7)),
        *(won(1, table, 1, 2) for table in range(4)),
        closed(1),
    ]
    in_order = begun.after(first)
    before = [row.entrant for row in table_of_all(in_order.state)]
    best, second, third, fourth = before[:4]
    told = in_order.after([*left(best), paired(2, (second, third), byes=(fourth,))])
    assert [row.entrant for row in table_of_all(told.state)] == [*before[1:4], best, *before[4:]]
    told = told.after([won(2, 0, 1, 2), closed(2), *left(second)])
    assert [row.entrant for row in table_of_all(told.state, until=1)] == [*before[1:4], best, *before[4:]]
    assert [row.entrant for row in table_of_all(told.state)][:4] == [fourth, second, third, best]


@pytest.mark.parametrize("leaver", [0, 1])
def test_who_leaves_before_anything_is_played_stands_last(leaver: int) -> None:
    there = given(opened(), *came(0, 1), started(0, 1, rounds=1), *left(leaver))
    there.when(on()).then(ev.TournamentFinished((1 - leaver, leaver)))
