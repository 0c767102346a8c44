"""Laying a card: on one's own turn, into a run, or as the answer to a +3."""

from games.engine import events as ev
from games.engine.cards import Card, Color, Figure, card
from games.engine.commands import BreakPlusThree, Lay
from games.engine.effects import PLUS_THREE_CARDS, act
from games.engine.events import Pending
from games.engine.last_card import check_with_play
from games.engine.matching import (
    LETS_THE_ONE_BENEATH_LEAD,
    NEVER_IN_A_RUN,
    OPENS_A_RUN,
    chooses_color,
    why_not_lay,
)
from games.engine.refusals import Refusal, Refused
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw, draw_in_turn, end_by_empty_hand, pass_turn

BREAKER = card("X3")


def lay(now: Now, seat: int, move: Lay) -> Told:
    """Lay a card on one's turn, or a King as the answer to a +3.

    :raises Refused: where the hand, the table or the color forbid it.
    """
    state = now.state
    _check_held(state, seat, move.card)
    refusal = why_not_lay(state, seat, move.card)
    if refusal is not None:
        raise Refused(refusal, field="card", allowed=_cards_that_fit(state, seat))
    _check_color(state, seat, move)
    check_with_play(state, seat, move.card, last_card=move.last_card)
    if state.in_window:
        return _evade_plus_three(now, seat, move)
    return _lay_in_turn(now, seat, move)


def _check_held(state: State, seat: int, wanted: Card) -> None:
    if wanted not in state.hands[seat]:
        held = dict.fromkeys(held.code for held in state.hands[seat])
        raise Refused(Refusal.CARD_NOT_HELD, field="card", allowed=tuple(held))


def _cards_that_fit(state: State, seat: int) -> tuple[str, ...]:
    held = dict.fromkeys(state.hands[seat])
    return tuple(card.code for card in held if why_not_lay(state, seat, card) is None)


def _check_color(state: State, seat: int, move: Lay) -> None:
    if not chooses_color(state, move.card):
        if move.color is not None:
            raise Refused(Refusal.COLOR_NOT_ALLOWED, field="color", allowed=())
    elif move.color is None and len(state.hands[seat]) > 1:
        raise Refused(Refusal.COLOR_REQUIRED, field="color", allowed=tuple(Color))


def _lay_in_turn(now: Now, seat: int, move: Lay) -> Told:
    before, laid = now.state, move.card
    yield from _put_down(now, seat, move)
    hand_is_empty = not now.state.hands[seat]
    if hand_is_empty and laid.figure not in (Figure.PLUS, Figure.BREAKER):
        if laid.figure is Figure.KING and now.state.debt:
            yield ev.DebtCanceled()
        yield from end_by_empty_hand(now, seat)
        return
    yield from _tell_the_run(now, seat, laid, answers_debt=before.pending is Pending.DEBT)
    if hand_is_empty and laid.figure is Figure.PLUS:
        yield from _pay_for_last_plus(now, seat)
    elif now.state.pending is not Pending.RUN:
        yield from act(now, laid.figure)


def _put_down(now: Now, seat: int, move: Lay) -> Told:
    leads = move.card.figure not in LETS_THE_ONE_BENEATH_LEAD
    color = move.color or move.card.color or now.state.color
    yield ev.CardLaid(seat, move.card, color, leads)
    if move.last_card:
        yield ev.LastCardDeclared(seat)


def _tell_the_run(now: Now, seat: int, laid: Card, *, answers_debt: bool) -> Told:
    """What the card does to the run that is there, or the run it opens (rules I.3.3)."""
    run = now.state.run
    if laid.figure in NEVER_IN_A_RUN:
        return
    belongs = run is not None and (laid.color is run.color or laid.figure is Figure.SUPER_TAKI)
    if run is not None and not belongs:
        yield ev.RunEnded()
    elif run is not None and run.seat is None and not answers_debt:
        yield ev.RunTaken(seat)
    if laid.figure in OPENS_A_RUN and not belongs:
        color = now.state.color
        assert color is not None
        yield ev.RunOpened(seat, color)


def _pay_for_last_plus(now: Now, seat: int) -> Told:
    """A Plus cannot be the end: draw one, turn over; the win stands only where nothing can be drawn."""
    if now.state.pending is Pending.RUN:
        yield ev.RunEnded()
    yield from draw(now, seat, 1)
    if now.state.hands[seat]:
        yield from pass_turn(now)
    else:
        yield from end_by_empty_hand(now, seat)


# --- answers to a +3 (rules I.3.5)


def break_plus_three(now: Now, seat: int, move: BreakPlusThree) -> Told:
    """Turn an open +3 against the seat that laid it, in or out of turn.

    :raises Refused: `own_plus_three`, `card_not_held`, `not_one_card`.
    """
    if seat == now.state.seat:
        raise Refused(Refusal.OWN_PLUS_THREE)
    if BREAKER not in now.state.hands[seat]:
        raise Refused(Refusal.CARD_NOT_HELD)
    check_with_play(now.state, seat, BREAKER, last_card=move.last_card)
    yield from _put_down(now, seat, Lay(BREAKER, last_card=move.last_card))
    yield ev.PlusThreeBroken(seat)
    yield ev.WindowClosed()
    if not now.state.hands[seat]:
        yield from end_by_empty_hand(now, seat)
        return
    yield from draw(now, now.state.seat, PLUS_THREE_CARDS)
    yield from pass_turn(now)


def _evade_plus_three(now: Now, seat: int, move: Lay) -> Told:
    author = now.state.seat
    yield from _put_down(now, seat, move)
    if now.state.run is not None:
        yield ev.RunEnded()
    yield ev.PlusThreeEvaded(seat)
    yield ev.WindowClosed()
    if not now.state.hands[seat]:
        yield from end_by_empty_hand(now, seat)
        return
    yield from draw_in_turn(now, PLUS_THREE_CARDS, first=author, but=(author, seat))
    yield from pass_turn(now, pending=Pending.KING)


def let_plus_three_stand(now: Now) -> Told:
    """Nobody answered: all others draw three, from the next seat on, and play goes on after its author."""
    author = now.state.seat
    yield ev.WindowClosed()
    yield from draw_in_turn(now, PLUS_THREE_CARDS, first=author, but=(author,))
    yield from pass_turn(now)


def may_break(state: State, seat: int) -> bool:
    """Say whether the seat could lay a Breaker on the open +3."""
    return state.in_window and seat != state.seat and BREAKER in state.hands[seat]
