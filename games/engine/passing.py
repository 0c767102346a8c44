"""The Crazy card and the printed passes: every hand goes on to a neighbor (rules I.2 `crazy_direction`)."""

from typing import assert_never

from games.engine import events as ev
from games.engine.cards import Figure, Hand
from games.engine.seating import Side, next_seat
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import pass_turn


def pass_hands(now: Now, figure: Figure, side: Side | None) -> Told:
    """Send every hand of a seat in play on; direction of play and the card that leads stay as they were.

    Whoever gets a single card has declared it, or must, by `crazy_single_card`; all else that was declared
    lapses.
    """
    state = now.state
    direction = _direction(state, figure, side)
    hands, declared = list(state.hands), [False] * state.setup.seats
    for giver in state.in_play:
        taker = next_seat(giver, direction=direction, seats=state.setup.seats, in_play=state.in_play)
        hands[taker] = state.hands[giver]
        declared[taker] = _counts_as_declared(state, state.hands[giver])
    yield ev.HandsPassed(state.seat, direction, tuple(hands), tuple(declared))
    yield from pass_turn(now)


def _counts_as_declared(state: State, hand: Hand) -> bool:
    options = state.setup.options
    counts = options.last_card != "off" and options.crazy_single_card == "counts_as_declared"
    return len(hand) == 1 and counts


def _direction(state: State, figure: Figure, side: Side | None) -> int:
    match state.setup.options.crazy_direction:
        case "chosen":
            return Side.LEFT.step if side is None else side.step  # with two in play it is all the same
        case "left":
            return Side.LEFT.step
        case "play_direction":
            return state.direction
        case "printed":
            return Side.LEFT.step if figure is Figure.LEFT_PASS else Side.RIGHT.step
        case _:
            assert_never(state.setup.options.crazy_direction)
