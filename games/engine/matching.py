"""Which card may be laid in which situation: questions about a state, answered by a refusal or None."""

from functools import cache
from typing import Final, assert_never

from games.engine.cards import CARDS, Card, Color, Figure
from games.engine.events import Pending
from games.engine.refusals import Refusal
from games.engine.seating import next_seat
from games.engine.state import State

ANSWERS_DEBT: Final = frozenset({Figure.PLUS_TWO, Figure.KING})
NEVER_IN_A_RUN: Final = frozenset({Figure.PLUS_THREE, Figure.BREAKER})
LETS_THE_ONE_BENEATH_LEAD: Final = frozenset({Figure.KING, Figure.PLUS_THREE, Figure.BREAKER})
OPENS_A_RUN: Final = frozenset({Figure.TAKI, Figure.SUPER_TAKI})


def why_not_lay(state: State, seat: int, card: Card) -> Refusal | None:
    """Return why `seat`, whose turn it is or who is next in a window, may not lay `card`; None if it may.

    Asks nothing about the hand (rules I.3.1-5).
    """
    if state.pending is Pending.PLUS_THREE and seat != next_to_play(state):
        return Refusal.WINDOW_ANSWER_ONLY
    return _why_not(state.pending, state.leading, state.color, card)


def cards_that_fit(state: State) -> frozenset[Card]:
    """Return all cards that the seat whose turn it is, or who is next in a window, could lay."""
    return _fitting(state.pending, state.leading, state.color)


@cache  # a few hundred sets at most, and a hand is looked through in a fraction of the time
def _fitting(pending: Pending, leading: Card | None, color: Color | None) -> frozenset[Card]:
    return frozenset(card for card in CARDS.values() if _why_not(pending, leading, color, card) is None)


def _why_not(pending: Pending, leading: Card | None, color: Color | None, card: Card) -> Refusal | None:
    match pending:
        case Pending.ORDINARY | Pending.PLUS:
            return None if _matches(leading, color, card) else Refusal.DOES_NOT_MATCH
        case Pending.DEBT:
            return None if card.figure in ANSWERS_DEBT else Refusal.MUST_ANSWER_DEBT
        case Pending.KING:
            return None
        case Pending.RUN:
            return None if _belongs_in_run(color, card) else Refusal.NOT_IN_RUN
        case Pending.PLUS_THREE:
            return None if card.figure is Figure.KING else Refusal.WINDOW_ANSWER_ONLY
        case _:
            assert_never(pending)


def _belongs_in_run(color: Color | None, card: Card) -> bool:
    # Only the run's color counts, figures do not; +3 and Breaker may not be hidden in it (rules I.3.3).
    if card.color is None:
        return card.figure not in NEVER_IN_A_RUN
    return card.color is color


def _matches(leading: Card | None, color: Color | None, card: Card) -> bool:
    # Where no card leads any card will do. TAKI and Super TAKI match each other by figure (rules I.3.1).
    if leading is None or card.color is None or card.color is color:
        return True
    if card.figure in OPENS_A_RUN:
        return leading.figure in OPENS_A_RUN
    return card.figure is leading.figure


def chooses_color(state: State, card: Card) -> bool:
    """Say whether whoever lays this card names a color.

    A Change Color does; a Super TAKI takes the color to follow and only needs one named where there is none.
    """
    if card.figure is Figure.CHANGE_COLOR:
        return True
    return card.figure is Figure.SUPER_TAKI and state.color is None


def next_to_play(state: State, *, skipping: int = 0) -> int:
    """Return the seat whose turn comes next, after `skipping` seats have lost theirs."""
    return next_seat(
        state.seat,
        direction=state.direction,
        seats=state.setup.seats,
        in_play=state.in_play,
        skipping=skipping,
    )
