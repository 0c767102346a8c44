"""How a worker takes messages: Celery's own way, but for what it does as its broker goes and comes back."""

from functools import partial
from typing import Any, Final, override
from warnings import catch_warnings, simplefilter

from celery.exceptions import CPendingDeprecationWarning
from celery.worker.consumer import Consumer
from kombu import Connection

MOST_SECONDS: Final = 5
"""The longest pause between two tries to reach the broker, after which clocks and bots go on."""


def tries_often(broker: Connection) -> Connection:
    """Have a connection that waits for its broker pause for no more than `MOST_SECONDS` between two tries.

    Kombu's pauses grow to 30 seconds, and Celery has no setting for them.
    """
    own: Any = broker
    own.ensure_connection = partial(broker.ensure_connection, interval_max=MOST_SECONDS)
    return broker


class PersistentConsumer(Consumer):
    """Celery's own, which notices sooner that its broker is back, and is there to notice it."""

    @override
    def ensure_connected(self, conn: Connection) -> Connection:
        """Return a connection once the broker answers."""
        connected: Connection = super().ensure_connected(tries_often(conn))
        return connected

    @override
    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Leave a connection that was lost, of which tasks that are at work still hold channels.

        Celery has kombu forget whose the channels are before it closes them, and before those tasks are
        acknowledged: to Redis, both then ended the worker with all that it was doing.
        """
        lost: Any = self.connection
        transport, close = lost.transport, lost.close

        def close_as_its_own() -> None:
            transport.client = lost
            close()

        lost.close = close_as_its_own
        with catch_warnings():
            # Of a default that Celery 6 is going to change: tasks would be ended, which we do not want.
            simplefilter("ignore", CPendingDeprecationWarning)
            super().on_connection_error_after_connected(exc)
