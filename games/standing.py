"""A game as its log leaves it: the engine's state with what only the envelopes tell, persons and times.

Pure: nothing here reads a clock or a table. When something is late is decided here too (design 7).
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple, assert_never
from uuid import UUID

from games.engine import events as ev
from games.engine.commands import (
    AbandonLobby,
    CloseWindow,
    Command,
    ExtendClock,
    GiveUpAbsent,
    SettleTurn,
)
from games.engine.events import Event
from games.engine.history import evolve
from games.engine.state import Phase, State
from games.envelope import Recorded

# Late moves of a turn count as on time while the sweep has not been heard of for longer than this.
HEARTBEAT_LASTS: Final = timedelta(seconds=5)
# Whoever comes to one card has so long to say so before a clock moves the game on.
TIME_TO_DECLARE: Final = timedelta(seconds=2)
# Spectators are no further behind a game than this.
LONGEST_DELAY_SECONDS: Final = 3600


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
    # Since when each seat has owed a move: since it got the turn, if its player has done nothing since then.
    silent_since: tuple[datetime | None, ...]
    extended_at: datetime | None = None  # when time was last given back
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
        return Standing(state, recorded.version, recorded.digest, nobody, at, at, at + lobby, at, nobody)
    standing = standing._replace(state=state, version=recorded.version, digest=recorded.digest, last_at=at)
    if state.phase is Phase.PLAYING:
        standing = _heard_from(standing, recorded.actor, at)
    return _with_envelope(standing, event, at, recorded.subject)


def _heard_from(standing: Standing, actor: UUID | None, at: datetime) -> Standing:
    seat = standing.seat_of(actor)
    if seat is None:
        return standing
    state = standing.state
    owes_more = seat == state.seat and seat in state.in_play and not state.in_window
    return _silent(standing, seat, at if owes_more else None)


def _with_envelope(standing: Standing, event: Event, at: datetime, subject: UUID | None) -> Standing:
    options = standing.state.setup.options
    match event:
        case ev.SeatTaken(seat):
            return _seated(standing, seat, subject)
        case ev.SeatLeft(seat):
            return _seated(standing, seat, None)
        case ev.GameStarted():
            return standing._replace(started_at=at, deadline=None)
        case ev.TurnPassed(seat):
            if standing.silent_since[seat] is None:
                standing = _silent(standing, seat, at)
            return _timed(standing, at, options.turn_seconds)
        case ev.WindowOpened():
            return _timed(standing, at, options.plus_three_seconds)
        case ev.WindowClosed():
            return standing._replace(deadline=None)  # until the turn passes, in the same command
        case ev.ClockExtended(seconds, waiting):
            return _extended(standing, at, seconds=seconds, waiting=waiting)
        case ev.CardLaid(seat):
            return _came_to_one(standing, seat, at)
        case ev.HandsPassed():
            return standing._replace(single_at=at) if standing.state.holds_one else standing
        case ev.CardsDrawn(seat, cards):
            return _came_to_one(standing, seat, at) if cards else standing
        case ev.SeatGivenUp(seat) | ev.SeatFinished(seat):
            return _silent(standing, seat, None)
        case ev.GameAbandoned() | ev.GameFinished():
            nobody = (None,) * standing.state.setup.seats
            return standing._replace(ended_at=at, deadline=None, silent_since=nobody)
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
            | ev.BotStoodIn()
            | ev.SeatReturned()
        ):
            return standing
        case _:
            assert_never(event)


def _seated(standing: Standing, seat: int, person: UUID | None) -> Standing:
    people = standing.people
    return standing._replace(people=(*people[:seat], person, *people[seat + 1 :]))


def _silent(standing: Standing, seat: int, since: datetime | None) -> Standing:
    silent = standing.silent_since
    return standing._replace(silent_since=(*silent[:seat], since, *silent[seat + 1 :]))


def _extended(standing: Standing, at: datetime, *, seconds: int, waiting: int) -> Standing:
    silent = standing.silent_since
    standing = standing._replace(
        silent_since=tuple(None if since is None else _moved(since, waiting, at) for since in silent),
        extended_at=at,
    )
    if not seconds:
        return standing
    deadline = None if standing.deadline is None else standing.deadline + timedelta(seconds=seconds)
    return standing._replace(deadline=deadline, running_since=at)


def _moved(since: datetime, waiting: int, at: datetime) -> datetime:
    # Nobody gets more than was lost of its own time. Begun seconds can have moved `since` past `at`.
    return since + timedelta(seconds=max(0, min(waiting, _begun_seconds(at - since))))


def _begun_seconds(time: timedelta) -> int:
    return -(-time // timedelta(seconds=1))


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
    at, state = due_at(standing), standing.state
    if at is None or now < at:
        return None
    if state.phase is Phase.LOBBY:
        return AbandonLobby()
    if state.in_window:
        return CloseWindow(state.number)
    if is_away(heartbeat_at, now) or now < time_to_declare_ends(standing):
        return None
    return SettleTurn(state.number) if at == standing.deadline else GiveUpAbsent(_first_to_give_up(standing))


def due_at(standing: Standing) -> datetime | None:
    """Return when something is late next: a lobby, a turn, a window, or a player who stays away.

    While a +3 waits only its window counts: it closes within a minute, whether the sweep is there or not.
    """
    if standing.state.in_window:
        return standing.deadline
    dates = (standing.deadline, *(gives_up_at(standing, seat) for seat in range(len(standing.people))))
    return min((date for date in dates if date is not None), default=None)


def gives_up_at(standing: Standing, seat: int) -> datetime | None:
    """Return when the seat is given up if its player does nothing; None while it owes no move.

    The time counts from the first turn that it was given since its last move of its own, so that nobody is
    given up for waiting for others (rules I.3.8). A bot never stays away: when it does not move, the server
    has no worker for it.
    """
    since = standing.silent_since[seat]
    if since is None or standing.state.bots[seat] is not None:
        return None
    return since + timedelta(seconds=standing.state.setup.options.give_up_after_seconds)


def _first_to_give_up(standing: Standing) -> int:
    dates = ((gives_up_at(standing, seat), seat) for seat in range(len(standing.people)))
    return min((date, seat) for date, seat in dates if date is not None)[1]


def is_away(heartbeat_at: datetime | None, now: datetime, *, lasts: timedelta = HEARTBEAT_LASTS) -> bool:
    """Say whether the sweep, or another, has not been heard of for longer than this, or never (None)."""
    return heartbeat_at is None or now - heartbeat_at > lasts


def time_to_declare_ends(standing: Standing) -> datetime:
    """Return when a clock or a bot may move the game on: whoever came to one card may first say so."""
    state = standing.state
    if standing.single_at is None or all(state.declared[seat] for seat in state.holds_one):
        return standing.last_at
    return standing.single_at + TIME_TO_DECLARE


def extension(
    standing: Standing, *, now: datetime, heartbeat_at: datetime | None, back_since: datetime
) -> Command | None:
    """Return what gives a running game back the time for which the sweep was away, or None.

    The running turn gets what was lost of it, all who are waited for what was lost since they are; while a +3
    waits, and after it was closed late, these alone. None gets any for a second time: `back_since` says when
    the sweep came back, and what began or was given back since then has lost nothing. `heartbeat_at` None: it
    never ran.
    """
    if standing.state.phase is not Phase.PLAYING or not is_away(heartbeat_at, now):
        return None
    of_turn, of_waiting = _turn_lost_since(standing, back_since), _waiting_lost_since(standing, back_since)
    seconds, waiting = (
        0 if since is None else _begun_seconds(now - _latest(since, heartbeat_at))
        for since in (of_turn, of_waiting)
    )
    return ExtendClock(seconds, waiting) if seconds or waiting else None


def _turn_lost_since(standing: Standing, back_since: datetime) -> datetime | None:
    if standing.state.in_window or standing.running_since >= back_since:
        return None
    return standing.running_since


def _waiting_lost_since(standing: Standing, back_since: datetime) -> datetime | None:
    # From when the first of them is waited for; the others get no more than their own time.
    extended_at = standing.extended_at
    first = min((since for since in standing.silent_since if since is not None), default=back_since)
    if first >= back_since or (extended_at is not None and extended_at >= back_since):
        return None
    return _latest(first, extended_at)


def _latest(moment: datetime, other: datetime | None) -> datetime:
    return moment if other is None else max(moment, other)
