"""When a seat does not play on: a turn settled for it, or the seat given up (rules I.3.8)."""

from games.engine import events as ev
from games.engine.cards import Figure
from games.engine.events import Pending
from games.engine.last_card import punish_forgetful
from games.engine.runs import close_run, last_figure, leave_run_open, may_close
from games.engine.scoring import points_in
from games.engine.shuffling import shuffle
from games.engine.state import Phase
from games.engine.telling import Now, Told
from games.engine.turns import draw_what_is_owed, end_by_last_seat, pass_turn


def settle_turn(now: Now) -> Told:
    """Play the rest of the turn for the seat that did not move, as a polite player would.

    It draws what is owed or one; its run is closed if it can be, else left open; a free card is declined.
    """
    seat, number = now.state.seat, now.state.number
    yield from punish_forgetful(now, seat)
    yield ev.TurnSettled(seat)
    if now.state.pending is Pending.RUN:
        yield from close_run(now) if may_close(now.state) else leave_run_open(now)
    if now.state.number != number or now.state.phase is not Phase.PLAYING:
        return
    yield from pass_turn(now) if now.state.pending is Pending.KING else draw_what_is_owed(now)


def give_up(now: Now, seat: int) -> Told:
    """Take the seat out of play for good; one seat left wins at once and nothing else happens."""
    before = now.state
    yield ev.SeatGivenUp(seat, place=len(before.in_play), points=points_in(before.hands[seat]))
    if len(now.state.in_play) == 1:
        yield from end_by_last_seat(now)
        return
    on_turn = seat == before.seat
    if on_turn and before.in_window:
        yield ev.WindowClosed()
    if on_turn and before.debt:
        yield ev.DebtCanceled()
    yield _hand_shuffled_in(now, seat)
    if on_turn:
        yield from _end_given_up_turn(now)


def _hand_shuffled_in(now: Now, seat: int) -> ev.HandShuffledIn:
    state = now.state
    cards = state.hands[seat] + state.pile
    return ev.HandShuffledIn(seat, state.shuffles, shuffle(cards, state.setup.seed, state.shuffles))


def _end_given_up_turn(now: Now) -> Told:
    # Its run is closed with effect, but stays open under a TAKI; a Plus then asks nothing of anybody.
    if now.state.pending is not Pending.RUN:
        yield from pass_turn(now)
    elif not may_close(now.state):
        yield from leave_run_open(now)
    elif last_figure(now.state) is Figure.PLUS:
        yield ev.RunEnded()
        yield from pass_turn(now)
    else:
        yield from close_run(now)
