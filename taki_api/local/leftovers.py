"""Finding and ending processes that an earlier supervisor left behind; it starts nothing."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

_POLL_SECONDS = 0.02


def birth(pid: int) -> str | None:
    """When the process began, in the machine's own words; None when it does not live.

    Together with the id it names one process for good, since ids are given again.
    """
    if can_look_inside():
        try:
            # The name stands in parentheses and may hold anything, the state comes right after it.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return None if fields[0] in "ZX" else fields[19]
    state, _, began = _ps(pid, "stat=,lstart=").partition(" ")
    return began.strip() if began and not state.startswith("Z") else None


def record(file: Path, pid: int) -> None:
    """Writes down that this process belongs to us."""
    file.write_text(f"{pid} {birth(pid)}\n")


def recorded(file: Path) -> int | None:
    """The process written down, if it still lives."""
    try:
        pid, _, began = file.read_text().strip().partition(" ")
    except OSError:
        return None
    return int(pid) if pid.isdecimal() and birth(int(pid)) == began else None


def end_recorded(file: Path, *, stop_signal: signal.Signals, seconds: float) -> None:
    """Ends the process written down and its whole group: asked first, killed after `seconds`."""
    pid = recorded(file)
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, stop_signal)
        wait_until(lambda: birth(pid) is None, seconds=seconds)
        kill_group(pid)
        wait_until(lambda: birth(pid) is None, seconds=seconds)
    file.unlink(missing_ok=True)


def kill_group(leader: int) -> None:
    """Kills what is left of a process group, its leader included."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def can_look_inside() -> bool:
    """Whether this machine tells where its processes stand."""
    return Path("/proc/self/cwd").exists()


def end_processes_inside(directory: Path, program: str, *, seconds: float) -> bool:
    """Kills each process of a program that stands in this directory; says whether all are gone."""
    for pid in _processes_inside(directory, program):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return wait_until(lambda: not any(_processes_inside(directory, program)), seconds=seconds)


def _processes_inside(directory: Path, program: str) -> Iterator[int]:
    place = directory.resolve()
    for entry in Path("/proc").glob("[0-9]*"):
        # One that ended meanwhile, or that is somebody else's.
        with suppress(OSError):
            if (entry / "cwd").readlink() == place and name(int(entry.name)) == program:
                yield int(entry.name)


def name(pid: int) -> str | None:
    """The name of a living process's program."""
    if birth(pid) is None:
        return None
    if can_look_inside():
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return Path(_ps(pid, "comm=")).name


def _ps(pid: int, columns: str) -> str:
    done = subprocess.run(  # noqa: S603 - a number is all that varies
        ["/bin/ps", "-o", columns, "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def wait_until(condition: Callable[[], bool], *, seconds: float) -> bool:
    """Waits for a condition that no signal announces; says whether it came in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True
