"""The single values of the JSON forms: cards, colors, seats, instants; what is made of them is elsewhere."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from games.engine.cards import CARDS, Card
from games.envelope import instant

if TYPE_CHECKING:
    CardCode = str
else:
    CardCode = StrEnum("CardCode", {code: code for code in CARDS})
    CardCode.__doc__ = (
        "A card by its code: color (R, G, B, Y) and figure (1, 3 to 9, +2, + Plus, S Stop, "
        "D Change Direction, T TAKI), or a card without a color: CC Change Color, ST Super TAKI, K King, "
        "+3, X3 Breaker of a +3, CZ Crazy, RP Right Pass, LP Left Pass."
    )

LAST_NUMBER = 2_147_483_647  # of turns and versions; the log counts no further

SeatNumber = Annotated[int, Meta(ge=0, le=9, description="A place at the table; the first is 0.")]
TurnNumber = Annotated[int, Meta(ge=1, le=LAST_NUMBER, description="Turns count from 1.")]
Count = Annotated[int, Meta(ge=0)]
Place = Annotated[int, Meta(ge=1, le=10, description="1 is the winner's; seats may share one.")]
Points = Annotated[
    int, Meta(description="What the hand was worth; in a series the winner's is 0, less the winner's bonus.")
]
PointsBySeat = Annotated[
    list[Points | None] | None,
    Meta(
        description="By place at the table, null where nobody sat. Null before the game is disclosed, since "
        "they tell of the cards in the hands."
    ),
]
Stage = Annotated[int, Meta(ge=1, le=12, description="Counts down to 1, the last.")]
Version = Annotated[
    int, Meta(ge=1, le=LAST_NUMBER, description="How many events the game has had up to here.")
]
Instant = Annotated[
    str, Meta(description="RFC 3339 in UTC, with microseconds.", extra_json_schema={"format": "date-time"})
]
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object; one that is read may hold no field but its own."""


def instant_or_none(at: datetime | None) -> str | None:
    """Return the point in time as text, or None where there is none."""
    return None if at is None else instant(at)


def codes(cards: Iterable[Card]) -> list[CardCode]:
    """Return the codes of the cards, in their order."""
    return [card.code for card in cards]
