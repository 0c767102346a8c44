"""Sends what is due, and nothing that would only pile up; which tasks there are is in the settings."""

from functools import cached_property
from typing import Any, Final, override

import structlog
from celery.beat import PersistentScheduler, ScheduleEntry
from kombu import Connection

from taki_api import brokers
from taki_api.consuming import tries_often

MOST_WAITING: Final = 100
_log = structlog.get_logger("taki_api.beat")


class SparingScheduler(PersistentScheduler):
    """Celery's own, but a task that expires is not sent while `MOST_WAITING` messages wait in its queue.

    Nobody takes them there, or everybody has more to do than such a task could add (ADR 55).
    """

    @cached_property
    @override
    def connection(self) -> Connection:
        """The broker, waited for as workers do where it is away as beat starts."""
        return tries_often(super().connection)

    @override
    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send what is due, or leave it out."""
        if not self._is_crowded(entry):
            super().apply_entry(entry, producer=producer)

    def _is_crowded(self, entry: ScheduleEntry) -> bool:
        options = entry.options or {}
        if "expires" not in options:
            return False
        try:
            return brokers.waiting(self._broker(), self._queue(entry, options)) >= MOST_WAITING
        except brokers.AWAY:
            return False  # sending tells that it is away, and finds it again
        except Exception:
            # Beat outlives whatever fails as it sends, and must not end by what it asks before.
            _log.error("queue_not_counted", task=entry.task, exc_info=True)
            return False

    def _broker(self) -> Connection:
        broker = self.producer.connection
        assert broker is not None  # the producer was made with one
        return broker

    def _queue(self, entry: ScheduleEntry, options: dict[str, Any]) -> str:
        name: str = self.app.amqp.router.route(dict(options), entry.task or "")["queue"].name
        return name
