"""Which card may be laid in which situation: questions about a state, answered by a refusal or None."""

from typing import Final, assert_never

from games.engine.cards import Card, Figure
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
    match state.pending:
        case Pending.ORDINARY | Pending.PLUS:
            return None if matches(state, card) else Refusal.DOES_NOT_MATCH
        case Pending.DEBT:
            return None if card.figure in ANSWERS_DEBT else Refusal.MUST_ANSWER_DEBT
        case Pending.KING:
            return None
        case Pending.RUN:
            return _why_not_in_run(state, card)
        case Pending.PLUS_THREE:
            may = card.figure is Figure.KING and seat == next_to_play(state)
            return None if may else Refusal.WINDOW_ANSWER_ONLY
        case _:
            assert_never(state.pending)


def _why_not_in_run(state: State, card: Card) -> Refusal | None:
    # Only the run's color counts, figures do not; +3 and Breaker may not be hidden in it (rules I.3.3).
    if card.color is None:
        return Refusal.NOT_IN_RUN if card.figure in NEVER_IN_A_RUN else None
    return None if card.color is state.color else Refusal.NOT_IN_RUN


def matches(state: State, card: Card) -> bool:
    """Say whether the card has the color to follow, the leading figure, or no color at all.

    Where no card leads any card will do. TAKI and Super TAKI match each other by figure (rules I.3.1).
    """
    leading = state.leading
    if leading is None or card.color is None or card.color is state.color:
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
