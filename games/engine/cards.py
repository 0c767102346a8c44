"""Cards as values: colors, figures and the one notation for them; no hand, pile or rule lives here."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from types import MappingProxyType
from typing import Final


class Color(StrEnum):
    """The four colors of the box."""

    RED = "R"
    GREEN = "G"
    BLUE = "B"
    YELLOW = "Y"


class Figure(StrEnum):
    """What is printed on a card, color aside. No box has a plain 2: the card that shows one is +2."""

    ONE = "1"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    PLUS_TWO = "+2"
    PLUS = "+"
    STOP = "S"
    CHANGE_DIRECTION = "D"
    TAKI = "T"
    CHANGE_COLOR = "CC"
    SUPER_TAKI = "ST"
    KING = "K"
    PLUS_THREE = "+3"
    BREAKER = "X3"
    CRAZY = "CZ"
    RIGHT_PASS = "RP"  # noqa: S105
    LEFT_PASS = "LP"  # noqa: S105


COLORLESS: Final = (
    Figure.CHANGE_COLOR,
    Figure.SUPER_TAKI,
    Figure.KING,
    Figure.PLUS_THREE,
    Figure.BREAKER,
    Figure.CRAZY,
    Figure.RIGHT_PASS,
    Figure.LEFT_PASS,
)
OPENS_A_RUN: Final = frozenset({Figure.TAKI, Figure.SUPER_TAKI})
PASSES_HANDS: Final = frozenset({Figure.CRAZY, Figure.RIGHT_PASS, Figure.LEFT_PASS})
NUMBERS: Final = frozenset(figure for figure in Figure if figure.isdecimal())
COLORED: Final = tuple(figure for figure in Figure if figure not in COLORLESS)


class UnknownCard(ValueError):
    """The text names no card."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the 60 cards there are; two red fives are the same object, so cards compare by identity."""

    code: str
    color: Color | None
    figure: Figure
    index: int

    @property
    def points(self) -> int:
        """Its value in a series: a number its face, every action card 10 (rules I.2 `scoring`)."""
        return int(self.figure) if self.figure in NUMBERS else 10

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.code,)


def _every_card() -> Iterable[Card]:
    kinds = [(color, figure) for color in Color for figure in COLORED]
    kinds_without_color = [(None, figure) for figure in COLORLESS]
    for index, (color, figure) in enumerate([*kinds, *kinds_without_color]):
        yield Card(f"{color or ''}{figure}", color, figure, index)


CARDS: Final = MappingProxyType({card.code: card for card in _every_card()})


def card(code: str) -> Card:
    """Return the card written as `code`, such as `R5`, `B+2`, `GT` or `CC`.

    :raises UnknownCard: where no card is written so.
    """
    try:
        return CARDS[code]
    except KeyError:
        raise UnknownCard(code) from None


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards written in `codes`, separated by blanks, in that order.

    :raises UnknownCard: where one of them is none.
    """
    return tuple(card(code) for code in codes.split())


Hand = tuple[Card, ...]
_place: Final = attrgetter("index")


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return the cards sorted as in `CARDS`.

    They have no order of their own: with one every search in a hand would ask each card in Python.
    """
    return sorted(cards, key=_place)


def with_cards(hand: Hand, more: Iterable[Card]) -> Hand:
    """Return the hand with `more` in it; hands are kept in card order, which tells nothing of when."""
    for card in more:
        at = bisect_right(hand, card.index, key=_place)
        hand = (*hand[:at], card, *hand[at:])
    return hand


def without_card(hand: Hand, gone: Card) -> Hand:
    """Return the hand with one `gone` less.

    :raises ValueError: where the hand does not hold it.
    """
    at = hand.index(gone)
    return hand[:at] + hand[at + 1 :]
