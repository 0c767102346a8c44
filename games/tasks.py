"""What Celery does for games: a sweep a second, so that tables move on when nobody acts, and upkeep at night.

A sweep decides nothing: it only asks `handle` to look at games that may be late, so that run never, once or
five times, early or late, in one process or several, the logs are the same. Beat needs one entry:

    CELERY_BEAT_SCHEDULE["games.sweep"] = {"task": "games.sweep", "schedule": 1, "options": {"expires": 1}}

Tasks take keywords alone, and those of a later version too: during an update old workers get new messages.
"""

from typing import Any, Final
from uuid import UUID

import structlog
from billiard.process import current_process
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from games import asking, bot_calls, failures, measures, moments, selectors, upkeep
from games.asking import SYSTEM, Ask
from games.handling import handle
from games.recording import Handled
from games.refusing import Busy
from games.selectors import Late
from games.standing import is_away

_log = structlog.get_logger("games.tasks")

# So many settlements take well below a second; then the sweep shows again that it is alive.
_BETWEEN_HEARTBEATS: Final = 50
# What passes by itself is tried again, each time later, and never by all at the same moment.
_LATER: Final[dict[str, Any]] = {
    "autoretry_for": (OperationalError, InterfaceError, Busy),
    "retry_backoff": 5,
    "retry_backoff_max": 300,
    "retry_jitter": True,
    "max_retries": 8,
}


# The next sweep is its second try. After an outage it goes through all running games, so it may take long.
@shared_task(name="games.sweep", max_retries=0, soft_time_limit=600, time_limit=630)
def sweep(**_later: object) -> None:
    """Settle every late turn and window, and abandon every late lobby.

    After a gap all running turns first get back the time that nobody watched, and only then is the sweep
    alive again: until then late moves count as on time, so none is settled unfairly. While one process is
    at work for more than a second the next sweep comes to another, and they share what is late.
    """
    now, heartbeat_at = moments.moment()
    if is_away(heartbeat_at, now):
        for game_id in selectors.on_the_clock():
            _ask(game_id, asking.extend_clock)
        now, _ = moments.moment()
    tried: set[UUID] = set()
    while late := [each for each in selectors.overdue(now) if each.game_id not in tried]:
        moments.beat(moments.moment().now)
        for each in _own(late)[:_BETWEEN_HEARTBEATS]:
            tried.add(each.game_id)
            _settle(each)
    moments.beat(moments.moment().now)


@shared_task(name="games.upkeep.verify_sample", soft_time_limit=600, time_limit=630, **_LATER)
def verify_sample(**_later: object) -> None:
    """Prove some logs; what is broken is told in the log, the admin and the metrics."""
    upkeep.verify_sample()


@shared_task(name="games.upkeep.forget_keys", soft_time_limit=600, time_limit=630, **_LATER)
def forget_keys(**_later: object) -> None:
    """Delete the keys of commands that nobody repeats any more."""
    _log.info("forgotten", what="keys", rows=upkeep.forget_keys())


@shared_task(name="games.upkeep.forget_failures", **_LATER)
def forget_failures(**_later: object) -> None:
    """Delete old failures of tasks."""
    _log.info("forgotten", what="failures", rows=failures.forget())


@shared_task(name="games.upkeep.forget_bot_calls", soft_time_limit=600, time_limit=630, **_LATER)
def forget_bot_calls(**_later: object) -> None:
    """Delete which version the bots of a game were called for, once it is over."""
    _log.info("forgotten", what="bot_calls", rows=bot_calls.forget())


def _own(late: list[Late]) -> list[Late]:
    # Each process of a worker has a share by the ids' random ends; one that has none left helps the others.
    processes, index = settings.CELERY_WORKER_CONCURRENCY, getattr(current_process(), "index", 0)
    return [each for each in late if each.game_id.int % processes == index] or late


def _settle(late: Late) -> None:
    after = _ask(late.game_id, asking.settle, skip_locked=True)
    if after is not None and after.standing.deadline != late.deadline:
        measures.settling_late.observe((after.standing.last_at - late.deadline).total_seconds())


def _ask(game_id: UUID, ask: Ask, *, skip_locked: bool = False) -> Handled | None:
    try:
        return handle(game_id, ask, SYSTEM, skip_locked=skip_locked)
    except Busy:
        return None  # whoever is at work there settles what is late
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        # One broken game must not stop the others. The formatter keeps messages out of the log.
        _log.error("sweep", game=str(game_id), exc_info=True)
        if not connection.is_usable():
            raise
        failures.keep("games.sweep", error, arguments={"game": game_id})
        return None
