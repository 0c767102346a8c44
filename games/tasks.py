"""What Celery does for games: a sweep a second, so that a table moves on when nobody acts, and bots' moves.

A sweep decides nothing: it only asks `handle` to look at games that may be late. Bots move at the version of
a game that their task names. So run never, once or five times, early or late, the logs are the same. Beat
needs two entries in the settings, one a second for `games.sweep` and one for `games.bots.call`.
"""

from collections.abc import Iterable
from datetime import timedelta
from itertools import batched
from typing import Final
from uuid import UUID

import structlog
from celery import shared_task
from django.db import connection
from kombu.exceptions import OperationalError

from games import asking, bot_calls, bot_playing, moments, selectors
from games.asking import SYSTEM, Ask
from games.bot_calls import Call
from games.handling import handle
from games.refusing import Busy
from games.standing import is_away

_log = structlog.get_logger("games.tasks")

# So many settlements take well below a second; then the sweep shows again that it is alive.
_BETWEEN_HEARTBEATS: Final = 100

# The next bot is called by the one before it, unless it has to wait longer than this.
_CALLED_AHEAD: Final = timedelta(seconds=3)


@shared_task(name="games.sweep")
def sweep(**_later: object) -> None:
    """Settle every late turn and window, and abandon every late lobby.

    After a gap all running turns first get back the time that nobody watched, and only then is the sweep
    alive again: until then late moves count as on time, so none is settled unfairly.
    """
    now, heartbeat_at = moments.moment()
    if is_away(heartbeat_at, now):
        _each(selectors.on_the_clock(), asking.extend_clock)
        now, _ = moments.moment()
    for late in batched(selectors.overdue(now), _BETWEEN_HEARTBEATS):
        moments.beat(moments.moment().now)
        _each(late, asking.settle, skip_locked=True)
    moments.beat(moments.moment().now)


@shared_task(name="games.bots.call")
def call_bots(**_later: object) -> None:
    """Call the bots of every game in which they have something to consider, once for each version of it."""
    _send(bot_calls.claim_all(moments.moment().now))


@shared_task(name="games.bots.play")
def play_bots(*, game: str, version: int, **_later: object) -> None:
    """Have the bots of a game consider this version of it, and call the next at once."""
    call = Call(UUID(game), version)
    bot_playing.play(call)
    _send(bot_calls.claim_one(call.game_id, now=moments.moment().now, within=_CALLED_AHEAD))


def _send(calls: Iterable[Call]) -> None:
    for call in calls:
        told = {"game": str(call.game_id), "version": call.version}
        seconds = bot_playing.pause(call).total_seconds()
        try:
            play_bots.apply_async(kwargs=told, countdown=seconds)
        except OperationalError:
            # A call that was not sent is made again, as every one that is lost.
            _log.warning("bots_wait_for_the_broker", **told)
            return


def _each(game_ids: Iterable[UUID], ask: Ask, *, skip_locked: bool = False) -> None:
    for game_id in game_ids:
        try:
            handle(game_id, ask, SYSTEM, skip_locked=skip_locked)
        except Busy:
            continue  # whoever is at work there settles what is late
        except Exception:
            # One broken game must not stop the others. The formatter keeps messages out of the log.
            _log.error("sweep", game=str(game_id), exc_info=True)
            if not connection.is_usable():
                raise
