"""The broker asked from outside a worker: whether it answers and how much waits in it, without long waits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import kombu.exceptions
import structlog
from kombu import Connection

from taki_api.celery import app

AWAY: Final = (kombu.exceptions.OperationalError, OSError)
"""What is raised where the broker does not answer."""
_SECONDS: Final = 1
_log = structlog.get_logger("taki_api.brokers")


@contextmanager
def reached() -> Iterator[Connection]:
    """Connect to the broker while the block runs.

    :raises OSError: or another of `AWAY`, where it does not answer within about a second.
    """
    with app.connection_for_write(connect_timeout=_SECONDS, transport_options=_timeouts()) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=_SECONDS)
        yield broker


def answer[Answer](ask: Callable[[Connection], Answer]) -> Answer | None:
    """Return what the broker answers, None where it is away; whatever fails otherwise counts as that, too."""
    try:
        with reached() as broker:
            return ask(broker)
    except AWAY:
        return None
    except Exception:
        # Of another kind with each transport; the formatter keeps messages out of the log.
        _log.error("broker_not_asked", exc_info=True)
        return None


def waiting(broker: Connection, queue: str) -> int:
    """Return how many messages wait in a queue; none in one that nobody has used yet.

    :raises OSError: or another of `AWAY`, where the broker does not answer.
    """
    channel: Any
    away: Any = broker.connection_errors  # each transport has its own
    try:
        with broker.channel() as channel:  # a broker closes it where there is no such queue
            try:
                return int(channel.queue_declare(queue=queue, passive=True).message_count)
            except broker.channel_errors:
                return 0
    except away as error:
        raise kombu.exceptions.OperationalError from error


def _timeouts() -> dict[str, int]:
    # A broker that accepts and never answers must not hold a thread: each transport has its own words.
    is_amqp = urlsplit(app.conf.broker_url or "").scheme.startswith("amqp")
    names = ("read_timeout", "write_timeout") if is_amqp else ("socket_timeout",)
    return dict.fromkeys(names, _SECONDS)
