"""What each figure does when its card acts: one function a figure, the seat on turn being its player.

Where the player has finished with this very card, and others play on, the effect is theirs alone.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from games.engine import events as ev
from games.engine.cards import NUMBERS, PASSES_HANDS, Figure
from games.engine.endings import finish_held_back, is_over
from games.engine.matching import next_to_play
from games.engine.passing import pass_hands
from games.engine.seating import Side
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw, draw_in_turn, pass_turn

PLUS_TWO_CARDS: Final = 2
PLUS_THREE_CARDS: Final = 3


def act(now: Now, figure: Figure, side: Side | None = None) -> Told:
    """Let a card of this figure act, and the turn pass where the figure lets it.

    `side` is where a Crazy card sends the hands, if its player chose.
    """
    if figure in PASSES_HANDS:
        return pass_hands(now, figure, side)
    return _EFFECTS[figure](now)


def plus_two(now: Now) -> Told:
    """Two more cards are owed by the next seat (rules I.3.2)."""
    yield ev.DebtRaised(now.state.debt + PLUS_TWO_CARDS)
    yield from pass_turn(now)


def plus(now: Now) -> Told:
    """Its player lays another card or draws one; the turn stays."""
    if _is_gone(now.state):
        yield from pass_turn(now)
    else:
        yield ev.AnotherCardOwed(now.state.seat)


def stop(now: Now) -> Told:
    """The next seat loses its turn; with two seats its player has another (rules I.2)."""
    yield ev.SeatSkipped(next_to_play(now.state))
    yield from pass_turn(now, skipping=1)


def change_direction(now: Now) -> Told:
    """Play turns round; who is next is worked out after that (rules I.3.1)."""
    yield ev.DirectionChanged(-now.state.direction)
    yield from stop(now) if direction_acts_as_stop(now.state) else pass_turn(now)


def direction_acts_as_stop(state: State) -> bool:
    """Say whether a change of direction is a Stop as well (rules I.2 `direction_with_two`)."""
    return len(state.in_play) == 2 and state.setup.options.direction_with_two == "acts_as_stop"


def king(now: Now) -> Told:
    """Any debt is gone, and its player may lay any one card (rules I.3.4)."""
    yield from cancel_debt(now)
    if is_over(now.state):
        return
    if _is_gone(now.state):
        yield from pass_turn(now)
    else:
        yield ev.FreeCardGiven(now.state.seat)


def cancels_debt(state: State, figure: Figure) -> bool:
    """Say whether a card of this figure, laid on a debt, makes it void (rules I.2 `plus_three_on_debt`)."""
    if figure is Figure.PLUS_THREE:
        return state.setup.options.plus_three_on_debt == "cancels_debt"
    return figure is Figure.KING


def cancel_debt(now: Now) -> Told:
    """Nothing is owed any more; who was held back by it has finished."""
    if now.state.debt:
        yield ev.DebtCanceled()
        yield from finish_held_back(now)


def plus_three(now: Now) -> Told:
    """The turn rests while the others may answer; nobody draws yet (rules I.3.5).

    It resolves at once with `plus_three_window: none`, and where it was its player's last card.
    """
    if cancels_debt(now.state, Figure.PLUS_THREE):
        yield from cancel_debt(now)
    if is_over(now.state):
        return
    if now.state.setup.options.plus_three_window == "open" and not _is_gone(now.state):
        yield ev.WindowOpened(now.state.seat)
    else:
        yield from others_draw_three(now)
        yield from pass_turn(now)


def others_draw_three(now: Now, *, spared: tuple[int, ...] = ()) -> Told:
    """All but the seat on turn, which laid the +3, and the spared draw three, from the next seat on."""
    author = now.state.seat
    yield from draw_in_turn(now, PLUS_THREE_CARDS, first=author, but=(author, *spared))


def breaker(now: Now) -> Told:
    """Laid freely, with no +3 to break, it makes its own player draw three (rules I.3.5)."""
    yield from draw(now, now.state.seat, PLUS_THREE_CARDS)
    yield from pass_turn(now)


def _is_gone(state: State) -> bool:
    return state.seat not in state.in_play


# What is no number has an effect of its own; a TAKI's run is told where it is laid, on top of a run it asks
# for nothing.
_EFFECTS: Final[Mapping[Figure, Callable[[Now], Told]]] = MappingProxyType(
    {
        **dict.fromkeys(NUMBERS, pass_turn),
        Figure.CHANGE_COLOR: pass_turn,
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
