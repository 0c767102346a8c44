"""Moves as JSON: the union that is sent, and legal moves listed in the very form in which they are sent."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple, assert_never

from msgspec import UNSET, Meta, UnsetType

from games.engine import commands
from games.engine.cards import Color, card
from games.engine.commands import Resign, Return
from games.engine.seating import Side
from games.wire.reading import Unfit, read
from games.wire.values import LAST_NUMBER, CardCode, Form, SeatNumber

MOST_MOVES = 50


class LayMove(Form, frozen=True, tag="lay", omit_defaults=True):
    """Lay a card from the hand."""

    card: CardCode
    color: Annotated[
        Color | UnsetType, Meta(description="The color to follow; only for a card that chooses one.")
    ] = UNSET
    side: Annotated[
        Side | UnsetType,
        Meta(
            description="To which neighbor every hand is passed, `left` being the next higher seat; only for "
            "a Crazy card that chooses one."
        ),
    ] = UNSET
    last_card: Annotated[bool, Meta(description='Say "last card" with it.')] = False


class DrawMove(Form, frozen=True, tag="draw"):
    """Draw one card, or all that is owed."""


class CloseTakiMove(Form, frozen=True, tag="close_taki"):
    """Close one's own run; its last card then acts."""


class EndTurnMove(Form, frozen=True, tag="end_turn"):
    """End the turn: leave one's run open, decline the free card of a King, or keep the card just drawn."""


class DeclareLastCardMove(Form, frozen=True, tag="declare_last_card"):
    """Say "last card" while holding exactly one."""


class CallOutMove(Form, frozen=True, tag="call_out"):
    """Say "last card" before another seat that holds one and has not said so: it draws the penalty."""

    seat: SeatNumber


class BreakPlusThreeMove(Form, frozen=True, tag="break_plus_three", omit_defaults=True):
    """Answer an open +3 with a Breaker, in or out of turn."""

    last_card: Annotated[bool, Meta(description='Say "last card" with it.')] = False


class ReturnMove(Form, frozen=True, tag="return"):
    """Play for oneself again after turns that were settled or played by a bot.

    Always possible in a running game, and never listed; any other move returns as well. It helps whose seat
    is `stood_in`, or `absent` for a turn or more.
    """


class ResignMove(Form, frozen=True, tag="resign"):
    """Give the seat up for good; always possible in a running game, and never listed."""


Move = (
    LayMove
    | DrawMove
    | CloseTakiMove
    | EndTurnMove
    | DeclareLastCardMove
    | CallOutMove
    | BreakPlusThreeMove
    | ReturnMove
    | ResignMove
)

TurnMeant = Annotated[
    int,
    Meta(
        ge=1,
        le=LAST_NUMBER,
        description="The turn that the moves mean; may be left out where all are `resign` or `return`.",
    ),
]


class OneMove(Form, frozen=True, kw_only=True):
    """One move in the turn that it means."""

    turn: TurnMeant | UnsetType = UNSET
    move: Move


class SeveralMoves(Form, frozen=True, kw_only=True):
    """Several moves of one turn, which land whole or not at all.

    One by which the mover draws cards, that opens a +3 window or passes the turn may only be the last.
    """

    turn: TurnMeant | UnsetType = UNSET
    moves: Annotated[list[Move], Meta(min_length=1, max_length=MOST_MOVES)]


class MovesAsked(NamedTuple):
    """Moves, and the number of the turn that they mean: None only where none of them needs it."""

    turn: int | None
    moves: tuple[commands.Move, ...]


def read_moves(body: object) -> MovesAsked:
    """Return the moves that the JSON value says.

    :raises Unfit: with the path of the value to blame; a `NotAnObject` where it is no object.
    """
    asked: OneMove | SeveralMoves
    if isinstance(body, dict) and "moves" in body:
        asked = read(body, SeveralMoves)
        moves = tuple(_from_wire(move) for move in asked.moves)
    else:
        asked = read(body, OneMove)
        moves = (_from_wire(asked.move),)
    turn = None if asked.turn is UNSET else asked.turn
    if turn is None and not all(isinstance(move, Resign | Return) for move in moves):
        raise Unfit("turn")
    return MovesAsked(turn, moves)


def move_path(body: object, index: int, field: str | None) -> str:
    """Return where a value of move number `index` stands in a body that `read_moves` has read."""
    here = f"moves[{index}]" if isinstance(body, dict) and "moves" in body else "move"
    return f"{here}.{field}" if field else here


def _from_wire(move: Move) -> commands.Move:
    match move:
        case LayMove(code, color, side, last_card):
            return commands.Lay(
                card(code),
                None if color is UNSET else color,
                last_card,
                None if side is UNSET else side,
            )
        case DrawMove():
            return commands.Draw()
        case CloseTakiMove():
            return commands.CloseTaki()
        case EndTurnMove():
            return commands.EndTurn()
        case DeclareLastCardMove():
            return commands.DeclareLastCard()
        case CallOutMove(seat):
            return commands.CallOut(seat)
        case BreakPlusThreeMove(last_card):
            return commands.BreakPlusThree(last_card)
        case ReturnMove():
            return commands.Return()
        case ResignMove():
            return commands.Resign()
        case _:
            assert_never(move)


def listed(moves: Iterable[commands.Move]) -> list[Move]:
    """Return legal moves in the form in which they are sent: what is not set is left out."""
    return [_to_wire(move) for move in moves]


def _to_wire(move: commands.Move) -> Move:
    match move:
        case commands.Lay(laid, color, last_card, side):
            return LayMove(
                laid.code,
                UNSET if color is None else color,
                UNSET if side is None else side,
                last_card,
            )
        case commands.Draw():
            return DrawMove()
        case commands.CloseTaki():
            return CloseTakiMove()
        case commands.EndTurn():
            return EndTurnMove()
        case commands.DeclareLastCard():
            return DeclareLastCardMove()
        case commands.CallOut(seat):
            return CallOutMove(seat)
        case commands.BreakPlusThree(last_card):
            return BreakPlusThreeMove(last_card)
        case commands.Return():
            return ReturnMove()
        case commands.Resign():
            return ResignMove()
        case _:
            assert_never(move)
