"""Saying "last card", and paying for having forgotten it (rules I.3.6)."""

from games.engine import events as ev
from games.engine.cards import Card, Figure
from games.engine.refusals import Refusal, Refused
from games.engine.seating import seats_after
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw

RULE = "6"


def fits_play(state: State, seat: int, card: Card) -> bool:
    """Say whether the play of `card` may carry the declaration: exactly one card is left after it.

    A Breaker laid freely leaves one only where there is nothing to draw. After a last Plus the card drawn is
    declared by a move of its own.
    """
    if len(state.hands[seat]) != 2:
        return False
    laid_freely = card.figure is Figure.BREAKER and not state.in_window
    return not (laid_freely and (state.pile or state.discard))


def check_with_play(state: State, seat: int, card: Card, *, last_card: bool) -> None:
    """Refuse a declaration that does not fit the play; it costs nothing.

    :raises Refused: `not_one_card`.
    """
    if last_card and not fits_play(state, seat, card):
        raise Refused(Refusal.NOT_ONE_CARD, field="last_card", allowed=(False,))


def declare(now: Now, seat: int, turn: int | None) -> Told:
    """Declare at any time while holding exactly one card.

    `turn` is any from the one in which the hand came to one card up to the current.

    :raises Refused: `stale_turn`, `too_late`, `not_one_card`, `already_declared`.
    """
    state = now.state
    if turn is None or turn > state.number:
        raise Refused(Refusal.STALE_TURN, field="turn", allowed=(state.number,))
    if len(state.hands[seat]) != 1:
        paid_for_it = turn <= state.forgot_in[seat]
        raise Refused(Refusal.TOO_LATE if paid_for_it else Refusal.NOT_ONE_CARD, rule=RULE)
    if state.declared[seat]:
        raise Refused(Refusal.ALREADY_DECLARED)
    if turn < state.single_since[seat]:
        since = f"{state.single_since[seat]}..{state.number}"
        raise Refused(Refusal.STALE_TURN, field="turn", allowed=(since,), rule=RULE)
    yield ev.LastCardDeclared(seat)


def punish_forgetful(now: Now, mover: int) -> Told:
    """`mover` moves: every other seat with one undeclared card draws the penalty, before what follows."""
    state = now.state
    if 1 not in map(len, state.hands):  # nearly always, and quickly known
        return
    for seat in seats_after(mover, direction=state.direction, seats=state.setup.seats, in_play=state.in_play):
        if _has_forgotten(state, seat):
            yield ev.LastCardForgotten(seat)
            yield from draw(now, seat, state.setup.options.last_card_penalty)


def _has_forgotten(state: State, seat: int) -> bool:
    # Once for each time that the hand came to one card, even where there was nothing to draw.
    return len(state.hands[seat]) == 1 and not state.declared[seat] and not state.forgot_in[seat]
