"""The stored form of the events of tournaments; docs/log-format.md specifies it."""

from typing import Final, get_args

from games.codec import Codec
from games.tournaments.events import Event

TOURNAMENT_EVENTS: Final[Codec[Event]] = Codec(get_args(Event))
