"""The deal: who begins, the first hands, the card turned up and what it does to the first turn."""

from typing import Final, assert_never

from games.engine import events as ev
from games.engine.cards import NUMBERS, Card, Figure, Hand, in_order
from games.engine.commands import StartGame
from games.engine.editions import pack_of, packs_needed
from games.engine.effects import PLUS_TWO_CARDS, direction_acts_as_stop
from games.engine.events import Pending
from games.engine.lobby import FEWEST_SEATS, check_in_lobby
from games.engine.refusals import Refusal, Refused
from games.engine.seating import next_seat
from games.engine.shuffling import choose_seat, shuffle
from games.engine.state import State
from games.engine.telling import Now, Told

FIRST_TURN: Final = 1


def start_game(now: Now, command: StartGame) -> Told:
    """Shuffle, deal, turn the leading card up, and give somebody the first turn.

    :raises Refused: `already_started`, `game_over`, `not_the_host`, `too_few_seats`, `first_seat_required`,
        `first_seat_not_allowed`.
    """
    state = now.state
    check_in_lobby(state)
    if command.seat != state.host:
        raise Refused(Refusal.NOT_THE_HOST)
    if len(state.taken) < FEWEST_SEATS:
        raise Refused(Refusal.TOO_FEW_SEATS)
    first = _first_seat(state, command)
    yield _started(state)
    yield _dealt(now.state, first=first)
    if state.setup.options.opening_card == "turned_up":
        yield from _turn_one_up(now)
    yield from _begin(now, first)


def _first_seat(state: State, command: StartGame) -> int:
    wanted, begins = state.setup.options.first_seat, state.setup.begins
    if wanted == "named":
        if command.first not in state.taken:
            raise Refused(Refusal.FIRST_SEAT_REQUIRED, field="first", allowed=state.taken)
        return command.first
    if command.first is not None:
        raise Refused(Refusal.FIRST_SEAT_NOT_ALLOWED, field="first", allowed=())
    match wanted:
        case "host" if command.seat is not None:
            return command.seat
        case "host" | "random":  # where nobody hosts there is no host to begin
            return choose_seat(state.taken, state.setup.seed)
        case "previous_winner" | "rotate":
            assert begins is not None  # such a game is not opened without
            return begins if begins in state.taken else _next_taken(state, begins)
        case _:
            assert_never(wanted)


def _next_taken(state: State, seat: int) -> int:
    return next_seat(seat, direction=1, seats=state.setup.seats, in_play=state.taken)


def _started(state: State) -> ev.GameStarted:
    setup, packs = state.setup, state.setup.options.packs
    if isinstance(packs, str):
        size = sum(count for _, count in setup.box)
        packs = packs_needed(size, seats=len(state.taken), options=setup.options)
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
    # A card without a color is put at the bottom; where only such remain nothing leads (rules I.2). Where
    # `redraw` finds no number in the whole pile, a colored card serves after all.
    wants_number = now.state.setup.options.opening_action == "redraw"
    for may_lead in (_is_number, _has_color) if wants_number else (_has_color,):
        for _ in range(len(now.state.pile)):
            card = now.state.pile[0]
            leads = may_lead(card)
            yield ev.CardTurnedUp(card, leads)
            if leads:
                return


def _is_number(card: Card) -> bool:
    return card.figure in NUMBERS


def _has_color(card: Card) -> bool:
    return card.color is not None


def _begin(now: Now, first: int) -> Told:
    # An action card that applies is meant for the first player: it owes what a +2 or a Plus asks for, loses
    # the turn to a Stop, begins under a changed direction, or finds the TAKI open (rules I.2).
    state, pending = now.state, Pending.ORDINARY
    applies = state.setup.options.opening_action == "applies"
    match state.leading.figure if applies and state.leading is not None else None:
        case Figure.PLUS_TWO:
            yield ev.DebtRaised(PLUS_TWO_CARDS)
            pending = Pending.DEBT
        case Figure.PLUS:
            yield ev.AnotherCardOwed(first)
            pending = Pending.PLUS
        case Figure.STOP:
            yield ev.SeatSkipped(first)
            first = _after(now.state, first)
        case Figure.CHANGE_DIRECTION:
            yield ev.DirectionChanged(-state.direction)
            if direction_acts_as_stop(state):
                yield ev.SeatSkipped(first)
                first = _after(now.state, first)
        case Figure.TAKI:
            assert state.color is not None
            yield ev.RunOpened(first, state.color)
            yield ev.RunLeftOpen()
    yield ev.TurnPassed(first, FIRST_TURN, pending)


def _after(state: State, seat: int) -> int:
    return next_seat(seat, direction=state.direction, seats=state.setup.seats, in_play=state.in_play)
