"""Connections to the database that outlive requests and tasks, and are asked first if they live (ADR 63).

Django asks, by `CONN_HEALTH_CHECKS`; here stands when it need not, and that tasks begin as requests do.
"""

from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from celery import signals
from django.core.signals import request_started
from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.dispatch import receiver

# A database that was started anew was away for longer, but for who asks it all the time and saw it go.
_STILL_THERE_SECONDS: Final = 1.0
_asked_at: Final[WeakKeyDictionary[BaseDatabaseWrapper, float]] = WeakKeyDictionary()

signals.task_prerun.connect(close_old_connections)


@receiver(request_started)
def spare_the_busy(**_more: object) -> None:
    """Have a connection asked once a second at most, so that busy ones hardly notice."""
    now = monotonic()
    connection: Any
    for connection in connections.all(initialized_only=True):
        if now - _asked_at.get(connection, -_STILL_THERE_SECONDS) < _STILL_THERE_SECONDS:
            connection.health_check_done = True
        else:
            _asked_at[connection] = now
