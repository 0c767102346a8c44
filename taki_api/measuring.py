"""Where the counts of all processes of a machine are put together: a folder of small files, one a process.

prometheus-client decides when it is imported whether counts are shared, so this comes before (ADR 52). Each
host, or container, has a folder of its own in there: in containers process ids are alike.
"""

import fcntl
import os
import socket
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

# Of the library; it has no other way in.
_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
# Where what processes counted that are gone is added up; no host can be called so.
_GONE: Final = ".gone"
# Held by every process of a host, so that others see when the last of them is gone.
_ALIVE: Final = ".alive"
# Of whoever reads, and of whoever moves counts from one file to another: none is ever read twice or missed.
_LOCK: Final = ".lock"


def share(folder: str) -> None:
    """Have this process and all that come from it keep their counts under this folder."""
    own = Path(folder) / socket.gethostname()
    Path(folder).mkdir(parents=True, exist_ok=True)
    with _locked(folder, fcntl.LOCK_SH):  # nobody takes it for a folder that was left
        own.mkdir(exist_ok=True)
        # Never closed: held for as long as this process lives, and those that it forks.
        fcntl.flock(os.open(own / _ALIVE, os.O_RDWR | os.O_CREAT), fcntl.LOCK_SH)
    os.environ.update({_FOLDER: str(own)})
    add_up_the_gone(folder)


@contextmanager
def files(folder: str) -> Iterator[list[str]]:
    """Tell what all processes have written there, those that are gone too: counts only rise."""
    with _locked(folder, fcntl.LOCK_SH):
        yield [str(file) for file in _written(Path(folder))]


def add_up_the_gone(folder: str) -> None:
    """Put what processes counted that are gone into one file of a kind, and delete theirs.

    What a gauge of a living process showed goes with it. Does nothing while somebody reads: whoever begins
    next does it.
    """
    try:
        with _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
            gone = [file for file in _written(Path(folder)) if _is_gone(file)]
            for kind in ("counter", "histogram", "summary"):
                _add_up(Path(folder) / _GONE, kind, [file for file in gone if _kind(file) == kind])
            for file in gone:
                if _kind(file) == "gauge" and file.name.startswith("gauge_live"):
                    file.unlink()
            _leave_empty_hosts(Path(folder))
    except BlockingIOError:
        return


def _add_up(place: Path, kind: str, gone: list[Path]) -> None:
    from prometheus_client.mmap_dict import MmapedDict  # the library may not be imported any sooner

    if not gone:
        return
    place.mkdir(exist_ok=True)
    sums: defaultdict[str, float] = defaultdict(float)
    total, new = place / f"{kind}_gone.db", place / f"{kind}.new"
    reader: Any = MmapedDict
    for file in (*gone, *([total] if total.exists() else [])):
        for key, value, *_ in reader.read_all_values_from_file(str(file)):
            sums[key] += value
    new.unlink(missing_ok=True)
    written = reader(str(new))
    for key, value in sums.items():
        written.write_value(key, value, 0.0)
    written.close()
    new.replace(total)
    for file in gone:
        file.unlink()


def _written(folder: Path) -> list[Path]:
    # A process that was killed as it made its file left an empty one.
    return sorted(file for file in folder.glob("*/*.db") if file.stat().st_size)


def _kind(file: Path) -> str:
    return file.name.partition("_")[0]


def _is_gone(file: Path) -> bool:
    if file.parent.name == _GONE:
        return False
    if file.parent.name == socket.gethostname():
        return not _is_running(int(file.stem.rpartition("_")[2]))
    return _is_left(file.parent)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _is_left(host: Path) -> bool:
    with (host / _ALIVE).open("ab") as alive:
        try:
            fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def _leave_empty_hosts(folder: Path) -> None:
    for alive in folder.glob(f"*/{_ALIVE}"):
        host = alive.parent
        if host.name != socket.gethostname() and _is_left(host) and [*host.iterdir()] == [alive]:
            alive.unlink()
            host.rmdir()


@contextmanager
def _locked(folder: str, how: int) -> Iterator[None]:
    with (Path(folder) / _LOCK).open("ab") as lock:
        fcntl.flock(lock, how)
        yield
