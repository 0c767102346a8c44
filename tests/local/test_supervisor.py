"""The supervisor, with real processes that do nothing."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from taki_api.local import leftovers
from taki_api.local import supervisor as supervising
from taki_api.local.folder import DataFolder
from taki_api.local.processes import LOG_CAP_BYTES, Part, launch
from taki_api.local.signals import Signals, StopRequested
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable
from tests.local.waiting import wait_for

SHELL = shutil.which("sh") or "sh"
SLEEP = "sleep 600 & wait"


def part(folder: DataFolder, name: str, script: str, **options: object) -> Part:
    environment = {"PATH": os.environ["PATH"]}
    return Part(name, (SHELL, "-c", script), environment, folder.path, **options)  # type: ignore[arg-type]


def pid_of(folder: DataFolder, name: str) -> int | None:
    return leftovers.recorded(folder.run / f"{name}.pid")


def test_a_killed_part_comes_back(
    folder: DataFolder, supervisor: Supervisor, capsys: pytest.CaptureFixture[str]
) -> None:
    supervisor.start(part(folder, "sleeper", SLEEP))
    first = pid_of(folder, "sleeper")
    assert first

    os.kill(first, signal.SIGKILL)
    supervisor.keep(until=lambda: pid_of(folder, "sleeper") not in (None, first))

    assert capsys.readouterr().err == (
        f"taki: sleeper ended (signal 9), starting it again in 0.1 s; its log is {folder.log}/sleeper.log\n"
    )


def test_a_part_that_dies_again_and_again_waits_longer_each_time(
    folder: DataFolder, supervisor: Supervisor, capsys: pytest.CaptureFixture[str]
) -> None:
    starts = folder.path / "starts"
    supervisor.start(part(folder, "failing", f"echo >> {starts}; exit 3"))

    supervisor.keep(until=lambda: starts.exists() and len(starts.read_text()) == 4)

    told = capsys.readouterr().err.splitlines()
    assert [line.split(";")[0] for line in told[:3]] == [
        f"taki: failing ended (exit code 3), starting it again in {delay} s" for delay in (0.1, 0.2, 0.4)
    ]


def test_no_part_waits_longer_than_it_may_and_one_that_ran_long_is_forgiven(
    folder: DataFolder,
    supervisor: Supervisor,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(supervising, "LONGEST_DELAY_SECONDS", 0.2)
    starts = folder.path / "starts"
    supervisor.start(part(folder, "failing", f"echo >> {starts}; exit 0"))

    supervisor.keep(until=lambda: starts.exists() and len(starts.read_text()) == 4)
    monkeypatch.setattr(supervising, "STEADY_SECONDS", 0)
    supervisor.keep(until=lambda: len(starts.read_text()) == 6)

    told = [line.split(";")[0] for line in capsys.readouterr().err.splitlines()]
    assert [*told[:3], told[-1]] == [
        f"taki: failing ended (exit code 0), starting it again in {delay} s" for delay in (0.1, 0.2, 0.2, 0.1)
    ]


def test_each_part_that_dies_comes_back_while_another_waits(
    folder: DataFolder, supervisor: Supervisor, capsys: pytest.CaptureFixture[str]
) -> None:
    supervisor.start(part(folder, "failing", "exit 3"))
    supervisor.start(part(folder, "sleeper", SLEEP))
    first = pid_of(folder, "sleeper")
    assert first
    supervisor.keep(until=lambda: "starting it again in 0.4 s" in capsys.readouterr().err)

    os.kill(first, signal.SIGKILL)
    supervisor.keep(until=lambda: pid_of(folder, "sleeper") not in (None, first))


def test_what_a_dead_part_had_started_dies_with_it(folder: DataFolder, supervisor: Supervisor) -> None:
    child = folder.path / "child"
    supervisor.start(
        part(folder, "parent", f"sleep 600 & echo $! > {child}.new; mv {child}.new {child}; wait")
    )
    wait_for(child.exists)
    pid, parent = int(child.read_text()), pid_of(folder, "parent")
    assert parent

    os.kill(parent, signal.SIGKILL)
    supervisor.keep(until=lambda: pid_of(folder, "parent") not in (None, parent))

    wait_for(lambda: leftovers.birth(pid) is None)


def test_parts_end_in_the_order_in_which_they_lean_on_each_other(
    folder: DataFolder, supervisor: Supervisor
) -> None:
    order = folder.path / "order"
    for name, first in (("database", False), ("web", True), ("worker", False)):
        script = f"trap 'echo {name} >> {order}; exit 0' TERM; echo > {name}.up; {SLEEP}"
        supervisor.start(part(folder, name, script, ends_first=first))
        wait_for((folder.path / f"{name}.up").exists)

    supervisor.close()

    assert order.read_text().split() == ["web", "worker", "database"]
    assert list(folder.run.glob("*.pid")) == []


def test_a_part_that_does_not_listen_is_killed(
    folder: DataFolder, supervisor: Supervisor, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "trap '' TERM; echo > deaf.up; while :; do sleep 600; done"
    supervisor.start(part(folder, "deaf", script, stop_seconds=0.05))
    wait_for((folder.path / "deaf.up").exists)

    supervisor.close()

    assert capsys.readouterr().err == "taki: deaf had to be killed\n"
    assert pid_of(folder, "deaf") is None


def test_a_step_that_fails_shows_what_it_said_last(folder: DataFolder, supervisor: Supervisor) -> None:
    (folder.log / "step.log").write_text("from an earlier day\n")

    with pytest.raises(Unusable) as failed:
        supervisor.run(part(folder, "step", "echo all went well; echo not this >&2; exit 3"))

    assert str(failed.value) == f"step failed (exit code 3): its log is {folder.log}/step.log."
    assert failed.value.details == "all went well\nnot this"


def test_waiting_for_a_part_ends_when_it_dies(folder: DataFolder, supervisor: Supervisor) -> None:
    supervisor.start(part(folder, "dying", "echo no memory; exit 1"))

    with pytest.raises(Unusable) as failed:
        supervisor.wait_for(lambda: False, what="Dying", seconds=600)

    assert str(failed.value) == (
        f"dying stopped while it was starting (exit code 1): its log is {folder.log}/dying.log."
    )
    assert failed.value.details == "no memory"


def test_waiting_ends_after_its_time(folder: DataFolder, supervisor: Supervisor) -> None:
    with pytest.raises(Unusable) as failed:
        supervisor.wait_for(lambda: False, what="Nothing", seconds=0)

    assert str(failed.value) == (
        f"Nothing did not answer within 0 seconds: look into the files in {folder.log}."
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_signal_shows_where_the_supervisor_waits(
    supervisor: Supervisor, number: signal.Signals
) -> None:
    os.kill(os.getpid(), number)

    with pytest.raises(StopRequested):
        supervisor.keep()


def test_a_program_that_cannot_be_started_is_named(folder: DataFolder, supervisor: Supervisor) -> None:
    nowhere = Part("nowhere", (str(folder.path / "nothing"),), {}, folder.path)

    with pytest.raises(Unusable) as failed:
        supervisor.run(nowhere)

    assert failed.value.details == (
        f"{folder.path}/nothing cannot be started: [Errno 2] No such file or directory"
    )


def test_a_long_log_is_put_aside_at_the_next_start(folder: DataFolder, supervisor: Supervisor) -> None:
    log = folder.log / "talker.log"
    log.write_bytes(b"x" * (LOG_CAP_BYTES + 1))

    supervisor.run(part(folder, "talker", "echo anew"))

    assert log.read_text() == "anew\n"
    assert (folder.log / "talker.log.1").stat().st_size == LOG_CAP_BYTES + 1


SUPERVISOR_TO_KILL = """
import os, pathlib, sys
from taki_api.local.folder import DataFolder
from taki_api.local.processes import Part
from taki_api.local.signals import Signals
from taki_api.local.supervisor import Supervisor
folder = DataFolder.open(pathlib.Path(sys.argv[1]))
with Signals() as signals:
    supervisor = Supervisor(folder, signals)
    environment = {"PATH": os.environ["PATH"]}
    supervisor.start(Part("orphan", (sys.argv[2], "-c", sys.argv[3]), environment, folder.path))
    print("up", flush=True)
    supervisor.keep()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")
def test_children_end_with_a_killed_supervisor(folder: DataFolder) -> None:
    command = [sys.executable, "-c", SUPERVISOR_TO_KILL, str(folder.path), SHELL, SLEEP]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout
        assert killed.stdout.readline() == "up\n"
        pid = pid_of(folder, "orphan")
        assert pid

        killed.kill()

        wait_for(lambda: leftovers.birth(pid) is None)


def test_what_an_earlier_supervisor_left_is_found_and_ended(folder: DataFolder, signals: Signals) -> None:
    left = launch(part(folder, "left", SLEEP), folder)

    leftovers.end_recorded(left.record, stop_signal=signal.SIGTERM, seconds=60)

    assert left.process.wait() == -signal.SIGTERM
    assert not left.record.exists()


def test_a_process_that_got_an_old_id_is_left_alone(tmp_path: Path) -> None:
    record = tmp_path / "web.pid"
    record.write_text(f"{os.getpid()} born on another day\n")

    leftovers.end_recorded(record, stop_signal=signal.SIGKILL, seconds=0)

    assert not record.exists()


def test_a_step_that_must_be_mended_first_says_how_itself(folder: DataFolder, supervisor: Supervisor) -> None:
    script = f"echo first >&2; echo Mend it. >&2; exit {os.EX_CONFIG}"

    with pytest.raises(Unusable) as refused:
        supervisor.run(part(folder, "preparation", script))

    assert (str(refused.value), refused.value.details) == ("Mend it.", "first")
