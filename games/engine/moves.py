"""What a seat may do right now, in the form in which it asks for it."""

from functools import cache
from typing import Final, assert_never

from games.engine.cards import CARDS, Card, Color
from games.engine.commands import (
    BreakPlusThree,
    CallOut,
    CloseTaki,
    DeclareLastCard,
    Draw,
    EndTurn,
    Lay,
    Move,
)
from games.engine.events import Pending
from games.engine.last_card import fits_play, may_be_called_out, may_declare
from games.engine.laying import side_matters_not
from games.engine.matching import (
    chooses_color,
    chooses_side,
    ends_the_game,
    may_choose,
    must_lay,
    next_to_play,
    playable,
)
from games.engine.plus_three import BREAKER, may_break
from games.engine.runs import may_close
from games.engine.seating import Side
from games.engine.state import Phase, State

# Moves are values: the few hundred there are can be shared, and are not made anew for each list.
_PLAIN_LAYS: Final = {card: Lay(card) for card in CARDS.values() if not may_choose(card)}
_DRAW: Final = (Draw(),)
_END_TURN: Final = (EndTurn(),)
_CLOSE_OR_END_TURN: Final = (CloseTaki(), EndTurn())
_DECLARE: Final = (DeclareLastCard(),)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return every move that `decide` accepts from `seat` in this state, but for resigning.

    Each is accepted as listed, with the current turn; one that can carry the declaration of the last card
    is listed without and with it.
    """
    if state.phase is not Phase.PLAYING or seat not in state.in_play:
        return ()
    in_window = state.in_window
    is_to_play = seat == (next_to_play(state) if in_window else state.seat)
    moves: list[Move] = [*_lays(state, seat), *_words(state)] if is_to_play else []
    if in_window and may_break(state, seat):
        moves += [BreakPlusThree(last_card) for last_card in _declaring(state, seat, BREAKER)]
    if state.has_single:
        moves += _sayings(state, seat)
    return tuple(moves)


def _lays(state: State, seat: int) -> list[Lay]:
    is_near_the_end = len(state.hands[seat]) <= 2
    lays: list[Lay] = []
    for card in playable(state, seat):
        plain = None if is_near_the_end else _PLAIN_LAYS.get(card)
        if plain is None:
            lays += _ways_to_lay(state, seat, card)
        else:
            lays.append(plain)
    return lays


def _ways_to_lay(state: State, seat: int, card: Card) -> tuple[Lay, ...]:
    return _every_way(
        card, _colors(state, seat, card), _sides(state, seat, card), _declaring(state, seat, card)
    )


@cache
def _every_way(
    card: Card, colors: tuple[Color | None, ...], sides: tuple[Side | None, ...], declaring: tuple[bool, ...]
) -> tuple[Lay, ...]:
    return tuple(
        Lay(card, color, last_card, side) for color in colors for side in sides for last_card in declaring
    )


def _colors(state: State, seat: int, card: Card) -> tuple[Color | None, ...]:
    if not chooses_color(state, card):
        return (None,)
    return (None, *Color) if ends_the_game(state, seat) else tuple(Color)


def _sides(state: State, seat: int, card: Card) -> tuple[Side | None, ...]:
    if not chooses_side(state, card):
        return (None,)
    return (None, *Side) if side_matters_not(state, seat) else tuple(Side)


def _declaring(state: State, seat: int, card: Card) -> tuple[bool, ...]:
    return (False, True) if fits_play(state, seat, card) else (False,)


def _words(state: State) -> tuple[Move, ...]:
    match state.pending:
        case Pending.ORDINARY | Pending.DEBT | Pending.PLUS:
            return () if must_lay(state) else _DRAW
        case Pending.KING | Pending.DRAWN_CARD:
            return _END_TURN
        case Pending.RUN:
            return _CLOSE_OR_END_TURN if may_close(state) else _END_TURN
        case Pending.PLUS_THREE:
            return ()
        case _:
            assert_never(state.pending)


def _sayings(state: State, seat: int) -> list[Move]:
    moves: list[Move] = []
    if may_declare(state, seat):
        moves += _DECLARE
    moves += [CallOut(other) for other in state.in_play if other != seat and may_be_called_out(state, other)]
    return moves
