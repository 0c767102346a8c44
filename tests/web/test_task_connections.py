"""A worker's connections to the database are kept from task to task, and replaced where they are lost."""

from typing import Any

import psycopg
import pytest
from celery import signals
from celery.fixups import django as celery_django
from django.db import connection

from games.bot_tasks import play_bots
from games.models import FailedTask
from taki_api import celery, outcomes

pytestmark = pytest.mark.django_db(transaction=True)
TASK: Any = play_bots


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process as a worker's."""
    monkeypatch.setitem(connection.settings_dict, "CONN_HEALTH_CHECKS", False)
    connection.close()
    celery.keep_connections()


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
