"""Boxes for the tests of the rulebook: those that ship, and one that holds every figure there is."""

from games import boxes
from games.engine.cards import CARDS, COLORED
from games.engine.editions import Edition
from games.engine.options import Options

SUPER = boxes.editions()["super-116"]
EVERY_FIGURE = Edition(
    key="every-figure",
    names={"en": "Every figure", "he": "כל הצורות", "km": "គ្រប់រូប"},
    # One of each card without a color, two of the others.
    box=tuple((card, 2 if card.figure in COLORED else 1) for card in CARDS.values()),
    options=Options(),
    shout={"en": "last card", "he": "אחרון", "km": "សន្លឹកចុងក្រោយ"},
)
EDITIONS = [*boxes.editions().values(), EVERY_FIGURE]
