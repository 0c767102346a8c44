"""What Celery does for games: a sweep a second, so that a table moves on when nobody acts.

A sweep decides nothing: it only asks `handle` to look at games that may be late, so that run never, once or
five times, early or late, the logs are the same. Beat needs one entry in the settings:

    CELERY_BEAT_SCHEDULE["games.sweep"] = {"task": "games.sweep", "schedule": 1, "options": {"expires": 1}}
"""

from collections.abc import Iterable
from itertools import batched
from typing import Final
from uuid import UUID

import structlog
from celery import shared_task
from django.db import connection

from games import asking, moments, selectors
from games.asking import SYSTEM, Ask
from games.handling import handle
from games.refusing import Busy
from games.standing import is_away

_log = structlog.get_logger("games.tasks")

# So many settlements take well below a second; then the sweep shows again that it is alive.
_BETWEEN_HEARTBEATS: Final = 100


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
