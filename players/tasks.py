"""What Celery does for people: every night it forgets what nobody can use any more."""

import structlog
from celery import shared_task
from django.db import InterfaceError, OperationalError

from players import sessions

_log = structlog.get_logger("players.tasks")


@shared_task(
    name="players.upkeep.forget_expired",
    soft_time_limit=600,
    time_limit=630,
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=5,
    retry_backoff_max=300,
    retry_jitter=True,
    max_retries=8,
)
def forget_expired(**_later: object) -> None:
    """Delete refresh tokens that have expired, and sessions that have long been over."""
    _log.info("forgotten", what="sessions", rows=sessions.forget_expired())
