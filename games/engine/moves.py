"""What a seat may do right now, in the form in which it asks for it."""

from functools import cache
from typing import Final, assert_never

from games.engine.cards import CARDS, Card, Color
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
from games.engine.matching import cards_that_fit, chooses_color, next_to_play
from games.engine.runs import may_close
from games.engine.state import Phase, State

# Moves are values: the few hundred there are can be shared, and are not made anew for each list.
_lay = cache(Lay)
_PLAIN_LAYS: Final = {card: _lay(card) for card in CARDS.values()}
_DRAW: Final = (Draw(),)
_END_TURN: Final = (EndTurn(),)
_CLOSE_OR_END_TURN: Final = (CloseTaki(), EndTurn())
_DECLARE: Final = (DeclareLastCard(),)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return every move that `decide` accepts from `seat` in this state, but for resigning.

    Each is accepted as listed, with the current turn; one that can carry the declaration of the last card
    is listed without and with it.
    """
    if state.phase is not Phase.PLAYING:
        return ()
    is_to_play = seat == (next_to_play(state) if state.in_window else state.seat)
    moves: list[Move] = [*_lays(state, seat), *_words(state)] if is_to_play else []
    if may_break(state, seat):
        moves += [BreakPlusThree(last_card) for last_card in _declaring(state, seat, BREAKER)]
    if len(state.hands[seat]) == 1 and not state.declared[seat]:
        moves += _DECLARE
    return tuple(moves)


def _lays(state: State, seat: int) -> list[Lay]:
    hand, fitting = state.hands[seat], cards_that_fit(state)
    lays: list[Lay] = []
    for card in dict.fromkeys(hand):
        if card not in fitting:
            continue
        if card.color is None or len(hand) == 2:
            lays += _ways_to_lay(state, seat, card)
        else:
            lays.append(_PLAIN_LAYS[card])
    return lays


def _ways_to_lay(state: State, seat: int, card: Card) -> list[Lay]:
    colors, declaring = _colors(state, seat, card), _declaring(state, seat, card)
    return [_lay(card, color, last_card) for color in colors for last_card in declaring]


def _colors(state: State, seat: int, card: Card) -> tuple[Color | None, ...]:
    if not chooses_color(state, card):
        return (None,)
    wins = len(state.hands[seat]) == 1
    return (None, *Color) if wins else tuple(Color)


def _declaring(state: State, seat: int, card: Card) -> tuple[bool, ...]:
    return (False, True) if fits_play(state, seat, card) else (False,)


def _words(state: State) -> tuple[Move, ...]:
    match state.pending:
        case Pending.ORDINARY | Pending.DEBT | Pending.PLUS:
            return _DRAW
        case Pending.KING:
            return _END_TURN
        case Pending.RUN:
            return _CLOSE_OR_END_TURN if may_close(state) else _END_TURN
        case Pending.PLUS_THREE:
            return ()
        case _:
            assert_never(state.pending)
