"""Saying "last card", and paying for having forgotten it (rules I.3.6)."""

from typing import Final, assert_never

from games.engine import events as ev
from games.engine.cards import PASSES_HANDS, Card, Figure
from games.engine.commands import CallOut
from games.engine.events import Pending
from games.engine.finishing import hand_at
from games.engine.matching import may_draw_after
from games.engine.refusals import Refusal, Refused
from games.engine.seating import seats_after
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw

RULE: Final = "6"
_IN_THE_MIDDLE: Final = (Pending.PLUS, Pending.KING, Pending.RUN, Pending.DRAWN_CARD)


def fits_play(state: State, seat: int, card: Card) -> bool:
    """Say whether the play of `card` may carry the declaration: exactly one card is held after it.

    A Breaker laid freely leaves one only where there is nothing to draw, and a Crazy card leaves another
    hand. After a last Plus the card drawn is declared by a move of its own. In a game of stages the play that
    brings a hand of one may declare it.
    """
    held = len(state.hands[seat])
    if held > 2 or card.figure in PASSES_HANDS or state.setup.options.last_card == "off":
        return False
    draws = card.figure is Figure.BREAKER and not state.in_window
    if held == 2:
        return not (draws and (state.pile or state.discard))
    stage = state.stages[seat]
    return stage > 1 and hand_at(state, stage - 1) == 1 and not draws and may_draw_after(state, card)


def check_with_play(state: State, seat: int, card: Card, *, last_card: bool) -> None:
    """Refuse a declaration that does not fit the play; it costs nothing.

    :raises Refused: `not_one_card`, or `no_declaring` in a game without declarations.
    """
    if last_card and not fits_play(state, seat, card):
        refusal = Refusal.NO_DECLARING if state.setup.options.last_card == "off" else Refusal.NOT_ONE_CARD
        raise Refused(refusal, field="last_card", allowed=(False,))


def declare(now: Now, seat: int, turn: int | None) -> Told:
    """Declare at any time while holding exactly one card.

    `turn` is any from the one in which the hand came to one card up to the current.

    :raises Refused: `stale_turn`, `too_late`, `not_one_card`, `already_declared`, `no_declaring`.
    """
    state = now.state
    if state.setup.options.last_card == "off":
        raise Refused(Refusal.NO_DECLARING)
    turn = _turn_that_came(state, turn)
    if len(state.hands[seat]) != 1:
        raise Refused(_too_late_or(Refusal.NOT_ONE_CARD, state, seat, turn), rule=RULE)
    if state.declared[seat]:
        raise Refused(Refusal.ALREADY_DECLARED)
    _check_not_before(state, seat, turn)
    yield ev.LastCardDeclared(seat)


def may_declare(state: State, seat: int) -> bool:
    """Say whether the seat holds one card and has not said so yet."""
    holds_one = len(state.hands[seat]) == 1
    return holds_one and not state.declared[seat] and state.setup.options.last_card != "off"


def call_out(now: Now, seat: int, move: CallOut, turn: int | None) -> Told:
    """Say "last card" before a seat that holds one and has not said so: it draws the penalty at once.

    It counts from the end of the turn that left one card until that seat declares, its hand changes or the
    next seat moves; `turn` as in `declare`.

    :raises Refused: `no_calling_out`, `no_such_seat`, `stale_turn`, `too_late`, `nothing_to_call_out`.
    """
    state, target = now.state, move.seat
    if state.setup.options.last_card != "called_out":
        raise Refused(Refusal.NO_CALLING_OUT)
    others = tuple(other for other in state.in_play if other != seat)
    if target not in others:
        raise Refused(Refusal.NO_SUCH_SEAT, field="seat", allowed=others)
    turn = _turn_that_came(state, turn)
    if len(state.hands[target]) != 1 or _may_still_lay(state, target):
        raise Refused(_too_late_or(Refusal.NOTHING_TO_CALL_OUT, state, target, turn), rule=RULE)
    if not may_be_called_out(state, target):
        raise Refused(Refusal.TOO_LATE, rule=RULE)
    _check_not_before(state, target, turn)
    yield ev.LastCardCalledOut(target, seat)
    yield from _penalty(now, target)


def may_be_called_out(state: State, seat: int) -> bool:
    """Say whether the seat holds one card, has not said so, and could be caught by another."""
    may = state.setup.options.last_card == "called_out" and _has_forgotten(state, seat)
    return may and not _may_still_lay(state, seat)


def _may_still_lay(state: State, seat: int) -> bool:
    # What counts is the hand after the whole turn, and this seat is in the middle of its own (rules I.3.6).
    return seat == state.seat and state.pending in _IN_THE_MIDDLE


def _turn_that_came(state: State, turn: int | None) -> int:
    if turn is None or turn > state.number:
        raise Refused(Refusal.STALE_TURN, field="turn", allowed=(state.number,))
    return turn


def _check_not_before(state: State, seat: int, turn: int) -> None:
    if turn < state.single_since[seat]:
        since = f"{state.single_since[seat]}..{state.number}"
        raise Refused(Refusal.STALE_TURN, field="turn", allowed=(since,), rule=RULE)


def _too_late_or(refusal: Refusal, state: State, seat: int, turn: int) -> Refusal:
    return Refusal.TOO_LATE if turn <= state.forgot_in[seat] else refusal


def judge_the_silent(now: Now, mover: int) -> Told:
    """`mover` moves: what becomes of every other seat with one undeclared card, before what follows.

    It pays (`automatic`), can no longer be called out (`called_out`), or nothing happens (`off`).
    """
    return _judge_each(now, mover) if now.state.has_single else iter(())


def _judge_each(now: Now, mover: int) -> Told:
    state = now.state
    for seat in seats_after(mover, direction=state.direction, seats=state.setup.seats, in_play=state.in_play):
        if _has_forgotten(state, seat):
            yield from _judge(now, seat)


def _judge(now: Now, seat: int) -> Told:
    match now.state.setup.options.last_card:
        case "automatic":
            yield ev.LastCardForgotten(seat)
            yield from _penalty(now, seat)
        case "called_out":
            yield ev.LastCardUnnoticed(seat)
        case "off":
            pass
        case _:
            assert_never(now.state.setup.options.last_card)


def _penalty(now: Now, seat: int) -> Told:
    count = now.state.setup.options.last_card_penalty
    if count:
        yield from draw(now, seat, count)


def _has_forgotten(state: State, seat: int) -> bool:
    # Once for each time that the hand came to one card, even where there was nothing to draw.
    return len(state.hands[seat]) == 1 and not state.declared[seat] and not state.forgot_in[seat]
