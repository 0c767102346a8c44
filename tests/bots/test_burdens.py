"""How far hands are from being empty, in turns, by either measure."""

import pytest

from games.bots.burdens import by_thumb, fitted
from games.engine.cards import cards

HANDS = {
    "": (0.0, 0.0),
    "R5": (1.0, 0.2),
    "R5 G7": (2.0, 2.24),
    "R3 R5 RT G7": (2.5, 2.32),
    "R+ R5 G+ G+ G4": (3.7, 2.42),
    "RT GT R3 R5 G4 ST": (3.45, 2.52),
    "ST B3 B4 K": (1.4, -0.12),
    "K CC X3 +3 ST": (4.3, 2.3),
}


@pytest.mark.parametrize(("hand", "turns"), HANDS.items(), ids=HANDS)
def test_in_how_many_turns_a_hand_could_be_laid(hand: str, turns: tuple[float, float]) -> None:
    held = cards(hand)
    assert (round(by_thumb(held), 9), round(fitted(held), 9)) == turns
