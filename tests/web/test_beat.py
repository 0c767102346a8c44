"""Beat goes on, whatever it cannot find out about a queue."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from amqp.exceptions import NotFound
from celery.beat import ScheduleEntry
from celery.schedules import schedule
from structlog.testing import capture_logs

from taki_api import brokers, queues
from taki_api.beat import SparingScheduler
from taki_api.celery import app

SWEEP = ScheduleEntry(
    "s", "games.sweep", schedule=schedule(timedelta(seconds=1)), app=app, options={"expires": 1}
)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[SparingScheduler]:
    """Beat without its service, before an empty queue."""
    made = SparingScheduler(app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    with made.connection as broker:
        broker.SimpleQueue(queues.TIME).clear()
        yield made
        broker.SimpleQueue(queues.TIME).clear()


def sent(scheduler: SparingScheduler) -> int:
    return brokers.waiting(scheduler.connection, queues.TIME)


@pytest.mark.parametrize("error", [AttributeError(), RuntimeError(), NotFound()])
def test_what_fails_as_it_asks_is_told_and_the_task_is_sent(
    scheduler: SparingScheduler, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(*_: object) -> int:
        raise error

    with monkeypatch.context() as failing, capture_logs() as logs:
        failing.setattr(brokers, "waiting", fails)
        scheduler.apply_entry(SWEEP, producer=scheduler.producer)
    assert [(each["event"], each["task"]) for each in logs] == [("queue_not_counted", "games.sweep")]
    assert sent(scheduler) == 1


def test_a_broker_that_is_away_is_told_by_sending_alone(
    scheduler: SparingScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as failing, capture_logs() as logs:
        failing.setattr(brokers, "waiting", away)
        scheduler.apply_entry(SWEEP, producer=scheduler.producer)
    assert (logs, sent(scheduler)) == ([], 1)


def test_a_connection_that_is_gone_already_does_not_end_beat(
    scheduler: SparingScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    producer = scheduler.producer
    monkeypatch.setitem(vars(scheduler), "producer", None)
    with capture_logs() as logs:
        scheduler.apply_entry(SWEEP, producer=producer)
    assert [each["event"] for each in logs] == ["queue_not_counted"]
    assert sent(scheduler) == 1
