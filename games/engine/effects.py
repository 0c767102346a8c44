"""What each figure does when its card acts: one function a figure, the seat on turn being its player."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from games.engine import events as ev
from games.engine.cards import NUMBERS, Figure
from games.engine.matching import next_to_play
from games.engine.telling import Now, Told
from games.engine.turns import draw, pass_turn

PLUS_TWO_CARDS = 2
PLUS_THREE_CARDS = 3


def plus_two(now: Now) -> Told:
    """Two more cards are owed by the next seat (rules I.3.2)."""
    yield ev.DebtRaised(now.state.debt + PLUS_TWO_CARDS)
    yield from pass_turn(now)


def plus(now: Now) -> Told:
    """Its player lays another card or draws one; the turn stays."""
    yield ev.AnotherCardOwed(now.state.seat)


def stop(now: Now) -> Told:
    """The next seat loses its turn; with two seats its player has another (rules I.2)."""
    yield ev.SeatSkipped(next_to_play(now.state))
    yield from pass_turn(now, skipping=1)


def change_direction(now: Now) -> Told:
    """Play turns round; who is next is worked out after that (rules I.3.1)."""
    yield ev.DirectionChanged(-now.state.direction)
    yield from pass_turn(now)


def king(now: Now) -> Told:
    """Any debt is gone, and its player may lay any one card (rules I.3.4)."""
    if now.state.debt:
        yield ev.DebtCanceled()
    yield ev.FreeCardGiven(now.state.seat)


def plus_three(now: Now) -> Told:
    """The turn rests while the others may answer; nobody draws yet (rules I.3.5)."""
    yield ev.WindowOpened(now.state.seat)


def breaker(now: Now) -> Told:
    """Laid freely, with no +3 to break, it makes its own player draw three (rules I.3.5)."""
    yield from draw(now, now.state.seat, PLUS_THREE_CARDS)
    yield from pass_turn(now)


EFFECTS: Final[Mapping[Figure, Callable[[Now], Told]]] = MappingProxyType(
    {
        **dict.fromkeys(NUMBERS, pass_turn),
        Figure.CHANGE_COLOR: pass_turn,
        # The run that it opens is told where it is laid; left on top of a run it asks for nothing.
        Figure.TAKI: pass_turn,
        Figure.SUPER_TAKI: pass_turn,
        Figure.PLUS_TWO: plus_two,
        Figure.PLUS: plus,
        Figure.STOP: stop,
        Figure.CHANGE_DIRECTION: change_direction,
        Figure.KING: king,
        Figure.PLUS_THREE: plus_three,
        Figure.BREAKER: breaker,
    }
)


def act(now: Now, figure: Figure) -> Told:
    """Let a card of this figure act, and the turn pass where the figure lets it."""
    return EFFECTS[figure](now)
