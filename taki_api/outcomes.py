"""What becomes of every task: counted for Prometheus, and kept for operators where it failed for good."""

import time
from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import structlog
from celery import Task, signals
from django.db import DatabaseError, InterfaceError, close_old_connections
from prometheus_client import Counter, Histogram

from games import failures

_log = structlog.get_logger("taki_api.outcomes")

tasks: Final = Counter("taki_tasks", "Tasks that came to an end", ["task", "outcome"])
task_seconds: Final = Histogram(
    "taki_task_seconds",
    "From the beginning of a task to its end",
    ["task"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 15, 60, 300),
)
_began: Final[dict[str, float]] = {}
_told: Final[deque[str]] = deque(maxlen=100)  # tasks whose failure was told


@signals.task_prerun.connect
def begins(task_id: str, **_more: object) -> None:
    """Note when a task begins."""
    _began[task_id] = time.monotonic()


@signals.task_postrun.connect
def ends(task_id: str, task: "Task[Any, Any]", **_more: object) -> None:
    """Measure how long a task took, however it ended."""
    began = _began.pop(task_id, None)
    if began is not None:
        task_seconds.labels(task.name).observe(time.monotonic() - began)


@signals.task_success.connect
def succeeds(sender: "Task[Any, Any]", **_more: object) -> None:
    """Count a task that did what it should."""
    tasks.labels(sender.name, "succeeded").inc()


@signals.task_retry.connect
def is_retried(sender: "Task[Any, Any]", **_more: object) -> None:
    """Count a task that will be tried again."""
    tasks.labels(sender.name, "retried").inc()


@signals.task_revoked.connect
def is_dropped(sender: "Task[Any, Any]", *, expired: bool, **_more: object) -> None:
    """Count a task that was not run, since it came too late or was called back."""
    tasks.labels(sender.name, "expired" if expired else "revoked").inc()


@signals.task_failure.connect
def fails(
    sender: "Task[Any, Any]",
    exception: BaseException,
    kwargs: Mapping[str, Any] | None = None,
    *,
    task_id: str,
    **_more: object,
) -> None:
    """Count a task that is not tried again, and keep it for operators, but for what the task itself `throws`.

    Called in the worker's main process where the task's own had to be ended; Celery then tells it twice.
    """
    if task_id in _told:
        return
    _told.append(task_id)
    tasks.labels(sender.name, "failed").inc()
    if not isinstance(exception, tuple(sender.throws)):
        queue = (sender.request.delivery_info or {}).get("routing_key", "")
        _keep(sender.name, exception, kwargs, str(queue))


@signals.task_unknown.connect
def is_unknown(name: str, exc: BaseException, **_more: object) -> None:
    """Count a message that asks for a task of another version of the server, and keep what it asked for."""
    tasks.labels("unknown", "failed").inc()
    _keep(name, exc, None, "")


@signals.task_rejected.connect
def is_unreadable(**_more: object) -> None:
    """Count a message that is none of Celery's, or that cannot be decoded."""
    tasks.labels("unknown", "rejected").inc()


def _keep(task: str, error: BaseException, arguments: Mapping[str, Any] | None, queue: str) -> None:
    close_old_connections()  # which may be why the task failed, or were lost since the last one did
    try:
        failures.keep(task, error, arguments=arguments, queue=queue)
    except (DatabaseError, InterfaceError):
        # Most likely why the task failed, too. The log has it all the same.
        _log.error("failure_not_kept", task=task, error=type(error).__qualname__)
