"""Every figure has its effect: what follows when a card of it acts, told by kinds of events."""

import pytest

from games.engine import events as ev
from games.engine.cards import CARDS, NUMBERS, Figure
from games.engine.effects import act
from games.engine.matching import chooses_color, chooses_side, may_choose
from games.engine.seating import Side
from games.engine.telling import Now, tell
from tests.rulebook.table import table

TABLE = """
    leading  R3
    dana     R1 R5
    omer     G1 G3
    noa      B1 B3
"""
PASSES = (ev.TurnPassed,)
HANDS = (ev.HandsPassed, ev.TurnPassed)
EFFECTS = {
    **dict.fromkeys(NUMBERS, PASSES),
    Figure.CHANGE_COLOR: PASSES,
    Figure.TAKI: PASSES,
    Figure.SUPER_TAKI: PASSES,
    Figure.PLUS_TWO: (ev.DebtRaised, ev.TurnPassed),
    Figure.PLUS: (ev.AnotherCardOwed,),
    Figure.STOP: (ev.SeatSkipped, ev.TurnPassed),
    Figure.CHANGE_DIRECTION: (ev.DirectionChanged, ev.TurnPassed),
    Figure.KING: (ev.FreeCardGiven,),
    Figure.PLUS_THREE: (ev.WindowOpened,),
    Figure.BREAKER: (ev.CardsDrawn, ev.TurnPassed),
    Figure.CRAZY: HANDS,
    Figure.RIGHT_PASS: HANDS,
    Figure.LEFT_PASS: HANDS,
}


@pytest.mark.parametrize("figure", Figure)
def test_every_figure_acts(figure: Figure) -> None:
    now = Now(table(TABLE).state)
    told = tell(now, act(now, figure, Side.LEFT))
    assert tuple(type(event) for event in told.events) == EFFECTS[figure]
    assert told.state is now.state


@pytest.mark.parametrize("option", ["super_taki_color=chosen", "crazy_direction=chosen"])
def test_what_chooses_nowhere_does_not_choose_here(option: str) -> None:
    state = table(f"options {option}\n{TABLE}").state
    plain = [card for card in CARDS.values() if not may_choose(card)]
    assert len(plain) == 55
    assert [card for card in plain if chooses_color(state, card) or chooses_side(state, card)] == []
