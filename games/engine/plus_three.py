"""Answers to a +3 while its window is open, and what follows when it closes (rules I.3.5)."""

from typing import Final

from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import BreakPlusThree, Lay
from games.engine.effects import PLUS_THREE_CARDS, cancel_debt, others_draw_three
from games.engine.endings import is_over
from games.engine.events import Pending
from games.engine.finishing import reach_next_stage_or_finish
from games.engine.last_card import check_with_play
from games.engine.laying import put_down
from games.engine.matching import why_not_last
from games.engine.refusals import Refusal, Refused
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw, pass_turn

BREAKER: Final = card("X3")


def may_break(state: State, seat: int) -> bool:
    """Say whether the seat could lay a Breaker on the +3; to be asked while that may be answered."""
    may = seat != state.seat and BREAKER in state.hands[seat]
    return may and why_not_last(state, seat, BREAKER) is None


def break_plus_three(now: Now, seat: int, move: BreakPlusThree) -> Told:
    """Turn an open +3 against the seat that laid it, in or out of turn.

    :raises Refused: `own_plus_three`, `card_not_held`, `may_not_be_last`, `not_one_card`.
    """
    _check_break(now.state, seat, move)
    yield put_down(now.state, seat, Lay(BREAKER))
    emptied = not now.state.hands[seat]
    if move.last_card and not emptied:
        yield ev.LastCardDeclared(seat)
    yield ev.PlusThreeBroken(seat)
    yield ev.WindowClosed()
    if emptied:
        yield from _emptied_in_answer(now, seat, last_card=move.last_card)
    if not is_over(now.state):
        yield from draw(now, now.state.seat, PLUS_THREE_CARDS)
        yield from pass_turn(now)


def _check_break(state: State, seat: int, move: BreakPlusThree) -> None:
    if seat == state.seat:
        raise Refused(Refusal.OWN_PLUS_THREE)
    if BREAKER not in state.hands[seat]:
        raise Refused(Refusal.CARD_NOT_HELD)
    refusal = why_not_last(state, seat, BREAKER)
    if refusal is not None:
        raise Refused(refusal)
    check_with_play(state, seat, BREAKER, last_card=move.last_card)


def evade_plus_three(now: Now, seat: int, move: Lay) -> Told:
    """Answer an open +3 with a King; it has been checked.

    The others draw, or with `king_on_plus_three: cancels` nobody; a debt that lay beneath is canceled too.
    """
    yield put_down(now.state, seat, move)
    emptied = not now.state.hands[seat]
    if move.last_card and not emptied:
        yield ev.LastCardDeclared(seat)
    if now.state.run is not None:
        yield ev.RunEnded()
    yield ev.PlusThreeEvaded(seat)
    yield ev.WindowClosed()
    yield from cancel_debt(now)
    if emptied:
        yield from _emptied_in_answer(now, seat, last_card=move.last_card)
    if is_over(now.state):
        return
    if now.state.setup.options.king_on_plus_three == "exempts_its_player":
        yield from others_draw_three(now, spared=(seat,))
    stays = seat in now.state.in_play
    yield from pass_turn(now, pending=Pending.KING if stays else Pending.ORDINARY)


def _emptied_in_answer(now: Now, seat: int, *, last_card: bool) -> Told:
    yield from reach_next_stage_or_finish(now, seat)
    if last_card and not is_over(now.state):
        yield ev.LastCardDeclared(seat)


def let_plus_three_stand(now: Now) -> Told:
    """Nobody answered: all others draw three, from the next seat on, and play goes on after its author."""
    yield ev.WindowClosed()
    yield from others_draw_three(now)
    yield from pass_turn(now)
