"""How long bots let pass before they move: at first no worker is at it, at the end they think.

All can see how long it takes, so it may tell neither what could be done with a hand nor whether there was
anything to think over: who looks ahead takes the same time whatever the search needs of it.
"""

import time
from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings

from games.bot_calls import Call
from games.bot_seats import chance, level
from games.bot_turns import asked, bot_at
from games.bots import pace
from games.bots.levels import Level
from games.engine import sight
from games.event_store import GAMES
from games.standing import Standing

# Of a search for each game that it looks at: 99 of 100 need less.
_SECONDS_A_GAME: Final = 0.0008


class Thinking(NamedTuple):
    """What is left of a pause when bots are asked; it passes while they choose."""

    until: float  # by the monotonic clock

    def to_its_end(self) -> None:
        """Wait for what choosing has left of it: less than a second or a few."""
        time.sleep(max(0.0, self.until - time.monotonic()))


def pause(call: Call) -> timedelta:
    """Return in how long bots are to be asked, so that people can follow; what they think comes on top."""
    _, standing, now, _ = GAMES.peek(call.game_id)
    at = bot_at(standing)
    if standing.version != call.version or at is None:
        return timedelta()
    whole, thinking = _spans(call, standing)
    return max(at - now, timedelta()) + timedelta(seconds=whole - thinking)


def think(call: Call, standing: Standing) -> Thinking:
    """Begin with what is left of the pause: as much for each game in which somebody looks ahead."""
    _, thinking = _spans(call, standing)
    return Thinking(time.monotonic() + thinking)


def _spans(call: Call, standing: Standing) -> tuple[float, float]:
    # The whole pause, and how much of it is left for thinking; in seconds.
    seats = asked(standing.state)
    search = (
        settings.BOT_ITERATIONS * _SECONDS_A_GAME * (Level.HARD in {level(standing, seat) for seat in seats})
    )
    seat, percent = seats[-1], settings.BOT_PACE_PERCENT
    view = sight.view(standing.state, seat)._replace(legal=())
    whole = pace.seconds(
        level(standing, seat), view, chance("pace", call, seat), percent=percent, search=search
    )
    return whole, min(search, whole)
