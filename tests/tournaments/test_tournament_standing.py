"""What a log leaves beside the state of a tournament: persons, times, deadlines, and what is due."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games.envelope import Recorded, instant
from games.tournaments import events as ev
from games.tournaments.commands import LapseRegistration, OpenCheckIn, StartTournament
from games.tournaments.events import Cancellation, Event
from games.tournaments.standing import Standing, due, due_at, fold, goes_on_at, time_called_at
from tests.tournaments.deciding import (
    GAMES,
    WHY,
    bots,
    came,
    closed,
    left,
    opened,
    paired,
    started,
    waits,
    won,
)

NOON = datetime(2040, 1, 1, 12, tzinfo=UTC)
DANA, OMER, NOA = uuid4(), uuid4(), uuid4()


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


class Story:
    """The log of a tournament in the making, opened by Dana at noon; events at seconds after that."""

    def __init__(self, **settings: Any) -> None:
        self.version = 0
        self.standing = self._fold(None, 0, opened(**settings), None, DANA)

    def _fold(
        self, standing: Standing | None, second: float, event: Event, subject: UUID | None, by: UUID | None
    ) -> Standing:
        self.version += 1
        digest = self.version.to_bytes(32, "big")
        return fold(standing, Recorded(self.version, event, by, subject, uuid4(), at(second), digest))

    def tell(self, second: float, *events: Event, subject: UUID | None = None) -> "Story":
        for event in events:
            self.standing = self._fold(self.standing, second, event, subject, None)
        return self


def begun(**settings: Any) -> Story:
    """Return a tournament of Dana and Omer that started after a hundred seconds."""
    story = Story(**settings).tell(10, *came(0), subject=DANA).tell(20, *came(1), subject=OMER)
    return story.tell(100, started(0, 1))


# --- persons and times


def test_an_opening_tells_who_directs_it_and_when_it_was_opened() -> None:
    standing = Story().standing
    assert (standing.director, standing.opened_at, standing.last_at) == (DANA, NOON, NOON)
    assert (standing.version, standing.digest) == (1, (1).to_bytes(32, "big"))
    assert (standing.people, standing.started_at, standing.ended_at) == ((), None, None)


def test_persons_are_known_by_the_number_under_which_they_are_in_it() -> None:
    story = Story().tell(10, *came(0), subject=DANA).tell(20, *came(1), subject=OMER)
    assert story.standing.people == (DANA, OMER)
    assert [story.standing.entrant_of(one) for one in (DANA, OMER, NOA, None)] == [0, 1, None, None]
    assert [story.standing.is_in(one) for one in (DANA, OMER, NOA, None)] == [True, True, False, False]


def test_who_withdrew_and_came_again_has_the_newer_number() -> None:
    story = Story().tell(10, *came(0), subject=DANA).tell(20, *left(0), subject=DANA)
    assert (story.standing.entrant_of(DANA), story.standing.is_in(DANA)) == (0, False)
    story.tell(30, *came(1), subject=OMER).tell(40, *waits(2), subject=DANA)
    assert (story.standing.entrant_of(DANA), story.standing.is_in(DANA)) == (2, True)


def test_bots_whose_person_was_erased_are_nobody() -> None:
    story = Story(allow_bots=True).tell(10, *bots(0))
    assert story.standing.people == (None,)
    assert story.standing.entrant_of(None) is None


def test_every_event_leaves_its_version_digest_and_time() -> None:
    standing = Story().tell(10, *came(0), subject=DANA).tell(75, ev.CheckInOpened()).standing
    assert (standing.version, standing.digest, standing.last_at) == (3, (3).to_bytes(32, "big"), at(75))


def test_rounds_leave_when_they_began_and_were_closed() -> None:
    story = begun().tell(110, paired(1, (0, 1)))
    standing = story.standing
    assert (standing.started_at, standing.round_began_at, standing.round_closed_at) == (
        at(100),
        at(110),
        None,
    )
    story.tell(130, ev.RoundPairedAnew(1, ((1, 0),), GAMES[:1], (), WHY))
    assert story.standing.round_began_at == at(130)
    story.tell(200, won(1, 0, 1, 2), closed(1)).tell(220, paired(2, (0, 1)))
    assert (story.standing.round_began_at, story.standing.round_closed_at) == (at(220), at(200))


@pytest.mark.parametrize(
    "end",
    [ev.TournamentFinished((0, 1)), ev.TournamentCanceled(Cancellation.BY_THE_DIRECTOR, WHY)],
)
def test_what_is_over_asks_for_nothing_more(end: Event) -> None:
    standing = begun(round_seconds=60).tell(300, end).standing
    assert standing.ended_at == at(300)
    assert (due_at(standing), goes_on_at(standing), time_called_at(standing)) == (None, None, None)
    assert due(standing, at(10_000_000)) is None


# --- registration


def test_without_a_time_registration_lapses_after_thirty_days() -> None:
    standing = Story().standing
    lapses_at = NOON + timedelta(days=30)
    assert due_at(standing) == lapses_at
    assert due(standing, lapses_at - timedelta(microseconds=1)) is None
    assert due(standing, lapses_at) == LapseRegistration()


def test_it_starts_at_its_time() -> None:
    standing = Story(starts_at=instant(at(3_600))).standing
    assert due_at(standing) == at(3_600)
    assert due(standing, at(3_599)) is None
    assert due(standing, at(3_600)) == StartTournament(is_due=True)


def test_check_in_opens_before_that_and_is_due_once() -> None:
    story = Story(starts_at=instant(at(3_600)), check_in_seconds=600)
    assert due_at(story.standing) == at(3_000)
    assert due(story.standing, at(2_999)) is None
    assert due(story.standing, at(3_000)) == OpenCheckIn()
    assert due(story.standing, at(9_999)) == OpenCheckIn()
    story.tell(3_001, ev.CheckInOpened())
    assert due_at(story.standing) == at(3_600)
    assert due(story.standing, at(3_599)) is None
    assert due(story.standing, at(3_600)) == StartTournament(is_due=True)


def test_check_in_that_the_director_opened_is_not_due_any_more() -> None:
    story = Story(starts_at=instant(at(3_600))).tell(10, ev.CheckInOpened())
    assert due_at(story.standing) == at(3_600)


# --- rounds


def test_the_first_round_is_due_at_the_start() -> None:
    standing = begun(break_seconds=300).standing
    assert goes_on_at(standing) == at(100)
    assert due_at(standing) == at(100)
    assert due(standing, at(10_000)) is None  # rounds are paired by those who tend the tournament


def test_the_next_round_is_due_after_the_break() -> None:
    story = begun(break_seconds=300).tell(110, paired(1, (0, 1)))
    assert (goes_on_at(story.standing), due_at(story.standing)) == (None, None)
    story.tell(200, won(1, 0, 1, 2), closed(1))
    assert goes_on_at(story.standing) == at(500)
    assert due_at(story.standing) == at(500)


def test_a_pause_holds_the_next_round_and_its_end_lets_it_go() -> None:
    story = begun().tell(110, paired(1, (0, 1))).tell(200, won(1, 0, 1, 2), closed(1))
    story.tell(210, ev.TournamentPaused(WHY))
    assert (goes_on_at(story.standing), due_at(story.standing)) == (None, None)
    story.tell(900, ev.TournamentResumed(WHY))
    assert goes_on_at(story.standing) == at(200)


def test_before_the_start_no_round_is_due() -> None:
    standing = Story().standing
    assert (goes_on_at(standing), time_called_at(standing)) == (None, None)


def test_time_is_called_when_the_time_of_a_round_is_over() -> None:
    story = begun(round_seconds=600).tell(110, paired(1, (0, 1)))
    assert time_called_at(story.standing) == at(710)
    assert due_at(story.standing) == at(710)
    story.tell(300, ev.RoundPairedAnew(1, ((1, 0),), GAMES[:1], (), WHY))
    assert time_called_at(story.standing) == at(900)
    story.tell(800, won(1, 0, 1, 2), closed(1))
    assert time_called_at(story.standing) is None
    assert due_at(story.standing) == at(800)


def test_a_round_without_a_time_is_never_called() -> None:
    story = begun().tell(110, paired(1, (0, 1)))
    assert (time_called_at(story.standing), due_at(story.standing)) == (None, None)


def test_in_a_pause_no_time_is_called() -> None:
    story = begun(round_seconds=600).tell(110, paired(1, (0, 1))).tell(200, ev.TournamentPaused(WHY))
    assert (time_called_at(story.standing), due_at(story.standing)) == (None, None)
    story.tell(2_000, ev.TournamentResumed(WHY))
    assert (time_called_at(story.standing), due_at(story.standing)) == (at(2_510), at(2_510))
