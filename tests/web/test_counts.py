"""Counts of several processes are added up, also of those that are gone, whose files do not stay for ever."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.parser import text_string_to_metric_families

from taki_api import celery, measuring
from tests.deploy.production import KEY, ROOT, python

pytestmark = pytest.mark.django_db

COUNTS = """
import sys, django
django.setup()
from taki_api import outcomes
outcomes.tasks.labels("games.sweep", "succeeded").inc(int(sys.argv[1]))
outcomes.task_seconds.labels("games.sweep").observe(1)
"""
COUNTS_AND_LIVES = f"""{COUNTS}
for line in sys.stdin:
    outcomes.tasks.labels("games.sweep", "succeeded").inc(int(line))
    print("counted", flush=True)
"""


def count(folder: Path, number: int) -> None:
    """Have a process count to a number and end."""
    done = python("-c", COUNTS, str(number), TAKI_SECRET_KEY=KEY, TAKI_METRICS_FOLDER=str(folder))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def living(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has counted to 3, and goes on counting what it is told."""
    variables = {"TAKI_SECRET_KEY": KEY, "TAKI_METRICS_FOLDER": str(tmp_path), "PYTHONPATH": str(ROOT)}
    environment = os.environ | variables | {"DJANGO_SETTINGS_MODULE": "taki_api.settings"}
    command = [sys.executable, "-c", COUNTS_AND_LIVES, "3"]
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        tell(process, 0)
        yield process
        process.kill()


def tell(process: subprocess.Popen[str], number: int) -> None:
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{number}\n")
    process.stdin.flush()
    assert process.stdout.readline() == "counted\n"


@pytest.fixture
def counted(client: Client, settings: Any, tmp_path: Path) -> Callable[[], tuple[float, float]]:
    """Reads the tasks that were counted, and the seconds, as Prometheus does."""
    settings.METRICS_FOLDER = str(tmp_path)

    def read() -> tuple[float, float]:
        text = client.get("/metrics").content.decode()
        values = {
            sample.name: sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
        return values["taki_tasks_total"], values["taki_task_seconds_count"]

    return read


def names(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.glob("*/*.db"))


type Counted = Callable[[], tuple[float, float]]


def test_what_processes_counted_that_are_gone_is_kept_in_one_file_of_a_kind(
    tmp_path: Path, counted: Counted
) -> None:
    for number in (3, 4, 5):
        count(tmp_path, number)
    assert counted() == (12, 3)
    for _ in range(2):
        measuring.add_up_the_gone(str(tmp_path))
        assert names(tmp_path) == [".gone/counter_gone.db", ".gone/histogram_gone.db"]
        assert counted() == (12, 3)


def test_each_process_that_begins_takes_over_from_those_that_are_gone(
    tmp_path: Path, counted: Counted
) -> None:
    for number in (3, 4, 5):
        count(tmp_path, number)
    own = [name for name in names(tmp_path) if not name.startswith(".gone/")]
    assert len({Path(name).stem.rpartition("_")[2] for name in own}) == 1
    assert counted() == (12, 3)


def test_a_process_that_takes_the_place_of_a_worker_s_takes_over_from_the_gone(
    tmp_path: Path, counted: Counted
) -> None:
    count(tmp_path, 3)
    celery.take_over_counts()
    assert names(tmp_path) == [".gone/counter_gone.db", ".gone/histogram_gone.db"]
    assert counted() == (3, 1)


def test_who_lives_goes_on_counting(tmp_path: Path, counted: Counted, living: subprocess.Popen[str]) -> None:
    count(tmp_path, 4)
    before = names(tmp_path)
    measuring.add_up_the_gone(str(tmp_path))
    assert [name for name in before if f"_{living.pid}." in name] == [
        name for name in names(tmp_path) if not name.startswith(".gone/")
    ]
    tell(living, 10)
    assert counted() == (17, 2)
    living.kill()
    living.wait()
    measuring.add_up_the_gone(str(tmp_path))
    assert (counted(), len(names(tmp_path))) == ((17, 2), 2)


def test_a_host_is_left_when_its_last_process_is_gone(
    tmp_path: Path, counted: Counted, living: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids of processes say nothing there: a container has its own."""
    there = tmp_path / socket.gethostname()
    count(tmp_path, 4)
    monkeypatch.setattr(socket, "gethostname", lambda: "another")
    before = names(tmp_path)
    measuring.add_up_the_gone(str(tmp_path))
    assert (names(tmp_path), counted()) == (before, (7, 2))
    living.send_signal(signal.SIGKILL)
    living.wait()
    measuring.add_up_the_gone(str(tmp_path))
    assert (there.exists(), counted()) == (False, (7, 2))


def test_nobody_adds_up_while_somebody_reads(tmp_path: Path) -> None:
    count(tmp_path, 4)
    with measuring.files(str(tmp_path)) as read:
        before = names(tmp_path)
        measuring.add_up_the_gone(str(tmp_path))
        assert names(tmp_path) == before
        assert read == [str(tmp_path / name) for name in before]
    measuring.add_up_the_gone(str(tmp_path))
    assert names(tmp_path) == [".gone/counter_gone.db", ".gone/histogram_gone.db"]


def test_gauges_of_the_living_go_with_their_process_and_others_stay(tmp_path: Path) -> None:
    own, dead = tmp_path / socket.gethostname(), 2**22  # no process has so high an id
    own.mkdir()
    for name in (f"gauge_livesum_{dead}", f"gauge_max_{dead}", f"gauge_livesum_{os.getpid()}"):
        kept: Any = MmapedDict
        written = kept(str(own / f"{name}.db"))
        written.write_value('["g", "g", {}, "g"]', 1.0, 1.0)
        written.close()
    measuring.add_up_the_gone(str(tmp_path))
    assert sorted(file.stem for file in own.iterdir()) == [
        f"gauge_livesum_{os.getpid()}",
        f"gauge_max_{dead}",
    ]


def test_a_process_that_was_killed_as_it_began_to_count_hides_nothing(
    tmp_path: Path, counted: Counted
) -> None:
    count(tmp_path, 4)
    (tmp_path / socket.gethostname() / "counter_1.db").touch()
    assert counted() == (4, 1)


def test_each_host_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {})
    for host in ("web-1", "live-1"):
        monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
        measuring.share(str(tmp_path))
    assert os.environ == {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "live-1")}
    for host in ("web-1", "live-1"):
        with (tmp_path / host / ".alive").open() as alive, pytest.raises(BlockingIOError):
            fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
