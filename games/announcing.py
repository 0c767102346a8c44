"""Telling whoever waits that a log has something new or a session is over: after the commit, by Redis.

Never a promise: who missed an announcement finds the news by the cursor, and who speaks in a session that is
over is refused when asking next, so a lost one costs time and nothing else.
"""

import time
from functools import cache
from threading import Lock
from typing import Final
from uuid import UUID

import redis
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

_log = structlog.get_logger("games.announcing")

_ANSWERS_WITHIN_SECONDS: Final = 0.25
# So long nothing is sent after a failure: a Redis that is away may not slow every move down.
_REST_SECONDS: Final = 5.0


def channel(log_id: UUID) -> str:
    """Return the Redis channel on which a log's new versions are published, as decimal text."""
    return f"taki:log:{log_id}"


# On this one the ids of sessions that were ended are published, and of players all of whose sessions were.
ENDED_SESSIONS: Final = "taki:sessions"


def announce(log_id: UUID, version: int) -> None:
    """Publish that a log has come to this version; does nothing where no Redis is configured or there."""
    _publish(channel(log_id), str(version))


def announce_end(of: UUID) -> None:
    """Publish that a session was ended, or all sessions of a player; as `announce`."""
    _publish(ENDED_SESSIONS, str(of))


def _publish(channel_name: str, message: str) -> None:
    if settings.REDIS_URL:
        _publisher(settings.REDIS_URL).publish(channel_name, message)


class Publisher:
    """Publishes through one Redis, and rests for a while after it could not."""

    def __init__(self, url: str) -> None:
        self._redis = redis.Redis.from_url(
            url,
            socket_timeout=_ANSWERS_WITHIN_SECONDS,
            socket_connect_timeout=_ANSWERS_WITHIN_SECONDS,
            retry=Retry(NoBackoff(), 0),  # by default it tries ten times, and the caller waits
        )
        self._lock = Lock()
        self._rests_until = 0.0

    def publish(self, channel: str, message: str) -> None:
        """Publish a message; a Redis that is away is logged, never raised."""
        if time.monotonic() < self._rests_until:
            return
        try:
            self._redis.publish(channel, message)
        except redis.RedisError as error:
            self._rest(error)

    def _rest(self, error: redis.RedisError) -> None:
        with self._lock:
            if time.monotonic() < self._rests_until:
                return
            self._rests_until = time.monotonic() + _REST_SECONDS
        _log.warning("announcements_rest", seconds=_REST_SECONDS, error=type(error).__qualname__)


@cache
def _publisher(url: str) -> Publisher:
    return Publisher(url)
