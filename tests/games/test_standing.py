"""What a log leaves beside the engine's state: people, times, deadlines, and what is late."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from games.engine import events as ev
from games.engine.cards import Color, card, cards
from games.engine.commands import AbandonLobby, CloseWindow, ExtendClock, SettleTurn
from games.engine.events import Event, Pending
from games.engine.options import Options
from games.envelope import Recorded
from games.standing import Standing, due, extension, fold

NOON = datetime(2040, 1, 1, 12, tzinfo=UTC)
DANA, OMER = uuid4(), uuid4()


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


class Story:
    """A log in the making: events at seconds after noon."""

    def __init__(self, **options: int) -> None:
        self.version = 0
        chosen = Options(**options)  # type: ignore[arg-type]
        box = tuple((one, 8) for one in cards("R1 R3 G1 G3 R+2"))
        self.standing = self._fold(None, 0, ev.GameOpened("g", "e", box, chosen, 1, 2, bytes(32), "c"))

    def _fold(
        self, standing: Standing | None, second: float, event: Event, subject: UUID | None = None
    ) -> Standing:
        self.version += 1
        digest = self.version.to_bytes(32, "big")
        return fold(standing, Recorded(self.version, event, DANA, subject, uuid4(), at(second), digest))

    def tell(self, second: float, *events: Event, subject: UUID | None = None) -> Standing:
        for event in events:
            self.standing = self._fold(self.standing, second, event, subject)
        return self.standing


def started(**options: int) -> Story:
    story = Story(**options)
    story.tell(1, ev.SeatTaken(0), subject=DANA)
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
    assert started(turn_seconds=30).tell(35, ev.ClockExtended(12)).deadline == at(52)
    assert started(turn_seconds=0).tell(35, ev.ClockExtended(12)).deadline is None


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


def back(standing: Standing, second: float, heartbeat: float | None) -> object:
    heartbeat_at = None if heartbeat is None else at(heartbeat)
    return extension(standing, now=at(second), heartbeat_at=heartbeat_at)


def test_the_time_for_which_the_sweep_was_away_is_given_back_in_begun_seconds() -> None:
    standing = started(turn_seconds=30).standing
    assert back(standing, 100, 20) == ExtendClock(80)
    assert back(standing, 100.000001, 20) == ExtendClock(81)


def test_no_time_is_given_back_while_the_sweep_is_there() -> None:
    standing = started(turn_seconds=30).standing
    assert back(standing, 25, 20) is None
    assert back(standing, 25.000001, 20) == ExtendClock(6)


def test_only_time_within_the_turn_is_given_back() -> None:
    standing = started(turn_seconds=30).standing  # the turn began at second 10
    assert back(standing, 13, 2) == ExtendClock(3)
    assert back(standing, 13, None) == ExtendClock(3)


def test_the_same_outage_is_given_back_once_however_often_it_is_seen() -> None:
    story = started(turn_seconds=30)
    story.tell(100, ev.ClockExtended(80))
    assert back(story.standing, 100.5, 20) is None
    assert back(story.standing, 104, 20) == ExtendClock(4)  # still away, so more was lost


def test_a_window_a_lobby_and_a_game_without_a_clock_get_nothing_back() -> None:
    assert back(Story().standing, 100, 20) is None
    assert back(started(turn_seconds=0).standing, 100, 20) is None
    assert back(started().tell(20, ev.WindowOpened(0)), 100, 20) is None
