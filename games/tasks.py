"""What Celery does for games: a sweep a second, so that tables move on when nobody acts, and upkeep at night.

Run never, once or five times, early or late, in one process or several, the logs are the same: tasks only ask
`handle`. Beat needs one entry:

    CELERY_BEAT_SCHEDULE["games.sweep"] = {"task": "games.sweep", "schedule": 1, "options": {"expires": 1}}

Tasks take keywords alone, and those of a later version too: during an update old workers get new messages.
"""

from typing import Any, Final

import structlog
from celery import shared_task
from django.db import InterfaceError, OperationalError

from games import bot_calls, failures, sweeping, upkeep
from games.refusing import Busy

_log = structlog.get_logger("games.tasks")

# What passes by itself is tried again, each time later, and never by all at the same moment.
RETRIED_LATER: Final[dict[str, Any]] = {
    "autoretry_for": (OperationalError, InterfaceError, Busy),
    "retry_backoff": 5,
    "retry_backoff_max": 300,
    "retry_jitter": True,
    "max_retries": 8,
}


# The next sweep is its second try. After an outage it goes through all running games, so it may take long.
@shared_task(name="games.sweep", max_retries=0, soft_time_limit=600, time_limit=630)
def sweep(**_later: object) -> None:
    """Settle every late turn, window and lobby; after an outage first give running games their time back."""
    sweeping.sweep()


@shared_task(name="games.upkeep.verify_sample", soft_time_limit=600, time_limit=630, **RETRIED_LATER)
def verify_sample(**_later: object) -> None:
    """Prove some logs; what is broken is told in the log, the admin and the metrics."""
    upkeep.verify_sample()


@shared_task(name="games.upkeep.forget_keys", soft_time_limit=600, time_limit=630, **RETRIED_LATER)
def forget_keys(**_later: object) -> None:
    """Delete the keys of commands that nobody repeats any more."""
    _log.info("forgotten", what="keys", rows=upkeep.forget_keys())


@shared_task(name="games.upkeep.forget_failures", **RETRIED_LATER)
def forget_failures(**_later: object) -> None:
    """Delete old failures of tasks."""
    _log.info("forgotten", what="failures", rows=failures.forget())


@shared_task(name="games.upkeep.forget_bot_calls", soft_time_limit=600, time_limit=630, **RETRIED_LATER)
def forget_bot_calls(**_later: object) -> None:
    """Delete which version the bots of a game were called for, once it is over."""
    _log.info("forgotten", what="bot_calls", rows=bot_calls.forget())
