"""Play by rules of thumb: of all that is legal, what saves most turns."""

from collections.abc import Sequence

from games.bots.chance import Chance
from games.bots.memory import Memory
from games.bots.situations import Situation, situation
from games.bots.worths import worth
from games.engine.commands import BreakPlusThree, Lay, Move
from games.engine.sight import View


def choose(view: View, memory: Memory, chance: Chance) -> Move | None:
    """Return the move to make now, one of `view.legal`; None where it is better, or all there is, to wait."""
    if not view.legal:
        return None
    now = situation(view, memory)
    move = best(view.legal, now, chance)
    must_move = view.turn is not None and view.turn.seat == now.seat
    return move if must_move or worth(move, now) > 0 else None


def best(legal: Sequence[Move], now: Situation, chance: Chance) -> Move:
    """Return the legal move that is worth most, by lot among equals."""
    moves = declaring(legal)
    worths = [worth(move, now) for move in moves]
    most = max(worths)
    return chance.choice([move for move, value in zip(moves, worths, strict=True) if value == most])


def declaring(legal: Sequence[Move]) -> list[Move]:
    """Return the moves but those that could declare the last card in the same breath and do not."""
    said = {_play(move) for move in legal if isinstance(move, Lay | BreakPlusThree) and move.last_card}
    if not said:
        return list(legal)
    return [move for move in legal if _says(move) or _play(move) not in said]


def _says(move: Move) -> bool:
    return isinstance(move, Lay | BreakPlusThree) and move.last_card


def _play(move: Move) -> tuple[object, ...]:
    return (move.card, move.color, move.side) if isinstance(move, Lay) else (type(move),)
