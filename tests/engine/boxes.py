"""Boxes for the engine's tests, made by hand: the engine does not read files."""

from typing import Final

from games.engine.cards import CARDS, COLORED, COLORLESS, Color
from games.engine.editions import Edition
from games.engine.options import Options


def _edition(key: str, name: str, copies: int, colorless: dict[str, int], options: Options) -> Edition:
    counts = {f"{color}{figure}": copies for color in Color for figure in COLORED} | colorless
    box = tuple((card, counts[card.code]) for card in CARDS.values() if card.code in counts)
    return Edition(key, {"en": name}, box, options)


_CLASSIC: Final = Options(plus_follow_up="same_color_or_plus", scoring="series")
_SUPER: Final = {"CC": 4, "ST": 2, "K": 2}
_CRAZY: Final = {"CC": 4, "ST": 2, "CZ": 2}
_AMIGO: Final = Options(
    opening_action="applies",
    super_taki_color="chosen",
    crazy_direction="left",
    scoring="series",
    winner_bonus=100,
)
_JAPAN: Final = Options(opening_card="none", direction_with_two="acts_as_stop", crazy_direction="printed")

SUPER_116: Final = _edition("super-116", "Super TAKI", 2, {**_SUPER, "+3": 2, "X3": 2}, Options())
CLASSIC_64: Final = _edition("classic-64", "TAKI", 1, {"CC": 4, "ST": 4, "CZ": 4}, _CLASSIC)
JAPAN_120: Final = _edition(
    "japan-120",
    "Super TAKI, Japan",
    2,
    {"CC": 6, "K": 2, "+3": 2, "X3": 2, "RP": 2, "LP": 2},
    _JAPAN,
)
EDITIONS: Final = {
    edition.key: edition
    for edition in (
        SUPER_116,
        _edition("super-112", "Super TAKI", 2, _SUPER, Options()),
        _edition("crazy-112", "TAKI with Crazy", 2, _CRAZY, Options()),
        CLASSIC_64,
        _edition("classic-128", "TAKI, two packs", 2, {"CC": 8, "ST": 8, "CZ": 8}, _CLASSIC),
        _edition("classic-64-king", "TAKI with Kings", 1, {"CC": 4, "K": 4, "CZ": 4}, _CLASSIC),
        _edition("amigo-2006", "TAKI, AMIGO", 2, _CRAZY, _AMIGO),
        JAPAN_120,
    )
}
# A box of the tests alone, twice the cards there are: any card may be told to lie on a table of the rulebook.
EVERY_CARD: Final = _edition(
    "every-card", "Every card", 2, {**dict.fromkeys(COLORLESS, 2), "CC": 4}, Options()
)
