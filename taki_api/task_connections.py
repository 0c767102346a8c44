"""Connections to the database that outlive a task, as those of the web outlive a request (ADR 63)."""

from celery import signals
from django.db import close_old_connections, connections

signals.task_prerun.connect(close_old_connections)


def keep() -> None:
    """Have this process and those that it forks keep what answers, and ask it once before each task.

    So a task does not notice a database that was away in between. `CELERY_DB_REUSE_MAX` holds Celery back.
    """
    for connection in connections.all():
        connection.settings_dict["CONN_HEALTH_CHECKS"] = True
