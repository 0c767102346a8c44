"""Tasks that leave a trace in a folder, run with the settings of the server, for workers of their own."""

import os
import signal
import time
import uuid
from pathlib import Path
from typing import Any

from celery import Celery, Task
from celery.signals import task_failure

from taki_api import queues

TRACES = "TRACES_OF_TESTS"
# What the server waits 15 minutes for.
VISIBLE_AGAIN_SECONDS = 2

app = Celery("brokers")
app.config_from_object("taki_api.settings", namespace="CELERY")
# Of the broker that the variable names, whichever the settings were read with.
app.conf.broker_transport_options = dict.fromkeys(
    queues.transport_options(str(app.conf.broker_url)), VISIBLE_AGAIN_SECONDS
)
_POLL_SECONDS = 0.02


def leave(label: str) -> None:
    """Leave a trace of this name."""
    (Path(os.environ[TRACES]) / f"{label}.{uuid.uuid4().hex}").write_text(repr(time.time()))


@app.task(name="games.clock.note")
def clock_note(*, label: str, **_later: object) -> None:
    """Leave a trace, in the queue of the clock."""
    leave(label)


@app.task(name="games.bots.note")
def bots_note(*, label: str, **_later: object) -> None:
    """Leave a trace, in the queue of bots."""
    leave(label)


@app.task(name="games.bots.call_note")
def call_note(*, label: str, **_later: object) -> None:
    """Leave a trace, in the queue of who calls bots."""
    leave(label)


@app.task(name="games.bots.doze")
def doze(*, label: str, **_later: object) -> None:
    """Leave a trace after a moment."""
    time.sleep(5 * _POLL_SECONDS)
    leave(label)


@app.task(name="somewhere.else")
def unknown_note(*, label: str, **_later: object) -> None:
    """Leave a trace, in the queue of what nobody thought of."""
    leave(label)


@app.task(name="games.bots.hold")
def hold(*, label: str, **_later: object) -> None:
    """Leave a trace at the beginning, and one at the end, which comes when somebody says so."""
    leave(f"{label}-begun")
    while not (Path(os.environ[TRACES]) / "release").exists():
        time.sleep(_POLL_SECONDS)
    leave(f"{label}-done")


@app.task(name="games.bots.hang", soft_time_limit=1, time_limit=2)
def hang(*, label: str, deaf: bool, **_later: object) -> None:
    """Never end by itself; `deaf` to the soft limit, too."""
    if deaf:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # by which the soft limit asks
    leave(f"{label}-begun")
    time.sleep(60)


@app.task(name="games.bots.die", max_retries=1, default_retry_delay=0)
def die(*, label: str, **_later: object) -> None:
    """Take the process with it."""
    leave(label)
    os.kill(os.getpid(), 9)


@app.task(name="games.bots.fail", bind=True, autoretry_for=(OSError,), retry_backoff=1, retry_jitter=True,
          max_retries=1)  # fmt: skip
def fail(_self: "Task[Any, Any]", /, *, label: str, **_later: object) -> None:
    """Fail each time, by something that may pass."""
    leave(label)
    raise OSError


@task_failure.connect
def failed(sender: "Task[Any, Any]", exception: BaseException, kwargs: Any = None, **_more: object) -> None:
    """Leave a trace of what failed for good."""
    leave(f"{kwargs['label']}-{type(exception).__name__}")
