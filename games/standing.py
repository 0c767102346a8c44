"""A game as its log leaves it: the engine's state with what only the envelopes tell, persons and times.

Pure: nothing here reads a clock or a table. When something is late is decided here too (design 7).
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple, assert_never
from uuid import UUID

from games.engine import events as ev
from games.engine.commands import AbandonLobby, CloseWindow, Command, ExtendClock, SettleTurn
from games.engine.events import Event
from games.engine.history import evolve
from games.engine.state import Phase, State
from games.envelope import Recorded

# Late moves of a turn count as on time while the sweep has not been heard of for longer than this.
HEARTBEAT_LASTS: Final = timedelta(seconds=5)
# Whoever comes to one card has so long to say so before a clock moves the game on.
TIME_TO_DECLARE: Final = timedelta(seconds=2)
# Less than this is no outage: two sweeps at once, or one that is repeated, give the same time back once.
SHORTEST_OUTAGE: Final = timedelta(seconds=1)


class Standing(NamedTuple):
    """Everything that is known of a game at one version; the tuple by seat has one entry for each place."""

    state: State
    version: int
    digest: bytes  # of the last event; a secret until the game is disclosed
    people: tuple[UUID | None, ...]  # who sits where; kept after the start
    opened_at: datetime
    last_at: datetime  # when the last event was recorded
    deadline: datetime | None  # of the lobby, the turn or the window
    running_since: datetime  # when that began, or its clock was last extended
    single_at: datetime | None = None  # when a hand last came to one card
    started_at: datetime | None = None
    ended_at: datetime | None = None
    disclosed_at: datetime | None = None

    @property
    def host(self) -> UUID | None:
        """The person who hosts."""
        return None if self.state.host is None else self.people[self.state.host]

    def seat_of(self, player: UUID | None) -> int | None:
        """Return the seat on which this person sits, or sat when the game ended."""
        return None if player is None or player not in self.people else self.people.index(player)


def fold(standing: Standing | None, recorded: Recorded[Event]) -> Standing:
    """Return the standing after one more event; `standing` is None before the first."""
    event, at = recorded.event, recorded.recorded_at
    state = evolve(None if standing is None else standing.state, event)
    if standing is None:
        lobby = timedelta(seconds=state.setup.options.lobby_seconds)
        nobody = (None,) * state.setup.seats
        return Standing(state, recorded.version, recorded.digest, nobody, at, at, at + lobby, at)
    standing = standing._replace(state=state, version=recorded.version, digest=recorded.digest, last_at=at)
    return _with_envelope(standing, event, at, recorded.subject)


def _with_envelope(standing: Standing, event: Event, at: datetime, subject: UUID | None) -> Standing:
    options = standing.state.setup.options
    match event:
        case ev.SeatTaken(seat):
            return _seated(standing, seat, subject)
        case ev.SeatLeft(seat):
            return _seated(standing, seat, None)
        case ev.GameStarted():
            return standing._replace(started_at=at, deadline=None)
        case ev.TurnPassed():
            return _timed(standing, at, options.turn_seconds)
        case ev.WindowOpened():
            return _timed(standing, at, options.plus_three_seconds)
        case ev.WindowClosed():
            return standing._replace(deadline=None)  # until the turn passes, in the same command
        case ev.ClockExtended(seconds):
            extended = None if standing.deadline is None else standing.deadline + timedelta(seconds=seconds)
            return standing._replace(deadline=extended, running_since=at)
        case ev.CardLaid(seat):
            return _came_to_one(standing, seat, at)
        case ev.HandsPassed():
            return standing._replace(single_at=at) if standing.state.holds_one else standing
        case ev.CardsDrawn(seat, cards):
            return _came_to_one(standing, seat, at) if cards else standing
        case ev.GameAbandoned() | ev.GameFinished():
            return standing._replace(ended_at=at, deadline=None)
        case ev.Disclosed():
            return standing._replace(disclosed_at=at)
        case (
            ev.GameOpened()
            | ev.HostPassed()
            | ev.GameContinued()
            | ev.Intervened()
            | ev.HandsDealt()
            | ev.CardTurnedUp()
            | ev.DiscardShuffled()
            | ev.HandShuffledIn()
            | ev.RunOpened()
            | ev.RunTaken()
            | ev.RunLeftOpen()
            | ev.RunEnded()
            | ev.DirectionChanged()
            | ev.SeatSkipped()
            | ev.DebtRaised()
            | ev.DebtPaid()
            | ev.DebtCanceled()
            | ev.AnotherCardOwed()
            | ev.FreeCardGiven()
            | ev.PlusThreeBroken()
            | ev.PlusThreeEvaded()
            | ev.LastCardDeclared()
            | ev.LastCardForgotten()
            | ev.LastCardCalledOut()
            | ev.LastCardUnnoticed()
            | ev.StageReached()
            | ev.FinishHeldBack()
            | ev.DrawnCardKept()
            | ev.TurnSettled()
            | ev.SeatReturned()
            | ev.SeatGivenUp()
            | ev.SeatFinished()
        ):
            return standing
        case _:
            assert_never(event)


def _seated(standing: Standing, seat: int, person: UUID | None) -> Standing:
    people = standing.people
    return standing._replace(people=(*people[:seat], person, *people[seat + 1 :]))


def _came_to_one(standing: Standing, seat: int, at: datetime) -> Standing:
    return standing._replace(single_at=at) if len(standing.state.hands[seat]) == 1 else standing


def _timed(standing: Standing, at: datetime, seconds: int) -> Standing:
    deadline = at + timedelta(seconds=seconds) if seconds else None  # 0: no clock
    return standing._replace(deadline=deadline, running_since=at)


# --- what the clock asks for


def due(standing: Standing, *, now: datetime, heartbeat_at: datetime | None) -> Command | None:
    """Return what settles whatever is late at `now`, or None where nothing is.

    Late moves of a turn count as on time while the sweep is away: then its player could not have known how
    much time was left. A lobby and a window are settled all the same.
    """
    if standing.deadline is None or now < standing.deadline:
        return None
    state = standing.state
    if state.phase is Phase.LOBBY:
        return AbandonLobby()
    if state.in_window:
        return CloseWindow(state.number)
    if is_away(heartbeat_at, now) or now < _time_to_declare_ends(standing):
        return None
    return SettleTurn(state.number)


def is_away(heartbeat_at: datetime | None, now: datetime) -> bool:
    """Say whether the sweep has not been heard of for too long, or never (None)."""
    return heartbeat_at is None or now - heartbeat_at > HEARTBEAT_LASTS


def _time_to_declare_ends(standing: Standing) -> datetime:
    state = standing.state
    if standing.single_at is None or all(state.declared[seat] for seat in state.holds_one):
        return standing.last_at
    return standing.single_at + TIME_TO_DECLARE


def extension(standing: Standing, *, now: datetime, heartbeat_at: datetime | None) -> Command | None:
    """Return what gives the running turn back the time for which the sweep was away, or None.

    Only time within this turn counts, and none for a second time. `heartbeat_at` None: it never ran.
    """
    if standing.deadline is None or standing.state.phase is not Phase.PLAYING or standing.state.in_window:
        return None
    if not is_away(heartbeat_at, now):
        return None
    away_since = standing.running_since
    if heartbeat_at is not None and heartbeat_at > away_since:
        away_since = heartbeat_at
    away = now - away_since
    if away < SHORTEST_OUTAGE:
        return None
    return ExtendClock(-(-away // timedelta(seconds=1)))  # begun seconds count in full
