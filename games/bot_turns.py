"""Which bots have something to consider in a game, and from when on; how they choose is not known here.

Pure, as the standing that it looks at.
"""

from datetime import datetime

from games.engine.moves import legal_moves
from games.engine.seating import seats_after
from games.engine.state import Phase, State
from games.standing import Standing, time_to_declare_ends


def bot_at(standing: Standing) -> datetime | None:
    """Return from when on a bot may move, None where none has anything to do.

    Whoever comes to one card may first say so, as with clocks.
    """
    if not asked(standing.state):
        return None
    return max(standing.last_at, time_to_declare_ends(standing))


def asked(state: State) -> tuple[int, ...]:
    """Return the seats of bots that may do something, in the order in which they are asked.

    The turn's own is last, so that a word that it should have waited for is not too late. In a +3 window
    every bot is asked that might answer: nothing shows which could.
    """
    if state.phase is not Phase.PLAYING or not (any(state.bots) or any(state.stood_in)):
        return ()
    return tuple(seat for seat in _around(state) if state.is_played_by_bot(seat) and _may_move(state, seat))


def is_window_of_bots(state: State) -> bool:
    """Say whether a +3 is open that only bots can answer: it closes when they have decided (rules I.3.5)."""
    others = [seat for seat in state.in_play if seat != state.seat]
    return state.in_window and all(map(state.is_played_by_bot, others))


def _around(state: State) -> tuple[int, ...]:
    others = seats_after(
        state.seat, direction=state.direction, seats=state.setup.seats, in_play=state.in_play
    )
    return (*others, state.seat)


def _may_move(state: State, seat: int) -> bool:
    answers = state.in_window and seat != state.seat
    return answers or bool(legal_moves(state, seat))
