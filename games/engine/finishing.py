"""What happens when a hand is empty: the next stage, the end for its seat, or a wait (rules I.3.9)."""

from games.engine import events as ev
from games.engine.cards import Figure
from games.engine.effects import cancel_debt, cancels_debt
from games.engine.endings import finish, is_over
from games.engine.state import State
from games.engine.telling import Now, Told
from games.engine.turns import draw


def hand_emptied(now: Now, seat: int, figure: Figure) -> Told:
    """`seat` has just laid its last card, of this figure; what the card does comes after this.

    In a stage before the last the new hand is drawn at once. A last Plus that draws ends nothing here, and
    neither does a Breaker laid freely: it is not to be asked about. A card that cancels the debt does so
    before it wins, since whoever was held back by that debt emptied the hand sooner.
    """
    is_in_last_stage = now.state.stages[seat] == 1
    waits = now.state.setup.options.plus_two_last_wins == "if_it_does_not_return"
    if is_in_last_stage and figure is Figure.PLUS_TWO and waits:
        yield ev.FinishHeldBack(seat)
    elif figure is not Figure.PLUS or not draws_for_last_plus(now.state, seat):
        if is_in_last_stage and cancels_debt(now.state, figure):
            yield from cancel_debt(now)
        yield from reach_next_stage_or_finish(now, seat)


def reach_next_stage_or_finish(now: Now, seat: int) -> Told:
    """A hand is empty and nothing holds its seat back; does nothing where the game has just ended."""
    stage = now.state.stages[seat]
    if is_over(now.state):
        return
    if stage == 1:
        yield from finish(now, seat)
    else:
        yield ev.StageReached(seat, stage - 1)
        yield from draw(now, seat, hand_at(now.state, stage - 1))


def draws_for_last_plus(state: State, seat: int) -> bool:
    """Say whether a Plus as the seat's last card draws one instead of ending its game (rules I.2)."""
    return state.stages[seat] == 1 and state.setup.options.plus_last == "draws"


def hand_at(state: State, stage: int) -> int:
    """Return how many cards the hand of a stage has (rules I.2 `stages`)."""
    options = state.setup.options
    return options.hand_size - options.stages + stage
