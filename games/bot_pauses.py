"""How long bots let pass before they are asked, so that people can follow; nobody waits it out in a process.

All can see how long bots take, so it is made to tell neither what could be done with a hand nor whether there
was anything to think over: who is going to look ahead is asked earlier by what that mostly needs.
"""

from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, InterfaceError

from games.bot_calls import Call
from games.bot_memories import memory
from games.bot_seats import chance, level
from games.bot_turns import asked, bot_at
from games.bots import pace
from games.bots.choosing import SECONDS_AN_ITERATION, looks_ahead
from games.bots.levels import Level
from games.engine import sight
from games.event_store import GAMES
from games.standing import Standing


def pause(call: Call) -> timedelta:
    """Return in how long bots are to be asked: their pace, less what a search needs where there is one."""
    _, standing, now, _ = GAMES.peek(call.game_id)
    at = bot_at(standing)
    if standing.version != call.version or at is None:
        return timedelta()
    seats = asked(standing.state)
    search = settings.BOT_ITERATIONS * SECONDS_AN_ITERATION
    seconds = _pace(call, standing, seats, search)
    if seconds and any(_looks_ahead(call, standing, seat) for seat in seats):
        seconds = max(0.0, seconds - search)
    return max(at - now, timedelta()) + timedelta(seconds=seconds)


def _pace(call: Call, standing: Standing, seats: tuple[int, ...], search: float) -> float:
    # By what all can see: neither a list of moves nor what is remembered goes into it.
    levels = [level(standing, seat) for seat in seats]
    least = search if Level.HARD in levels else 0.0
    view = sight.view(standing.state, seats[-1])._replace(legal=())
    drawn = chance("pace", call, seats[-1])
    return pace.seconds(levels[-1], view, drawn, percent=settings.BOT_PACE_PERCENT, search=least)


def _looks_ahead(call: Call, standing: Standing, seat: int) -> bool:
    if level(standing, seat) is not Level.HARD:
        return False
    try:
        remembered = memory(call.game_id, standing, seat)
        return looks_ahead(Level.HARD, sight.view(standing.state, seat), remembered)
    except (DatabaseError, InterfaceError, SoftTimeLimitExceeded):
        raise
    except Exception:
        return False  # told as it fails again, when the bot is asked
