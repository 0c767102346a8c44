"""When a seat does not play on: a turn settled for it, or the seat given up (rules I.3.8)."""

from games.engine import events as ev
from games.engine.effects import cancel_debt
from games.engine.endings import end_by_last_seat, is_over
from games.engine.events import Pending
from games.engine.last_card import judge_the_silent
from games.engine.runs import end_run
from games.engine.scoring import points_in
from games.engine.shuffling import shuffle
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import decline_free_card, draw_what_is_owed, pass_turn


def settle_turn(now: Now) -> Told:
    """Play the rest of the turn for the seat that did not move, as a polite player would.

    It draws what is owed or one, and keeps it, as it keeps one that was drawn before; its run is closed if it
    can be, else left open; a free card is declined.
    """
    seat, number = now.state.seat, now.state.number
    yield from judge_the_silent(now, seat)
    yield ev.TurnSettled(seat)
    if _a_bot_should_stand_in(now.state, seat):
        yield ev.BotStoodIn(seat)
    if now.state.pending is Pending.RUN:
        yield from end_run(now)
    if now.state.number != number or is_over(now.state):
        return
    if now.state.pending is Pending.KING:
        yield from decline_free_card(now)
    elif now.state.pending is Pending.DRAWN_CARD:
        yield from pass_turn(now)
    else:
        yield from draw_what_is_owed(now)


def _a_bot_should_stand_in(state: State, seat: int) -> bool:
    after = state.setup.options.bot_after_turns
    return 0 < after <= state.absent[seat] and not state.is_played_by_bot(seat)


def give_up(now: Now, seat: int) -> Told:
    """Take the seat out of play for good; one seat left wins at once and nothing else happens."""
    before = now.state
    place = before.finished + len(before.in_play)
    yield ev.SeatGivenUp(seat, place, points=points_in(before.hands[seat]))
    if len(now.state.in_play) == 1:
        yield from end_by_last_seat(now)
        return
    on_turn = seat == before.seat
    if on_turn and before.in_window:
        yield ev.WindowClosed()
    if on_turn:
        yield from cancel_debt(now)
    if is_over(now.state):
        return
    yield _hand_shuffled_in(now, seat)
    if on_turn:
        yield from end_run(now) if now.state.pending is Pending.RUN else pass_turn(now)


def _hand_shuffled_in(now: Now, seat: int) -> ev.HandShuffledIn:
    state = now.state
    cards = state.hands[seat] + state.pile
    return ev.HandShuffledIn(seat, state.shuffles, shuffle(cards, state.setup.seed, state.shuffles))
