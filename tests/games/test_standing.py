"""What a log leaves beside the engine's state: people, times, deadlines, and what is late."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from games.engine import events as ev
from games.engine.cards import Color, card, cards
from games.engine.commands import AbandonLobby, CloseWindow, ExtendClock, GiveUpAbsent, SettleTurn
from games.engine.events import Event, Pending
from games.engine.options import Options
from games.envelope import Recorded
from games.projections import head_columns
from games.standing import Standing, due, due_at, extension, fold, gives_up_at

NOON = datetime(2040, 1, 1, 12, tzinfo=UTC)
DANA, OMER = uuid4(), uuid4()


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


class Story:
    """A log in the making: events at seconds after noon, of the system where nobody else is named."""

    def __init__(self, **options: int) -> None:
        self.version = 0
        chosen = Options(**options)  # type: ignore[arg-type]
        box = tuple((one, 8) for one in cards("R1 R3 G1 G3 R+2"))
        self.standing = self._fold(None, 0, ev.GameOpened("g", "e", box, chosen, 1, 2, bytes(32), "c"))

    def _fold(
        self,
        standing: Standing | None,
        second: float,
        event: Event,
        subject: UUID | None = None,
        by: UUID | None = None,
    ) -> Standing:
        self.version += 1
        digest = self.version.to_bytes(32, "big")
        return fold(standing, Recorded(self.version, event, by, subject, uuid4(), at(second), digest))

    def tell(
        self, second: float, *events: Event, subject: UUID | None = None, by: UUID | None = None
    ) -> Standing:
        for event in events:
            self.standing = self._fold(self.standing, second, event, subject, by)
        return self.standing


def started(*, bot: str | None = None, **options: int) -> Story:
    """Dana's turn, who may be a bot of a level, has begun; Omer sits beside."""
    story = Story(**options)
    story.tell(1, ev.SeatTaken(0, bot), subject=DANA)
    story.tell(2, ev.SeatTaken(1), subject=OMER)
    hands = (cards("R1 R3"), cards("G1 G3 R1"))
    story.tell(10, ev.GameStarted(1, (0, 1), cards("R1 R3 G1 G3 R1 R+2 G1 G3")), ev.HandsDealt(hands))
    story.tell(10, ev.CardTurnedUp(card("R+2"), True), ev.TurnPassed(0, 1, Pending.ORDINARY))
    return story


def fresh(now: datetime) -> datetime:
    return now - timedelta(seconds=5)


def late(standing: Standing, second: float, *, heartbeat: float | None = None) -> object:
    now = at(second)
    heartbeat_at = fresh(now) if heartbeat is None else at(heartbeat)
    return due(standing, now=now, heartbeat_at=heartbeat_at)


# --- people and times


def test_a_new_lobby_knows_its_time_and_nobody() -> None:
    standing = Story(lobby_seconds=60).standing
    assert standing.people == (None, None)
    assert (standing.version, standing.digest[-1], standing.host) == (1, 1, None)
    assert (standing.opened_at, standing.last_at, standing.deadline) == (NOON, NOON, at(60))
    assert (standing.started_at, standing.ended_at, standing.disclosed_at) == (None, None, None)


def test_people_come_from_the_subjects_of_sitting_down_and_leave_with_standing_up() -> None:
    story = Story()
    story.tell(1, ev.SeatTaken(1), subject=OMER)
    standing = story.tell(1, ev.HostPassed(1))
    assert standing.people == (None, OMER)
    assert (standing.host, standing.seat_of(OMER), standing.seat_of(DANA)) == (OMER, 1, None)
    assert standing.seat_of(None) is None
    assert story.tell(2, ev.SeatLeft(1), subject=OMER).people == (None, None)


def test_people_stay_on_their_seats_when_the_game_is_over() -> None:
    story = started()
    standing = story.tell(20, ev.SeatGivenUp(0, 2, 4), ev.GameFinished(ev.Ending.LAST_SEAT, (2, 1), (4, 5)))
    assert standing.people == (DANA, OMER)
    assert (standing.ended_at, standing.deadline, standing.disclosed_at) == (at(20), None, None)
    assert story.tell(20, ev.Disclosed()).disclosed_at == at(20)


# --- deadlines


def test_a_turn_has_the_seconds_of_its_option_from_when_it_began() -> None:
    story = started(turn_seconds=30)
    assert (story.standing.started_at, story.standing.deadline) == (at(10), at(40))
    story.tell(25, ev.CardLaid(0, card("R3"), Color.RED, True))
    assert story.standing.deadline == at(40)
    assert story.tell(27, ev.TurnPassed(1, 2, Pending.ORDINARY)).deadline == at(57)


def test_without_a_clock_a_turn_has_no_deadline_but_a_window_has() -> None:
    story = started(turn_seconds=0, plus_three_seconds=6)
    assert story.standing.deadline is None
    assert story.tell(20, ev.WindowOpened(0)).deadline == at(26)
    assert story.tell(26, ev.WindowClosed()).deadline is None
    assert story.tell(26, ev.TurnPassed(1, 2, Pending.ORDINARY)).deadline is None


def test_extending_the_clock_moves_the_deadline_and_nothing_where_there_is_none() -> None:
    assert started(turn_seconds=30).tell(35, ev.ClockExtended(12, 12)).deadline == at(52)
    assert started(turn_seconds=0).tell(35, ev.ClockExtended(12, 12)).deadline is None


def test_an_abandoned_lobby_is_over_and_has_no_deadline() -> None:
    standing = Story().tell(5, ev.GameAbandoned(ev.Abandonment.EVERYONE_LEFT), ev.Disclosed())
    assert (standing.deadline, standing.ended_at, standing.disclosed_at) == (None, at(5), at(5))


# --- what is late


def test_a_lobby_is_abandoned_at_its_deadline_whether_the_sweep_is_there_or_not() -> None:
    standing = Story(lobby_seconds=60).standing
    assert late(standing, 59.999999) is None
    assert late(standing, 60) == AbandonLobby()
    assert due(standing, now=at(60), heartbeat_at=None) == AbandonLobby()


def test_a_turn_is_settled_at_its_deadline_while_the_sweep_is_there() -> None:
    standing = started(turn_seconds=30).standing
    assert late(standing, 39.999999) is None
    assert late(standing, 40) == SettleTurn(1)


@pytest.mark.parametrize(("heartbeat", "command"), [(35, SettleTurn(1)), (34.999999, None)])
def test_a_late_turn_is_on_time_while_the_sweep_is_away_for_over_five_seconds(
    heartbeat: float, command: object
) -> None:
    assert late(started(turn_seconds=30).standing, 40, heartbeat=heartbeat) == command


def test_a_late_turn_is_on_time_where_the_sweep_never_was() -> None:
    assert due(started(turn_seconds=30).standing, now=at(400), heartbeat_at=None) is None


def test_a_window_is_closed_at_its_deadline_whether_the_sweep_is_there_or_not() -> None:
    standing = started(plus_three_seconds=3).tell(20, ev.WindowOpened(0))
    assert late(standing, 22.999999) is None
    assert late(standing, 23) == CloseWindow(1)
    assert due(standing, now=at(23), heartbeat_at=None) == CloseWindow(1)


def test_nothing_is_late_once_the_game_is_over() -> None:
    standing = started().tell(20, ev.GameFinished(ev.Ending.STALEMATE, (1, 1), (4, 5)))
    assert late(standing, 1_000_000) is None


def test_whoever_is_passed_a_single_card_has_two_seconds_to_say_so() -> None:
    story = started()
    story.tell(39, ev.HandsPassed(0, 1, (cards("R1"), cards("R3 G1 G3 R1")), (False, False)))
    assert story.standing.single_at == at(39)
    assert late(story.standing, 40.5) is None
    assert late(story.standing, 41) == SettleTurn(1)


def test_passed_hands_of_several_cards_give_nobody_more_time() -> None:
    story = started()
    story.tell(39, ev.HandsPassed(0, 1, (cards("R1 G1"), cards("R3 G3 R1")), (False, False)))
    assert story.standing.single_at is None


def test_whoever_came_to_one_card_has_two_seconds_to_say_so() -> None:
    story = started(turn_seconds=30)
    story.tell(39, ev.CardLaid(0, card("R3"), Color.RED, True))
    assert late(story.standing, 40.999999) is None
    assert late(story.standing, 41) == SettleTurn(1)
    story.tell(39.5, ev.LastCardDeclared(0))
    assert late(story.standing, 40) == SettleTurn(1)


def test_a_drawn_single_card_gives_two_seconds_too_and_two_cards_give_none() -> None:
    story = started(turn_seconds=30)
    story.tell(38.5, ev.CardLaid(0, card("R3"), Color.RED, True))
    story.tell(39, ev.CardLaid(0, card("R1"), Color.RED, True), ev.CardsDrawn(0, cards("G1")))
    assert late(story.standing, 40.5) is None
    story.tell(39.2, ev.CardsDrawn(0, cards("G3")))
    assert late(story.standing, 40) == SettleTurn(1)


# --- giving time back


def back(standing: Standing, second: float, heartbeat: float | None, *, since: float | None = None) -> object:
    """What is given back at a second; the sweep came back then, or `since` another."""
    heartbeat_at = None if heartbeat is None else at(heartbeat)
    back_since = at(second if since is None else since)
    return extension(standing, now=at(second), heartbeat_at=heartbeat_at, back_since=back_since)


def test_the_time_for_which_the_sweep_was_away_is_given_back_in_begun_seconds() -> None:
    standing = started(turn_seconds=30).standing
    assert back(standing, 100, 20) == ExtendClock(80, 80)
    assert back(standing, 100.000001, 20) == ExtendClock(81, 81)


def test_no_time_is_given_back_while_the_sweep_is_there() -> None:
    standing = started(turn_seconds=30).standing
    assert back(standing, 25, 20) is None
    assert back(standing, 25.000001, 20) == ExtendClock(6, 6)


def test_only_time_within_the_turn_is_given_back() -> None:
    standing = started(turn_seconds=30).standing  # the turn began at second 10
    assert back(standing, 13, 2) == ExtendClock(3, 3)
    assert back(standing, 13, None) == ExtendClock(3, 3)


def test_the_same_outage_is_given_back_once_however_often_it_is_seen() -> None:
    story = started(turn_seconds=30)
    assert back(story.standing, 100, 20, since=90) == ExtendClock(80, 80)
    story.tell(100, ev.ClockExtended(80, 80))
    assert back(story.standing, 100.5, 20, since=90) is None
    assert back(story.standing, 190, 20, since=90) is None
    assert back(story.standing, 190, 20, since=100) is None
    assert back(story.standing, 190, 20, since=185) == ExtendClock(90, 90)  # who gave it back was gone again


def test_a_turn_that_began_since_the_sweep_came_back_has_lost_nothing() -> None:
    standing = started(turn_seconds=30).standing  # the turn began at second 10
    assert back(standing, 100, 5, since=10) is None
    assert back(standing, 100, 5, since=10.000001) == ExtendClock(90, 90)


def test_a_window_and_a_lobby_get_nothing_back() -> None:
    assert back(Story().standing, 100, 20) is None
    laid = ev.CardLaid(0, card("R3"), Color.RED, False)
    assert back(started().tell(20, laid, ev.WindowOpened(0), by=DANA), 100, 20) is None


def test_while_a_plus_three_waits_those_get_time_back_who_are_waited_for_and_its_window_none() -> None:
    story = in_window()
    assert back(story.standing, 45, 30) == ExtendClock(0, 15)
    story.tell(45, ev.ClockExtended(0, 15))
    assert (silent(story.standing), story.standing.deadline) == ([25, None], at(50))
    assert back(story.standing, 45.5, 30, since=45) is None


def test_after_an_overdue_window_was_closed_those_get_time_back_who_are_waited_for() -> None:
    story = in_window()
    story.tell(100, ev.WindowClosed(), ev.TurnPassed(0, 3, Pending.ORDINARY))
    assert back(story.standing, 100, 20, since=100) == ExtendClock(0, 80)
    story.tell(100, ev.ClockExtended(0, 80))
    assert (silent(story.standing), story.standing.deadline) == ([90, None], at(160))
    assert back(story.standing, 100.5, 20, since=100) is None


def in_window() -> Story:
    """Dana has been silent since second 10; Omer's +3 waits until second 50."""
    story = started(plus_three_seconds=30, turn_seconds=60)
    story.tell(15, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(20, ev.CardLaid(1, card("G3"), Color.RED, False), ev.WindowOpened(1), by=OMER)
    return story


def test_a_move_during_an_outage_takes_no_time_from_those_who_are_waited_for() -> None:
    story = started(turn_seconds=60)
    story.tell(15, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(
        80, ev.CardLaid(1, card("G3"), Color.RED, True), ev.TurnPassed(0, 3, Pending.ORDINARY), by=OMER
    )
    assert back(story.standing, 100, 20) == ExtendClock(20, 80)
    story.tell(100, ev.ClockExtended(20, 80))
    assert (silent(story.standing), story.standing.deadline) == ([90, None], at(160))


def test_nobody_gets_more_time_back_than_it_was_waited_for() -> None:
    story = started(turn_seconds=60)
    story.tell(15, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    assert silent(story.tell(100, ev.ClockExtended(85, 90))) == [100, 100]
    assert silent(story.tell(100.5, ev.ClockExtended(0, 90))) == [101, 101]
    assert silent(story.tell(100.75, ev.ClockExtended(0, 90))) == [101, 101]


def test_what_is_lost_after_time_was_given_back_is_counted_from_there_for_all() -> None:
    story = started(turn_seconds=60)
    story.tell(15, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(50, ev.ClockExtended(30, 30))
    story.tell(
        70, ev.CardLaid(1, card("G3"), Color.RED, True), ev.TurnPassed(0, 3, Pending.ORDINARY), by=OMER
    )
    assert silent(story.standing) == [40, None]
    assert back(story.standing, 100, 20, since=95) == ExtendClock(30, 50)
    assert back(story.standing, 100, 20, since=50) is None


def test_a_game_without_a_clock_gets_time_back_for_the_sake_of_who_is_waited_for() -> None:
    story = started(turn_seconds=0, give_up_after_seconds=60)
    assert back(story.standing, 100, 20) == ExtendClock(80, 80)
    story.tell(100, ev.ClockExtended(80, 80))
    assert gives_up_at(story.standing, 0) == at(150)
    assert back(story.standing, 100.5, 20, since=100) is None


def test_time_that_is_given_back_moves_every_date_of_giving_up_and_makes_none() -> None:
    story = started(turn_seconds=30)
    story.tell(40, ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(41, ev.TurnPassed(0, 3, Pending.ORDINARY), by=OMER)
    standing = story.tell(90, ev.ClockExtended(20, 20))
    assert standing.silent_since == (at(30), None)
    assert standing.deadline == at(91)


# --- who is waited for


def silent(standing: Standing) -> list[float | None]:
    return [None if since is None else (since - NOON).total_seconds() for since in standing.silent_since]


def test_nobody_is_waited_for_in_a_lobby_and_only_the_seat_on_turn_in_a_game() -> None:
    assert silent(Story().standing) == [None, None]
    assert silent(started().standing) == [10, None]


def test_the_host_who_starts_is_not_waited_for_where_another_seat_begins() -> None:
    story = Story()
    story.tell(1, ev.SeatTaken(0), subject=DANA, by=DANA)
    story.tell(2, ev.SeatTaken(1), subject=OMER, by=OMER)
    story.tell(10, ev.GameStarted(1, (0, 1), cards("R1 G1 R3")), by=DANA)
    story.tell(10, ev.HandsDealt((cards("R1"), cards("G1"))), ev.CardTurnedUp(card("R3"), True), by=DANA)
    assert silent(story.tell(10, ev.TurnPassed(1, 1, Pending.ORDINARY), by=DANA)) == [None, 10]


def test_whoever_ends_the_turn_by_a_move_is_not_waited_for_and_the_next_is() -> None:
    story = started()
    laid = ev.CardLaid(0, card("R3"), Color.RED, True)
    assert silent(story.tell(20, laid, ev.TurnPassed(1, 2, Pending.ORDINARY), by=DANA)) == [None, 20]


def test_a_move_that_keeps_the_turn_begins_the_time_anew() -> None:
    story = started()
    story.tell(20, ev.CardLaid(0, card("R3"), Color.RED, True), ev.AnotherCardOwed(0), by=DANA)
    assert silent(story.standing) == [20, None]
    story.tell(25, ev.CardLaid(0, card("R1"), Color.RED, True), by=DANA)
    assert silent(story.standing) == [25, None]


def test_a_stop_with_two_gives_its_player_a_new_turn_and_a_new_time() -> None:
    story = started()
    skipped = (ev.SeatSkipped(1), ev.TurnPassed(0, 2, Pending.ORDINARY))
    assert silent(story.tell(22, ev.CardLaid(0, card("R3"), Color.RED, True), *skipped, by=DANA)) == [
        22,
        None,
    ]


def test_a_settled_turn_is_no_move_and_the_time_goes_on_from_the_first_of_them() -> None:
    story = started()
    story.tell(40, ev.TurnSettled(0), ev.CardsDrawn(0, cards("R1")), ev.TurnPassed(1, 2, Pending.ORDINARY))
    assert silent(story.standing) == [10, 40]
    story.tell(50, ev.TurnPassed(0, 3, Pending.ORDINARY), by=OMER)
    assert silent(story.standing) == [10, None]
    story.tell(80, ev.TurnSettled(0), ev.BotStoodIn(0), ev.TurnPassed(1, 4, Pending.ORDINARY))
    assert silent(story.standing) == [10, 80]


def test_what_a_bot_does_for_a_player_is_no_move_of_that_player() -> None:
    story = started(bot_after_turns=1)
    story.tell(40, ev.TurnSettled(0), ev.BotStoodIn(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(50, ev.TurnPassed(0, 3, Pending.ORDINARY), by=OMER)
    story.tell(52, ev.CardLaid(0, card("R3"), Color.RED, True), ev.TurnPassed(1, 4, Pending.ORDINARY))
    assert silent(story.standing) == [10, 52]


def test_a_seat_that_is_not_on_turn_is_heard_from_by_a_word_or_by_returning() -> None:
    for event in (ev.LastCardDeclared(0), ev.SeatReturned(0), ev.LastCardCalledOut(1, 0)):
        story = started()
        story.tell(40, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
        assert silent(story.tell(45, event, by=DANA)) == [None, 40]


def test_a_seat_that_returns_on_its_turn_has_its_whole_time_again() -> None:
    story = started()
    assert silent(story.tell(35, ev.SeatReturned(0), by=DANA)) == [35, None]


def test_what_others_do_is_no_sign_of_a_player() -> None:
    story = started()
    story.tell(20, ev.LastCardCalledOut(0, 1), ev.CardsDrawn(0, cards("R1")), by=OMER)
    assert silent(story.standing) == [10, None]
    assert silent(story.tell(21, ev.Intervened("asked"), by=uuid4())) == [10, None]


def test_while_a_plus_three_waits_nobody_is_waited_for_who_has_moved() -> None:
    story = started(give_up_after_seconds=60)
    laid = ev.CardLaid(0, card("R3"), Color.RED, False)
    story.tell(20, laid, ev.WindowOpened(0), by=DANA)
    assert silent(story.standing) == [None, None]
    story.tell(26, ev.WindowClosed(), ev.TurnPassed(1, 2, Pending.ORDINARY))
    assert silent(story.standing) == [None, 26]


def test_a_breaker_is_a_move_of_the_seat_that_lays_it() -> None:
    story = started()
    story.tell(40, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(50, ev.CardLaid(1, card("G3"), Color.RED, False), ev.WindowOpened(1), by=OMER)
    assert silent(story.standing) == [10, None]
    story.tell(52, ev.PlusThreeBroken(0), ev.WindowClosed(), by=DANA)
    assert silent(story.tell(52, ev.TurnPassed(0, 3, Pending.ORDINARY), by=DANA)) == [52, None]


def test_nobody_is_waited_for_who_is_out_of_play() -> None:
    given_up = (ev.SeatGivenUp(0, 2, 4), ev.HandShuffledIn(0, 1, cards("R1")))
    for by in (DANA, None):
        story = started()
        assert silent(story.tell(20, *given_up, ev.TurnPassed(1, 2, Pending.ORDINARY), by=by)) == [None, 20]
    finished = started().tell(20, ev.SeatFinished(0, 1), ev.TurnPassed(1, 2, Pending.ORDINARY), by=DANA)
    assert silent(finished) == [None, 20]


def test_nobody_is_waited_for_when_the_game_is_over() -> None:
    over = started().tell(20, ev.GameFinished(ev.Ending.STALEMATE, (1, 1), (4, 5)))
    assert (silent(over), due_at(over)) == ([None, None], None)
    aborted = started().tell(20, ev.Intervened("stuck"), ev.GameAbandoned(ev.Abandonment.ABORTED))
    assert (silent(aborted), due_at(aborted)) == ([None, None], None)


# --- giving up


def test_a_seat_is_given_up_so_long_after_the_first_turn_that_it_let_go_by() -> None:
    story = started(give_up_after_seconds=60)
    assert (gives_up_at(story.standing, 0), gives_up_at(story.standing, 1)) == (at(70), None)
    story.tell(40, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    assert late(story.tell(60, ev.TurnPassed(0, 3, Pending.ORDINARY), by=OMER), 69.999999) is None
    assert late(story.standing, 70) == GiveUpAbsent(0)


def test_a_seat_is_given_up_on_another_s_turn_too() -> None:
    story = started(turn_seconds=600, give_up_after_seconds=3600)
    story.tell(610, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    for second in range(1100, 3600, 500):
        story.tell(second, ev.LastCardDeclared(1), by=OMER)
    story.tell(3600, ev.TurnPassed(1, 3, Pending.ORDINARY), by=OMER)
    assert late(story.standing, 3609.999999) is None
    assert late(story.standing, 3610) == GiveUpAbsent(0)


def test_without_a_clock_for_turns_giving_up_is_what_is_due() -> None:
    standing = started(turn_seconds=0, give_up_after_seconds=60).standing
    assert (standing.deadline, due_at(standing)) == (None, at(70))
    assert late(standing, 69.999999) is None
    assert late(standing, 70) == GiveUpAbsent(0)


def test_what_was_due_first_is_settled_first_and_of_the_same_instant_the_turn() -> None:
    both = started(turn_seconds=60, give_up_after_seconds=60)
    assert (both.standing.deadline, gives_up_at(both.standing, 0)) == (at(70), at(70))
    assert late(both.standing, 70) == SettleTurn(1)
    both.tell(70, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    assert late(both.standing, 70) == GiveUpAbsent(0)
    sooner = started(turn_seconds=61, give_up_after_seconds=60).standing
    assert late(sooner, 100) == GiveUpAbsent(0)
    later = started(turn_seconds=59, give_up_after_seconds=60).standing
    assert late(later, 100) == SettleTurn(1)


def test_of_several_the_one_that_is_waited_for_longest_is_given_up_first() -> None:
    story = started(turn_seconds=0, give_up_after_seconds=60)
    story.tell(20, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    assert silent(story.standing) == [10, 20]
    assert late(story.standing, 1000) == GiveUpAbsent(0)


def test_a_bot_is_never_given_up_since_it_does_not_stay_away() -> None:
    story = started(bot="easy", turn_seconds=0, give_up_after_seconds=60)
    assert (gives_up_at(story.standing, 0), due_at(story.standing)) == (None, None)
    assert late(story.standing, 1_000_000) is None


def test_a_bot_s_turn_is_settled_by_the_clock_as_often_as_it_takes() -> None:
    story = started(bot="easy", turn_seconds=30, give_up_after_seconds=60)
    for number in range(1, 9, 2):
        second = 40 * number
        assert late(story.standing, second) == SettleTurn(number)
        story.tell(second, ev.TurnSettled(0), ev.TurnPassed(1, number + 1, Pending.ORDINARY))
        story.tell(second + 10, ev.TurnPassed(0, number + 2, Pending.ORDINARY), by=OMER)


def test_who_is_away_is_given_up_though_a_bot_stands_in_and_though_another_bot_was_silent_for_longer() -> (
    None
):
    story = started(bot="hard", turn_seconds=0, give_up_after_seconds=60)
    story.tell(20, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(30, ev.TurnSettled(1), ev.BotStoodIn(1), ev.TurnPassed(0, 3, Pending.ORDINARY))
    assert (silent(story.standing), due_at(story.standing)) == ([10, 20], at(80))
    assert late(story.standing, 79.999999) is None
    assert late(story.standing, 80) == GiveUpAbsent(1)


def test_nobody_is_given_up_while_the_sweep_is_away() -> None:
    standing = started(turn_seconds=0, give_up_after_seconds=60).standing
    assert late(standing, 100, heartbeat=94.999999) is None
    assert late(standing, 100, heartbeat=95) == GiveUpAbsent(0)
    assert due(standing, now=at(100), heartbeat_at=None) is None


def test_giving_up_waits_for_whoever_came_to_one_card() -> None:
    story = started(turn_seconds=0, give_up_after_seconds=60)
    story.tell(20, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(
        69, ev.CardLaid(1, card("G1"), Color.GREEN, True), ev.CardLaid(1, card("G3"), None, True), by=OMER
    )
    assert late(story.standing, 70) is None
    assert late(story.standing, 70.999999) is None
    assert late(story.standing, 71) == GiveUpAbsent(0)


@pytest.mark.parametrize("heartbeat", [None, 0.0])
def test_a_window_closes_before_anybody_is_given_up_whether_the_sweep_is_there_or_not(
    heartbeat: float | None,
) -> None:
    story = started(turn_seconds=0, plus_three_seconds=6, give_up_after_seconds=60)
    story.tell(20, ev.TurnSettled(0), ev.TurnPassed(1, 2, Pending.ORDINARY))
    story.tell(68, ev.CardLaid(1, card("G3"), Color.RED, False), ev.WindowOpened(1), by=OMER)
    assert due_at(story.standing) == at(74)
    assert late(story.standing, 73.999999, heartbeat=heartbeat) is None
    assert late(story.standing, 74, heartbeat=heartbeat) == CloseWindow(2)
    story.tell(74, ev.WindowClosed(), ev.TurnPassed(0, 3, Pending.ORDINARY))
    assert due_at(story.standing) == at(70)
    assert late(story.standing, 74) == GiveUpAbsent(0)


def test_the_head_is_found_when_anything_is_due() -> None:
    for standing, second in (
        (Story(lobby_seconds=60).standing, 60),
        (started(turn_seconds=30).standing, 40),
        (started(turn_seconds=0, give_up_after_seconds=90).standing, 100),
        (started(turn_seconds=120, give_up_after_seconds=90).standing, 100),
        (started(plus_three_seconds=3).tell(20, ev.WindowOpened(0)), 23),
    ):
        assert head_columns(standing)["deadline"] == due_at(standing) == at(second)
    over = started().tell(20, ev.GameFinished(ev.Ending.STALEMATE, (1, 1), (4, 5)))
    assert head_columns(over)["deadline"] is None
