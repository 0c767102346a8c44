"""A tournament as its log leaves it: the state with what only the envelopes tell, persons and times.

Pure: nothing here reads a clock or a table. When something is due is decided here too.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple, assert_never
from uuid import UUID

from games.envelope import Recorded
from games.standing import HEARTBEAT_LASTS
from games.tournaments import events as ev
from games.tournaments.commands import Command, LapseRegistration, OpenCheckIn, StartTournament
from games.tournaments.events import Event
from games.tournaments.state import IN_IT, State, TournamentPhase, evolve

# So long registration stays open where no time was set for the start.
LAPSES_AFTER: Final = timedelta(days=30)


class Standing(NamedTuple):
    """Everything that is known of a tournament at one version."""

    state: State
    version: int
    digest: bytes  # of the last event; a secret until the tournament is over
    people: tuple[UUID | None, ...]  # by entrant
    director: UUID | None  # who opened it
    opened_at: datetime
    last_at: datetime  # when the last event was recorded
    started_at: datetime | None = None
    # The newest, when it was last paired; later by as long as it has rested.
    round_began_at: datetime | None = None
    round_closed_at: datetime | None = None  # the newest
    paused_at: datetime | None = None
    check_in_opened_at: datetime | None = None
    ended_at: datetime | None = None
    texts_taken_away: int = 0  # the version by which they were, last; those of before are told to nobody

    def entrant_of(self, player: UUID | None) -> int | None:
        """Return the number under which this person is in it, or was last."""
        if player is None or player not in self.people:
            return None
        return len(self.people) - 1 - self.people[::-1].index(player)

    def is_in(self, player: UUID | None) -> bool:
        """Say whether this person is in it, or waits for a place."""
        entrant = self.entrant_of(player)
        return entrant is not None and self.state.entrants[entrant].part in IN_IT


def fold(standing: Standing | None, recorded: Recorded[Event]) -> Standing:
    """Return the standing after one more event; `standing` is None before the first."""
    event, at = recorded.event, recorded.recorded_at
    state = evolve(None if standing is None else standing.state, event)
    if standing is None:
        return Standing(state, recorded.version, recorded.digest, (), recorded.actor, at, at)
    standing = standing._replace(state=state, version=recorded.version, digest=recorded.digest, last_at=at)
    match event:
        case ev.EntrantRegistered():
            return standing._replace(people=(*standing.people, recorded.subject))
        case ev.CheckInOpened():
            return standing._replace(check_in_opened_at=at)
        case ev.TournamentStarted():
            return standing._replace(started_at=at)
        case ev.RoundPaired() | ev.RoundPairedAnew():
            return standing._replace(round_began_at=at)
        case ev.RoundClosed():
            return standing._replace(round_closed_at=at)
        case ev.TournamentPaused():
            return standing._replace(paused_at=at)
        case ev.TournamentResumed():
            return _resumed(standing, at)
        case ev.TextsTakenAway():
            return standing._replace(texts_taken_away=recorded.version)
        case ev.TournamentFinished() | ev.TournamentCanceled():
            return standing._replace(ended_at=at)
        case (
            ev.TournamentOpened()
            | ev.TournamentDescribed()
            | ev.EntrantPromoted()
            | ev.EntrantCheckedIn()
            | ev.EntrantWithdrew()
            | ev.EntrantRemoved()
            | ev.TableFinished()
            | ev.TableReplayed()
            | ev.ResultRuled()
            | ev.ByeRuled()
        ):
            return standing  # tells of no person and no time
        case _:
            assert_never(event)


def _resumed(standing: Standing, at: datetime) -> Standing:
    began, paused = standing.round_began_at, standing.paused_at
    if standing.state.round is None or began is None or paused is None:
        return standing._replace(paused_at=None)
    return standing._replace(round_began_at=began + (at - max(began, paused)), paused_at=None)


def due(standing: Standing, now: datetime) -> Command | None:
    """Return what the clock asks of an open registration at `now`, None where nothing is due."""
    at, state = due_at(standing), standing.state
    if state.phase is not TournamentPhase.OPEN or at is None or now < at:
        return None
    if state.settings.starts_at is None:
        return LapseRegistration()
    if state.settings.check_in_seconds and not state.check_in_open:
        return OpenCheckIn()
    return StartTournament(is_due=True)


def due_at(standing: Standing) -> datetime | None:
    """Return when something is due next: check-in, the start, the next round, the end of a round's time."""
    state = standing.state
    match state.phase:
        case TournamentPhase.OPEN:
            return _opens_or_starts_at(standing)
        case TournamentPhase.RUNNING:
            return time_called_at(standing) if state.round else goes_on_at(standing)
        case TournamentPhase.FINISHED | TournamentPhase.CANCELED:
            return None
        case _:
            assert_never(state.phase)


def goes_on_at(standing: Standing) -> datetime | None:
    """Return when the next round is paired, None while one is played or all rests."""
    state = standing.state
    if state.phase is not TournamentPhase.RUNNING or state.paused or state.round is not None:
        return None
    if standing.round_closed_at is None:
        return standing.started_at
    return standing.round_closed_at + timedelta(seconds=state.settings.break_seconds)


def time_called_at(standing: Standing) -> datetime | None:
    """Return when the tables of the open round that still play are stopped.

    None where that is not meant, and while all rests.
    """
    state, seconds = standing.state, standing.state.settings.round_seconds
    if state.round is None or state.paused or not seconds or standing.round_began_at is None:
        return None
    return standing.round_began_at + timedelta(seconds=seconds)


def _opens_or_starts_at(standing: Standing) -> datetime:
    settings = standing.state.settings
    if settings.starts_at is None:
        return standing.opened_at + LAPSES_AFTER
    starts_at = datetime.fromisoformat(settings.starts_at)
    length = timedelta(seconds=settings.check_in_seconds)
    if length and not standing.state.check_in_open:
        return starts_at - length
    opened_at = standing.check_in_opened_at
    if opened_at is not None and opened_at + length > starts_at + HEARTBEAT_LASTS:
        return opened_at + length  # nobody could check in while the server was away
    return starts_at
