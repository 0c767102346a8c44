"""What Celery does for tournaments: once a second those with something to do are tended, each by a task.

Nothing is decided here. Beat needs an entry in the settings: `tournaments.sweep` each second.
"""

from typing import Any, Final
from uuid import UUID

import structlog
from celery import shared_task

from games import moments
from games.tasks import RETRIED_LATER
from games.tournaments import selectors, upkeep
from games.tournaments.tending import tend

_log = structlog.get_logger("games.tournaments.tasks")

# Longer than the largest round takes to pair; who is killed in between leaves the rest to the next.
_LIMITS: Final[dict[str, Any]] = {"soft_time_limit": 300, "time_limit": 330, "max_retries": 0}
_TEND_WITHIN_SECONDS: Final = 5


@shared_task(name="tournaments.sweep", max_retries=0)
def sweep(**_later: object) -> None:
    """Have every tournament tended in which something is to be done."""
    for tournament_id in selectors.to_tend(moments.moment().now):
        tend_one.apply_async(kwargs={"tournament": str(tournament_id)}, expires=_TEND_WITHIN_SECONDS)


# Whatever fails here is found again by the next sweep, so that no try of Celery's own is needed.
@shared_task(name="tournaments.tend", **_LIMITS)
def tend_one(*, tournament: str, **_later: object) -> None:
    """Tend one tournament."""
    tend(UUID(tournament))


@shared_task(name="tournaments.upkeep.forget_keys", soft_time_limit=600, time_limit=630, **RETRIED_LATER)
def forget_keys(**_later: object) -> None:
    """Delete the keys of commands that nobody repeats any more."""
    _log.info("forgotten", what="tournament_keys", rows=upkeep.forget_keys())
