"""Connections to the database are kept from task to task and request to request, or replaced if lost."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from celery import signals
from celery.fixups import django as celery_django
from django.core.signals import request_started
from django.db import close_old_connections, connection

from games.bot_tasks import play_bots
from games.models import FailedTask
from taki_api import celery, kept_connections, outcomes

pytestmark = pytest.mark.django_db(transaction=True)
TASK: Any = play_bots


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """A connection that nobody has asked anything yet."""
    connection.close()
    yield
    connection.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock by which connections are spared, in seconds."""
    now = 1e9

    def set_to(seconds: float) -> None:
        nonlocal now
        now = seconds

    monkeypatch.setattr(kept_connections, "monotonic", lambda: now)
    return set_to


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def lose(pid: int) -> None:
    """End a connection from the database's side, as a restart does."""
    with psycopg.connect(connection.connection.info.dsn, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def begin() -> None:
    signals.task_prerun.send(sender=TASK, task=TASK, task_id="1")


def test_celery_leaves_connections_open() -> None:
    begin()
    of_celery: Any = celery_django
    fixup, before = of_celery.DjangoWorkerFixup(celery.app), backend()
    fixup.on_task_postrun(sender=TASK)
    fixup.on_task_prerun(sender=TASK)
    begin()
    assert backend() == before


def test_a_task_does_not_notice_that_a_connection_was_lost_before_it() -> None:
    begin()
    before = backend()
    lose(before)
    begin()
    assert backend() != before


def test_a_failure_is_kept_though_the_connection_was_lost() -> None:
    begin()
    lose(backend())
    outcomes.fails(TASK, ValueError(), {"version": 9}, task_id="lost")
    assert FailedTask.objects.values_list("task", "error").get() == ("games.bots.play", "ValueError")


def ask() -> None:
    # In this order, as a server has them; the client of tests puts Django's own last.
    request_started.disconnect(close_old_connections)
    close_old_connections()
    request_started.send(sender=None)
    request_started.connect(close_old_connections)


def test_neither_does_a_request_that_comes_a_second_later(clock: Callable[[float], None]) -> None:
    ask()
    before = backend()
    ask()
    lose(before)
    clock(1e9 + 1)
    ask()
    assert backend() != before


def test_a_busy_connection_is_asked_once_a_second(clock: Callable[[float], None]) -> None:
    backend()
    kept: Any = connection
    for seconds, spared in [
        (0.0, False),
        (0.5, True),
        (0.75, True),
        (1.0, False),
        (1.5, True),
    ]:
        clock(2e9 + seconds)
        ask()
        assert kept.health_check_done is spared, seconds
        backend()
