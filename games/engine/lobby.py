"""The lobby: opening, sitting down, leaving; the deal that ends it stands in `dealing`."""

from typing import Final, assert_never

from games.engine import events as ev
from games.engine.agreement import disagreements
from games.engine.commands import LeaveSeat, OpenGame, TakeSeat
from games.engine.endings import disclose_unless_sealed
from games.engine.events import Abandonment
from games.engine.refusals import Refusal, Refused
from games.engine.shuffling import commitment
from games.engine.state import Phase, State
from games.engine.telling import Now, Told

RULES_VERSION: Final = 1
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 10


def opening(command: OpenGame) -> ev.GameOpened:
    """Return the first event of a game.

    :raises Refused: `seats_out_of_range`, `no_such_seat` for the opener's, or why the options do not go with
        each other, the box or the table.
    """
    if not FEWEST_SEATS <= command.seats <= MOST_SEATS:
        allowed = (f"{FEWEST_SEATS}..{MOST_SEATS}",)
        raise Refused(Refusal.SEATS_OUT_OF_RANGE, field="seats", allowed=allowed)
    if command.seat is not None and command.seat not in range(command.seats):
        raise Refused(Refusal.NO_SUCH_SEAT, field="seat", allowed=tuple(range(command.seats)))
    edition = command.edition
    for found in disagreements(edition, command.options, seats=command.seats, begins=command.begins):
        raise Refused(found.refusal, field=f"options.{found.option}", allowed=found.allowed)
    return ev.GameOpened(
        game=command.game,
        edition=edition.key,
        box=edition.box,
        options=command.options,
        rules=RULES_VERSION,
        seats=command.seats,
        seed=command.seed,
        commitment=commitment(command.game, command.seed),
        begins=command.begins,
        sealed=command.sealed,
    )


def seat_the_opener(seat: int | None) -> Told:
    """The opener takes this seat and hosts; where it is None nobody does."""
    if seat is not None:
        yield ev.SeatTaken(seat)
        yield ev.HostPassed(seat)


def take_seat(now: Now, command: TakeSeat) -> Told:
    """Somebody sits down.

    :raises Refused: `already_started`, `game_over`, `no_such_seat`, `table_full`, `seat_taken`.
    """
    state = now.state
    check_in_lobby(state)
    free = tuple(seat for seat in range(state.setup.seats) if seat not in state.taken)
    if not free:
        raise Refused(Refusal.TABLE_FULL)
    if command.seat not in range(state.setup.seats):
        raise Refused(Refusal.NO_SUCH_SEAT, field="seat", allowed=free)
    if command.seat in state.taken:
        raise Refused(Refusal.SEAT_TAKEN, field="seat", allowed=free)
    yield ev.SeatTaken(command.seat, command.bot)


def leave_seat(now: Now, command: LeaveSeat) -> Told:
    """Somebody stands up; a host who leaves passes the host on, a lobby without people is over.

    A lobby that nobody hosts is its organizer's: it waits, and nobody comes to host it.

    :raises Refused: `already_started`, `game_over`, `seat_not_taken`.
    """
    check_in_lobby(now.state)
    if command.seat not in now.state.taken:
        raise Refused(Refusal.SEAT_NOT_TAKEN, field="seat", allowed=now.state.taken)
    host = now.state.host
    yield ev.SeatLeft(command.seat)
    if host is None:
        return
    people = [seat for seat in now.state.taken if now.state.bots[seat] is None]
    if not people:
        yield from abandon(now, Abandonment.EVERYONE_LEFT)
    elif now.state.host is None:
        yield ev.HostPassed(people[0])


def abandon_lobby(now: Now) -> Told:
    """The time of the lobby is up; nothing happens where it is no lobby any more."""
    if now.state.phase is Phase.LOBBY:
        yield from abandon(now, Abandonment.NOT_STARTED_IN_TIME)


def abandon(now: Now, reason: Abandonment) -> Told:
    """End a lobby without a game."""
    yield ev.GameAbandoned(reason)
    yield from disclose_unless_sealed(now)


def check_in_lobby(state: State) -> None:
    """Refuse what may only be done before the start.

    :raises Refused: `already_started`, `game_over`.
    """
    match state.phase:
        case Phase.LOBBY:
            pass
        case Phase.PLAYING:
            raise Refused(Refusal.ALREADY_STARTED)
        case Phase.FINISHED | Phase.ABANDONED:
            raise Refused(Refusal.GAME_OVER)
        case _:
            assert_never(state.phase)
