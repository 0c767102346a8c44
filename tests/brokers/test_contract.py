"""What the server asks of its broker, and what every broker gives: one contract, each the real thing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import kombu.pools
import pytest
from celery.beat import ScheduleEntry
from celery.schedules import schedule

from taki_api import beat, brokers, queues
from taki_api.local.migrations import ROOT
from tests.brokers import tasks
from tests.brokers.servers import Server, server
from tests.local.waiting import wait_for

HOURLY = schedule(3600)
type Workers = Callable[..., "Worker"]


@pytest.fixture(scope="module", params=["valkey", "redis", "rabbitmq"])
def broker(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A broker that runs."""
    running = server(request.param, tmp_path_factory.mktemp(request.param))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CELERY_BROKER_URL", running.url)
        tasks.app.conf.broker_transport_options = queues.transport_options(running.url)
        forget_connections()
        try:
            running.start()
            yield running
        finally:
            forget_connections()
            running.close()


@pytest.fixture
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tasks leave their traces."""
    monkeypatch.setenv(tasks.TRACES, str(tmp_path))
    return tmp_path


def forget_connections() -> None:
    """Have this process connect anew, wherever the variable then leads."""
    kombu.pools.reset()
    app: Any = tasks.app
    app._after_fork()


class Worker:
    """A worker of some queues; `die` ends it and all its processes as a power cut would."""

    def __init__(self, log: Path, *served: str) -> None:
        self.log = log
        self.node = f"{log.stem}@test"
        node = ("--hostname", self.node, "--queues", ",".join(served))
        quiet = ("--without-gossip", "--without-mingle", "--loglevel", "WARNING")
        command = (
            sys.executable,
            "-P",
            "-m",
            "celery",
            "--app",
            "tests.brokers.tasks",
            "worker",
            *node,
            *quiet,
        )
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                command, env=os.environ | {"PYTHONPATH": str(ROOT)}, cwd=ROOT, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    def die(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


@pytest.fixture
def worker(broker: Server, traces: Path) -> Iterator[Workers]:
    """Starts workers and waits until they answer; leaves nothing in the broker afterwards."""
    started: list[Worker] = []

    def start(*served: str) -> Worker:
        started.append(Worker(traces / f"worker{len(started)}.log", *served))
        node = started[-1].node
        wait_for(lambda: bool(tasks.app.control.inspect([node], timeout=0.5).ping()))
        return started[-1]

    yield start
    for each in started:
        each.die()
        print(each.log.read_text())  # is seen where the test fails
    broker.empty()
    forget_connections()


@pytest.fixture
def left(traces: Path) -> Callable[[str], int]:
    """Says how many traces of a name there are."""
    return lambda label: len([*traces.glob(f"{label}.*")])


type Left = Callable[[str], int]


@pytest.fixture
def times(traces: Path) -> Callable[[str], list[float]]:
    """Says when the traces of a name were left, in seconds, the first one first."""
    return lambda label: sorted(float(file.read_text()) for file in traces.glob(f"{label}.*"))


type Times = Callable[[str], list[float]]


def test_a_task_runs_once_and_bears_with_keywords_of_a_later_version(worker: Workers, left: Left) -> None:
    worker(queues.TIME)
    tasks.clock_note.delay(label="first", later=1)
    tasks.clock_note.delay(label="second")
    wait_for(lambda: left("second") == 1)
    wait_for(lambda: left("first") == 1)


def test_work_in_one_queue_does_not_hold_up_another(worker: Workers, left: Left, traces: Path) -> None:
    worker(queues.TIME)
    worker(*queues.OTHERS)
    for number in range(6):
        tasks.hold.delay(label=f"bot{number}")
    wait_for(lambda: sum(left(f"bot{number}-begun") for number in range(6)) == 2)
    tasks.clock_note.delay(label="clock")
    wait_for(lambda: left("clock") == 1)
    assert sum(left(f"bot{number}-done") for number in range(6)) == 0
    (traces / "release").touch()
    wait_for(lambda: sum(left(f"bot{number}-done") for number in range(6)) == 6)


def test_who_calls_bots_does_not_wait_behind_those_that_were_called(
    worker: Workers, left: Left, times: Times
) -> None:
    for _ in range(40):
        tasks.doze.delay(label="called")
    tasks.call_note.delay(label="call")
    worker(queues.CALLS, queues.BOTS)
    wait_for(lambda: left("call") == 1 and left("called") == 40)
    (call,) = times("call")
    assert call < times("called")[20]


def test_a_task_that_nobody_thought_of_is_done_too(worker: Workers, left: Left) -> None:
    worker(*queues.OTHERS)
    tasks.unknown_note.delay(label="unknown")
    wait_for(lambda: left("unknown") == 1)


def test_the_task_of_a_worker_that_was_killed_comes_again(worker: Workers, left: Left, traces: Path) -> None:
    first = worker(queues.BOTS)
    tasks.hold.delay(label="held")
    wait_for(lambda: left("held-begun") == 1)
    first.die()
    worker(queues.BOTS)
    wait_for(lambda: left("held-begun") == 2)
    (traces / "release").touch()
    wait_for(lambda: left("held-done") >= 1)


def test_what_has_expired_is_not_done(worker: Workers, left: Left) -> None:
    tasks.clock_note.apply_async(kwargs={"label": "late"}, expires=-1)
    tasks.clock_note.delay(label="due")
    worker(queues.TIME)
    wait_for(lambda: left("due") == 1)
    tasks.clock_note.delay(label="after")
    wait_for(lambda: left("after") == 1)
    assert left("late") == 0


def test_what_expires_does_not_pile_up_while_nobody_takes_it(
    worker: Workers, left: Left, traces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beat, "MOST_WAITING", 5)
    app = tasks.app
    sweep = ScheduleEntry("s", "games.clock.note", app=app, schedule=HOURLY, kwargs={"label": "sweep"})
    sweep.options = {"expires": 300}
    nightly = ScheduleEntry("n", "games.bots.note", app=app, schedule=HOURLY, kwargs={"label": "nightly"})
    scheduler = beat.SparingScheduler(app, schedule_filename=str(traces / "schedule"), lazy=True)
    with scheduler.connection as connection:
        for _ in range(9):
            scheduler.apply_entry(sweep, producer=scheduler.producer)
            scheduler.apply_entry(nightly, producer=scheduler.producer)
        assert [brokers.waiting(connection, queue) for queue in (queues.TIME, queues.BOTS)] == [5, 9]
        worker(queues.TIME, queues.BOTS)
        wait_for(lambda: (left("nightly"), left("sweep")) == (9, 5))
        scheduler.apply_entry(sweep, producer=scheduler.producer)
        wait_for(lambda: left("sweep") == 6)


def test_a_countdown_is_waited_for_by_more_than_a_worker_has_processes(
    worker: Workers, left: Left, times: Times
) -> None:
    worker(queues.BOTS)
    sent = time.time()
    for _ in range(6):
        tasks.bots_note.apply_async(kwargs={"label": "later"}, countdown=2)
    tasks.bots_note.delay(label="now")
    wait_for(lambda: left("now") == 1 and left("later") == 6)
    assert times("later")[0] - sent >= 2


@pytest.mark.parametrize("hours", [0, -5, 9])
def test_a_date_is_waited_for_in_whichever_zone_it_is_told(
    worker: Workers, left: Left, times: Times, hours: int
) -> None:
    worker(queues.BOTS)
    due = datetime.now(timezone(timedelta(hours=hours))) + timedelta(seconds=2)
    tasks.bots_note.apply_async(kwargs={"label": "later"}, eta=due)
    tasks.bots_note.apply_async(kwargs={"label": "past"}, eta=due - timedelta(days=1))
    wait_for(lambda: left("past") == 1 and left("later") == 1)
    assert times("past") < times("later")
    assert times("later") >= [due.timestamp()]


def test_a_date_outlives_the_worker_that_waits_for_it(worker: Workers, left: Left, times: Times) -> None:
    first = worker(queues.BOTS)
    due = datetime.now(UTC) + timedelta(seconds=8)
    tasks.bots_note.apply_async(kwargs={"label": "later"}, eta=due)
    wait_for(
        lambda: bool((tasks.app.control.inspect([first.node], timeout=0.5).scheduled() or {})[first.node])
    )
    first.die()
    worker(queues.BOTS)
    wait_for(lambda: left("later") == 1)
    assert times("later") >= [due.timestamp()]


def test_workers_can_be_asked(worker: Workers, left: Left, traces: Path) -> None:
    node = worker(queues.BOTS, queues.UPKEEP).node
    tasks.hold.delay(label="held")
    wait_for(lambda: left("held-begun") == 1)
    asked = tasks.app.control.inspect([node], timeout=2)
    served = asked.active_queues() or {}
    assert sorted(queue["name"] for queue in served[node]) == sorted([queues.BOTS, queues.UPKEEP])
    assert [task["name"] for task in (asked.active() or {})[node]] == ["games.bots.hold"]
    assert "games.bots.note" in (asked.registered() or {})[node]
    (traces / "release").touch()
    wait_for(lambda: left("held-done") == 1)


def test_a_task_that_hangs_is_asked_to_end_and_then_made_to(worker: Workers, left: Left) -> None:
    worker(queues.BOTS)
    tasks.hang.delay(label="polite", deaf=False)
    wait_for(lambda: left("polite-SoftTimeLimitExceeded") == 1)
    tasks.hang.delay(label="deaf", deaf=True)
    wait_for(lambda: left("deaf-TimeLimitExceeded") >= 1)  # Celery tells it twice
    tasks.bots_note.delay(label="after")
    wait_for(lambda: left("after") == 1)


def test_a_task_that_kills_its_process_is_tried_again_but_not_for_ever(worker: Workers, left: Left) -> None:
    worker(queues.BOTS)
    tasks.die.delay(label="deadly")
    wait_for(lambda: left("deadly-WorkerLostError") == 1)
    assert left("deadly") == 2


def test_what_may_pass_is_tried_again_and_then_failed_for_good(worker: Workers, left: Left) -> None:
    worker(queues.BOTS)
    tasks.fail.delay(label="unlucky")
    wait_for(lambda: left("unlucky-OSError") == 1)
    assert left("unlucky") == 2


def test_a_worker_goes_on_when_its_broker_comes_back(worker: Workers, left: Left, broker: Server) -> None:
    worker(queues.TIME)
    tasks.clock_note.delay(label="before")
    wait_for(lambda: left("before") == 1)
    broker.stop()
    forget_connections()
    broker.start()
    tasks.clock_note.delay(label="after")
    wait_for(lambda: left("after") == 1)


def test_so_it_does_where_it_was_at_work_as_the_broker_went(
    worker: Workers, left: Left, traces: Path, broker: Server
) -> None:
    at_work = worker(queues.BOTS)
    tasks.hold.delay(label="held")
    wait_for(lambda: left("held-begun") == 1)
    broker.stop()
    forget_connections()
    broker.start()
    (traces / "release").touch()
    wait_for(lambda: left("held-done") == 1)
    tasks.bots_note.delay(label="after")
    wait_for(lambda: left("after") == 1)
    assert at_work.lives


def test_one_that_went_away_is_told_as_such_to_who_counts(broker: Server) -> None:
    with tasks.app.connection_for_write() as connection:
        assert brokers.waiting(connection, queues.TIME) == 0
        broker.stop()
        with pytest.raises(brokers.AWAY):
            brokers.waiting(connection, queues.TIME)
        broker.start()
    forget_connections()
