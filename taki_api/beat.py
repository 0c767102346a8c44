"""Sends what is due, and nothing that would only pile up; which tasks there are is in the settings."""

from typing import Any, Final, override

from celery.beat import PersistentScheduler, ScheduleEntry

from taki_api import brokers

MOST_WAITING: Final = 100


class SparingScheduler(PersistentScheduler):
    """Celery's own, but a task that expires is not sent while `MOST_WAITING` messages wait in its queue.

    Nobody takes them there, or everybody has more to do than such a task could add (ADR 55).
    """

    @override
    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send what is due, or leave it out."""
        options = entry.options or {}
        if "expires" not in options or not self._is_crowded(self._queue(entry, options)):
            super().apply_entry(entry, producer=producer)

    def _queue(self, entry: ScheduleEntry, options: dict[str, Any]) -> str:
        name: str = self.app.amqp.router.route(dict(options), entry.task or "")["queue"].name
        return name

    def _is_crowded(self, queue: str) -> bool:
        broker = self.producer.connection
        assert broker is not None  # the producer was made with one
        try:
            return brokers.waiting(broker, queue) >= MOST_WAITING
        except brokers.AWAY:
            return False
        except broker.connection_errors:  # of the broker's own kind
            return False  # sending tells that it is away, and finds it again
