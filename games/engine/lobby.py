"""Before the first turn: opening, sitting down, leaving, the deal."""

from typing import assert_never

from games.engine import events as ev
from games.engine.cards import Hand, in_order
from games.engine.commands import LeaveSeat, OpenGame, StartGame, TakeSeat
from games.engine.editions import pack_of, packs_needed
from games.engine.events import Abandonment, Pending
from games.engine.refusals import Refusal, Refused
from games.engine.shuffling import commitment, shuffle
from games.engine.state import Phase, State
from games.engine.telling import Now, Told

RULES_VERSION = 1
FEWEST_SEATS = 2
MOST_SEATS = 10


def opening(command: OpenGame) -> ev.GameOpened:
    """Return the first event of a game.

    :raises Refused: `seats_out_of_range`.
    """
    if not FEWEST_SEATS <= command.seats <= MOST_SEATS:
        allowed = (f"{FEWEST_SEATS}..{MOST_SEATS}",)
        raise Refused(Refusal.SEATS_OUT_OF_RANGE, field="seats", allowed=allowed)
    edition = command.edition
    return ev.GameOpened(
        game=command.game,
        edition=edition.key,
        box=edition.box,
        options=command.options,
        rules=RULES_VERSION,
        seats=command.seats,
        seed=command.seed,
        commitment=commitment(command.game, command.seed),
    )


def seat_the_opener() -> Told:
    """The opener takes seat 0 and hosts."""
    yield ev.SeatTaken(0)
    yield ev.HostPassed(0)


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
    yield ev.SeatTaken(command.seat)


def leave_seat(now: Now, command: LeaveSeat) -> Told:
    """Somebody stands up; a host who leaves passes the host on, an empty lobby is over.

    :raises Refused: `already_started`, `game_over`, `seat_not_taken`.
    """
    check_in_lobby(now.state)
    if command.seat not in now.state.taken:
        raise Refused(Refusal.SEAT_NOT_TAKEN, field="seat", allowed=now.state.taken)
    yield ev.SeatLeft(command.seat)
    if not now.state.taken:
        yield from abandon(Abandonment.EVERYONE_LEFT)
    elif now.state.host is None:
        yield ev.HostPassed(now.state.taken[0])


def abandon_lobby(now: Now) -> Told:
    """The time of the lobby is up; nothing happens where it is no lobby any more."""
    if now.state.phase is Phase.LOBBY:
        yield from abandon(Abandonment.NOT_STARTED_IN_TIME)


def abandon(reason: Abandonment) -> Told:
    """End a lobby without a game."""
    yield ev.GameAbandoned(reason)
    yield ev.Disclosed()


def start_game(now: Now, command: StartGame) -> Told:
    """Shuffle, deal, turn the leading card up, and give the host the first turn.

    :raises Refused: `already_started`, `game_over`, `not_the_host`, `too_few_seats`.
    """
    state = now.state
    check_in_lobby(state)
    if command.seat != state.host:
        raise Refused(Refusal.NOT_THE_HOST)
    if len(state.taken) < FEWEST_SEATS:
        raise Refused(Refusal.TOO_FEW_SEATS)
    yield _started(state)
    yield _dealt(now.state, first=command.seat)
    yield from _turn_one_up(now)
    yield ev.TurnPassed(command.seat, 1, Pending.ORDINARY)


def _started(state: State) -> ev.GameStarted:
    setup, options = state.setup, state.setup.options
    packs = options.packs
    if isinstance(packs, str):
        size = sum(count for _, count in setup.box)
        packs = packs_needed(size=size, seats=len(state.taken), hand_size=options.hand_size)
    return ev.GameStarted(packs, state.taken, shuffle(pack_of(setup.box, packs), setup.seed, state.shuffles))


def _dealt(state: State, *, first: int) -> ev.HandsDealt:
    # One card at a time, round by round, beginning with the first seat (rules II 3.1 `deal.order`).
    seats, size = len(state.in_play), state.setup.options.hand_size
    at = state.in_play.index(first)
    order = state.in_play[at:] + state.in_play[:at]
    hands: list[Hand] = [()] * state.setup.seats
    for place, seat in enumerate(order):
        hands[seat] = tuple(in_order(state.pile[place : seats * size : seats]))
    return ev.HandsDealt(tuple(hands))


def _turn_one_up(now: Now) -> Told:
    # A card without a color is put at the bottom; where only such remain nothing leads (rules I.2).
    for _ in range(len(now.state.pile)):
        card = now.state.pile[0]
        yield ev.CardTurnedUp(card, leads=card.color is not None)
        if card.color is not None:
            return


def check_in_lobby(state: State) -> None:
    """Refuse what may only be done before the start.

    :raises Refused: `already_started`, `game_over`.
    """
    match state.phase:
        case Phase.LOBBY:
            return
        case Phase.PLAYING:
            raise Refused(Refusal.ALREADY_STARTED)
        case Phase.FINISHED | Phase.ABANDONED:
            raise Refused(Refusal.GAME_OVER)
        case _:
            assert_never(state.phase)
