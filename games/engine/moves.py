"""What a seat may do right now, in the form in which it asks for it."""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from games.engine.cards import Card, Color
from games.engine.commands import (
    BreakPlusThree,
    CloseTaki,
    DeclareLastCard,
    Draw,
    EndTurn,
    Lay,
    Move,
)
from games.engine.events import Pending
from games.engine.last_card import fits_play
from games.engine.laying import BREAKER, may_break
from games.engine.matching import chooses_color, next_to_play, why_not_lay
from games.engine.runs import may_close
from games.engine.state import Phase, State

# Moves are values: the few hundred lays there are can be shared, and are not made anew for each list.
_lay = cache(Lay)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return every move that `decide` accepts from `seat` in this state, but for resigning.

    Each is accepted as listed, with the current turn; one that can carry the declaration of the last card
    is listed without and with it.
    """
    if state.phase is not Phase.PLAYING or seat not in state.in_play:
        return ()
    return (*_moves_of_the_turn(state, seat), *_declaration(state, seat))


def _moves_of_the_turn(state: State, seat: int) -> Iterator[Move]:
    if seat == (next_to_play(state) if state.in_window else state.seat):
        yield from _lays(state, seat)
        yield from _words(state)
    if may_break(state, seat):
        yield from (BreakPlusThree(last_card) for last_card in _declaring(state, seat, BREAKER))


def _lays(state: State, seat: int) -> Iterator[Lay]:
    for card in dict.fromkeys(state.hands[seat]):
        if why_not_lay(state, seat, card) is None:
            for color in _colors(state, seat, card):
                for last_card in _declaring(state, seat, card):
                    yield _lay(card, color, last_card)


def _colors(state: State, seat: int, card: Card) -> tuple[Color | None, ...]:
    if not chooses_color(state, card):
        return (None,)
    wins = len(state.hands[seat]) == 1
    return (None, *Color) if wins else tuple(Color)


def _declaring(state: State, seat: int, card: Card) -> tuple[bool, ...]:
    return (False, True) if fits_play(state, seat, card) else (False,)


def _words(state: State) -> Iterator[Move]:
    match state.pending:
        case Pending.ORDINARY | Pending.DEBT | Pending.PLUS:
            yield Draw()
        case Pending.KING:
            yield EndTurn()
        case Pending.RUN:
            if may_close(state):
                yield CloseTaki()
            yield EndTurn()
        case Pending.PLUS_THREE:
            return
        case _:
            assert_never(state.pending)


def _declaration(state: State, seat: int) -> Iterator[DeclareLastCard]:
    if len(state.hands[seat]) == 1 and not state.declared[seat]:
        yield DeclareLastCard()
