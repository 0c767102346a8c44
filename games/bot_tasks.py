"""What Celery does for bots: once a second they are called, and each call is a task; `tasks` has the clocks.

A task names the version of the game that it means. Run never, once or five times, early or late, on one
worker or several, the logs are the same. Beat needs an entry in the settings: `games.bots.call` each second.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django import db
from kombu.exceptions import OperationalError

from games import bot_calls, bot_pauses, bot_playing, failures, moments
from games.bot_calls import Call
from games.refusing import Busy

_log = structlog.get_logger("games.bot_tasks")

# The next bot is called by the one before it, unless it has to wait longer than this.
CALLED_AHEAD: Final = timedelta(seconds=3)
# What is wrong with a game stays so until somebody mends it; what passes by itself is called again soon.
_BROKEN_FOR: Final = timedelta(minutes=10)
_PASSES_BY_ITSELF: Final = (db.OperationalError, db.InterfaceError, Busy, SoftTimeLimitExceeded)


@shared_task(name="games.bots.call", max_retries=0, throws=_PASSES_BY_ITSELF)
def call_bots(**_later: object) -> None:
    """Call the bots of every game in which they have something to consider, once for each version of it.

    Then it shows that somebody plays for them.
    """
    _send(bot_calls.claim_all(moments.moment().now))
    moments.beat(moments.moment().now, of=moments.BOTS)


# Whatever fails here is called again by a sweep, so that no try of Celery's own is needed.
@shared_task(
    name="games.bots.play", max_retries=0, soft_time_limit=10, time_limit=20, throws=_PASSES_BY_ITSELF
)
def play_bots(*, game: str, version: int, **_later: object) -> None:
    """Have the bots of a game consider this version of it, and call the next at once."""
    call = Call(UUID(game), version)
    with _put_off_if_broken(call):
        bot_playing.play(call)
    _send(bot_calls.claim_one(call.game_id, now=moments.moment().now, within=CALLED_AHEAD))


def _send(calls: Iterable[Call]) -> None:
    for call in calls:
        told = {"game": str(call.game_id), "version": call.version}
        pause = _pause(call)
        if pause is None:
            continue
        try:
            play_bots.apply_async(kwargs=told, countdown=pause.total_seconds())
        except OperationalError:
            # A call that was not sent is made again, as every one that is lost.
            _log.warning("bots_wait_for_the_broker", **told)
            return


def _pause(call: Call) -> timedelta | None:
    # None where the game is broken: it must not stop those that were noted as called together with it.
    try:
        with _put_off_if_broken(call):
            return bot_pauses.pause(call)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        # The formatter keeps messages out of the log.
        _log.error("bots_not_called", game=str(call.game_id), version=call.version, exc_info=True)
        if not db.connection.is_usable():
            raise
        failures.keep(call_bots.name, error, arguments={"game": call.game_id, "version": call.version})
        return None


@contextmanager
def _put_off_if_broken(call: Call) -> Iterator[None]:
    try:
        yield
    except _PASSES_BY_ITSELF:
        raise
    except Exception:
        bot_calls.put_off(call, moments.moment().now + _BROKEN_FOR)
        raise
