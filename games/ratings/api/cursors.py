"""Where a leaderboard goes on, as the text of a cursor that nobody else need read; no list is read here."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from math import isfinite
from struct import Struct
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta

from games.ratings.selectors import Spot
from problems.problem import Problem

_SPOT: Final = Struct(">d16s")  # 24 bytes: 32 characters, and none to fill up

SentSpot = Annotated[str, Meta(min_length=32, max_length=32, pattern="^[A-Za-z0-9_-]{32}$")]


def written(spot: Spot) -> str:
    """Return the cursor of a spot."""
    return urlsafe_b64encode(_SPOT.pack(spot.ordinal, spot.player.bytes)).decode()


def read(cursor: str) -> Spot:
    """Return the spot of a cursor that has the form of a `SentSpot`.

    :raises Problem: `invalid` for one that was never written.
    """
    ordinal, player = _SPOT.unpack(urlsafe_b64decode(cursor))
    if not isfinite(ordinal):
        raise Problem("invalid", field="cursor")
    return Spot(ordinal, UUID(bytes=player))
