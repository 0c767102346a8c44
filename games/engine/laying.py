"""Laying a card on one's own turn, into a run too; answers to a +3 stand in `plus_three`."""

from functools import cache
from typing import Final

from games.engine import events as ev
from games.engine.cards import OPENS_A_RUN, Card, Color, Figure
from games.engine.commands import Lay
from games.engine.effects import act
from games.engine.endings import finish, is_over
from games.engine.events import Pending
from games.engine.finishing import draws_for_last_plus, hand_emptied
from games.engine.last_card import check_with_play
from games.engine.matching import (
    LETS_THE_ONE_BENEATH_LEAD,
    NEVER_IN_A_RUN,
    chooses_color,
    chooses_side,
    ends_the_game,
    may_choose,
    may_lay,
    playable,
    why_not_last,
    why_not_lay,
)
from games.engine.refusals import Refusal, Refused
from games.engine.runs import close_run, closes_by_itself, end_run
from games.engine.seating import Side
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw, pass_turn

_card_laid: Final = cache(ev.CardLaid)  # a few thousand values, found sooner than made anew


def check_lay(state: State, seat: int, move: Lay) -> None:
    """Refuse what the hand, the table or the card forbid.

    :raises Refused: naming the field, and what it may be.
    """
    _check_held(state, seat, move.card)
    refusal = why_not_lay(state, seat, move.card) or why_not_last(state, seat, move.card)
    if refusal is not None:
        may = playable(state, seat) if may_lay(state, seat) else ()
        raise Refused(refusal, field="card", allowed=tuple(card.code for card in may))
    if may_choose(move.card) or move.color is not None or move.side is not None:
        _check_color(state, seat, move)
        _check_side(state, seat, move)
    check_with_play(state, seat, move.card, last_card=move.last_card)


def _check_held(state: State, seat: int, wanted: Card) -> None:
    if wanted not in state.hands[seat]:
        held = dict.fromkeys(held.code for held in state.hands[seat])
        raise Refused(Refusal.CARD_NOT_HELD, field="card", allowed=tuple(held))


def _check_color(state: State, seat: int, move: Lay) -> None:
    if not chooses_color(state, move.card):
        if move.color is not None:
            raise Refused(Refusal.COLOR_NOT_ALLOWED, field="color", allowed=())
    elif move.color is None and not ends_the_game(state, seat):
        raise Refused(Refusal.COLOR_REQUIRED, field="color", allowed=tuple(Color))


def _check_side(state: State, seat: int, move: Lay) -> None:
    if not chooses_side(state, move.card):
        if move.side is not None:
            raise Refused(Refusal.SIDE_NOT_ALLOWED, field="side", allowed=())
    elif move.side is None and not side_matters_not(state, seat):
        raise Refused(Refusal.SIDE_REQUIRED, field="side", allowed=tuple(Side))


def side_matters_not(state: State, seat: int) -> bool:
    """Say whether hands may be passed without a word where to: among two, or where the game ends."""
    finishes = len(state.hands[seat]) == 1 and state.stages[seat] == 1
    return len(state.in_play) - finishes == 2 or ends_the_game(state, seat)


def lay(now: Now, seat: int, move: Lay) -> Told:
    """Lay a card on one's turn; it has been checked."""
    before, laid = now.state, move.card
    is_last = len(before.hands[seat]) == 1
    yield put_down(now.state, seat, move)
    if is_last and laid.figure is not Figure.BREAKER:
        yield from hand_emptied(now, seat, laid.figure)
        if is_over(now.state):
            return
    if move.last_card:
        yield ev.LastCardDeclared(seat)
    if before.run is not None or laid.figure in OPENS_A_RUN:
        yield from _tell_the_run(now, seat, laid, answers_debt=before.pending is Pending.DEBT)
    if is_last and laid.figure is Figure.PLUS and draws_for_last_plus(before, seat):
        yield from _pay_for_last_plus(now, seat)
    elif now.state.pending is not Pending.RUN:
        yield from act(now, laid.figure, move.side)
    elif seat not in now.state.in_play or seat in now.state.held_back:
        yield from end_run(now)
    elif closes_by_itself(now.state) and not _has_more_for_run(now.state, seat):
        yield from close_run(now)


def put_down(state: State, seat: int, move: Lay) -> ev.CardLaid:
    """Return the event that a card is laid."""
    leads = move.card.figure not in LETS_THE_ONE_BENEATH_LEAD
    return _card_laid(seat, move.card, move.color or move.card.color or state.color, leads)


def _tell_the_run(now: Now, seat: int, laid: Card, *, answers_debt: bool) -> Told:
    """What the card does to the run that is there, or the run it opens (rules I.3.3)."""
    run, color = now.state.run, laid.color
    if laid.figure in NEVER_IN_A_RUN:
        return
    if laid.figure is Figure.SUPER_TAKI:
        color = now.state.color
    belongs = run is not None and color is run.color
    if run is not None and not belongs:
        yield ev.RunEnded()
    elif run is not None and run.seat is None and not answers_debt:
        yield ev.RunTaken(seat)
    if laid.figure in OPENS_A_RUN and not belongs:
        assert color is not None
        yield ev.RunOpened(seat, color)


def _has_more_for_run(state: State, seat: int) -> bool:
    return any(card.color is state.color for card in state.hands[seat])


def _pay_for_last_plus(now: Now, seat: int) -> Told:
    """A Plus cannot be the end: draw one, turn over; the win stands only where nothing can be drawn."""
    if now.state.pending is Pending.RUN:
        yield ev.RunEnded()
    yield from draw(now, seat, 1)
    if not now.state.hands[seat]:
        yield from finish(now, seat)
    yield from pass_turn(now)
