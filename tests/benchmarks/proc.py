"""CPU time of other processes, from /proc: of a whole tree, in seconds."""

import os
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
# Of /proc/<pid>/stat, counted behind the name: parent, and user and system time of itself and of the dead.
_PARENT, _TIMES = 1, slice(11, 15)


def is_there() -> bool:
    """Say whether this machine tells of its processes (macOS does not)."""
    return (_PROC / "self/stat").exists()


def cpu_of_tree(root: int) -> float:
    """Return the CPU seconds of a process and all below it, those that have ended included.

    In steps of one tick (10 ms) a process: sums over a second or more are good to about a percent.
    """
    spent = {pid: sum(map(int, fields[_TIMES])) for pid, fields in _processes()}
    return sum(spent.get(pid, 0) for pid in tree(root)) / _TICKS


def tree(root: int) -> list[int]:
    """Return the ids of a process and of all below it, itself first."""
    children: dict[int, list[int]] = {}
    for pid, fields in _processes():
        children.setdefault(int(fields[_PARENT]), []).append(pid)
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def cpu_of_thread(pid: int) -> float:
    """Return the CPU seconds of a process with one thread, to the nanosecond."""
    return int((_PROC / f"{pid}/schedstat").read_text().split()[0]) / 1e9


def _processes() -> Iterator[tuple[int, list[str]]]:
    for folder in _PROC.glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:  # it has ended meanwhile
            continue
        # The name stands in parentheses and may hold anything.
        yield int(folder.name), text.rpartition(")")[2].split()
