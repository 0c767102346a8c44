"""Boxes for the engine's tests: those of the files under `seeds/`, and one that only tests need."""

from dataclasses import replace
from typing import Final

from games import boxes
from games.engine.cards import CARDS
from games.engine.editions import Edition
from games.engine.options import Options

# Every box that there is a file of: one that is added is played under the laws without a word here.
# What it is called is left out: kept games shall not change with a name.
EDITIONS: Final = {key: replace(edition, names={}, shout={}) for key, edition in boxes.editions().items()}
# Those of which tests know the cards, the numbers and some games exactly.
SHIPPED: Final = (
    *("amigo-2006", "classic-128", "classic-64", "classic-64-king"),
    *("crazy-112", "japan-120", "super-112", "super-116"),
)
SUPER_116: Final = EDITIONS["super-116"]
CLASSIC_64: Final = EDITIONS["classic-64"]
JAPAN_120: Final = EDITIONS["japan-120"]
# A box of the tests alone, twice the cards there are: any card may be told to lie on a table of the rulebook.
EVERY_CARD: Final = Edition(
    "every-card",
    {},
    tuple((card, 4 if card.code == "CC" else 2) for card in CARDS.values()),
    Options(),
)
