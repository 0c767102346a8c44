"""What is in a box: an edition is a value; where boxes are read from is no concern of the engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from games.engine.cards import Card
from games.engine.options import Options

MOST_PACKS: Final = 4


@dataclass(frozen=True, slots=True)
class Edition:
    """A box of cards and the rule defaults printed in it."""

    key: str
    names: Mapping[str, str]  # language code -> name
    box: tuple[tuple[Card, int], ...]  # each card and how many of it, in card order
    options: Options
    # Language code -> what is called out with one card left. It is a word of the table: no rule asks for it.
    shout: Mapping[str, str] = field(default_factory=dict)
    # Editions of one family are rated together. No rule asks for it, no log has it.
    family: str = field(default="", compare=False)

    @property
    def size(self) -> int:
        """How many cards are in one box."""
        return sum(count for _, count in self.box)


def pack_of(box: tuple[tuple[Card, int], ...], packs: int) -> tuple[Card, ...]:
    """Return the cards of `packs` boxes, in card order."""
    return tuple(card for card, count in box for _ in range(count * packs))


def packs_needed(size: int, *, seats: int, options: Options) -> int:
    """Return how many boxes of `size` cards `packs: auto` takes (rules I.1).

    Every seat gets a full hand, a card leads unless the first player leads, and at least as many cards as
    seats stay in the pile.
    """
    leading = 1 if options.opening_card == "turned_up" else 0
    needed = seats * options.hand_size + leading + seats
    return -(-needed // size)
