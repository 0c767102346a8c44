"""Boxes for the engine's tests, made by hand: the engine does not read files."""

from games.engine.cards import CARDS
from games.engine.editions import Edition
from games.engine.options import Options

COPIES = {"CC": 4}
SUPER_116 = Edition(
    key="super-116",
    names={"en": "Super TAKI"},
    box=tuple((card, COPIES.get(card.code, 2)) for card in CARDS.values()),
    options=Options(),
)
