"""One child process: how it is described, launched, written to its log, and ended."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from taki_api.local import child, leftovers
from taki_api.local.folder import DataFolder

LOG_CAP_BYTES = 5_000_000
_TAIL_BYTES = 4_000
_TAIL_LINES = 15


def nothing() -> None:
    """Does nothing."""


@dataclass(frozen=True)
class Part:
    """A program that runs as long as the supervisor does, or one step that runs once."""

    name: str
    """Names the log and the record of its process id, too."""
    command: tuple[str, ...]
    environment: Mapping[str, str]
    directory: Path
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 10
    may_be_hurried: bool = True
    """Whether it may be killed when somebody asks a second time."""
    ends_first: bool = False
    """Whether it ends before all others, since it is what lets work in."""
    before_start: Callable[[], None] = nothing
    """Called here before each launch, also before one that follows a crash."""
    become: str = child.STAY
    """The user that it runs as, in the words of `child`."""


@dataclass
class Running:
    """A part that was launched."""

    part: Part
    process: subprocess.Popen[bytes]
    log: Path
    record: Path
    log_start: int
    since: float = field(default_factory=time.monotonic)

    def tail(self) -> str:
        """The last lines that it wrote since it was launched."""
        with self.log.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(self.log_start, end - _TAIL_BYTES))
            lines = file.read().decode(errors="replace").splitlines()
        return "\n".join(lines[-_TAIL_LINES:])

    def end(self, *, hurry: Callable[[], bool] = lambda: False) -> bool:
        """Ends it and all that it started; says whether it went without being killed."""
        if self.process.poll() is None:
            self.process.send_signal(self.part.stop_signal)
        leftovers.wait_until(
            lambda: self.process.poll() is not None or (self.part.may_be_hurried and hurry()),
            seconds=self.part.stop_seconds,
        )
        willing = self.process.poll() is not None
        self.bury()
        return willing

    def bury(self) -> None:
        """Kills what is left of it, reaps it, and strikes it off the record."""
        leftovers.kill_group(self.process.pid)
        self.process.wait()
        self.record.unlink(missing_ok=True)


def launch(part: Part, folder: DataFolder) -> Running:
    """Starts a part in a session of its own, so that a Ctrl-C reaches the supervisor alone."""
    part.before_start()
    log = folder.log / f"{part.name}.log"
    if log.exists() and log.stat().st_size > LOG_CAP_BYTES:
        log.replace(log.with_suffix(".log.1"))
    with os.fdopen(os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "ab") as output:
        start = output.tell()
        process = subprocess.Popen(  # noqa: S603 - our own command lines
            tied(part.command, part.directory, stop_signal=part.stop_signal, become=part.become),
            env=dict(part.environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    record = folder.run / f"{part.name}.pid"
    leftovers.record(record, process.pid)
    return Running(part, process, log, record, start)


def tied(
    command: Sequence[str],
    directory: Path,
    *,
    stop_signal: signal.Signals,
    become: str = child.STAY,
) -> list[str]:
    """The command line of a child that gets the signal when this process dies; see `child`.

    The tie is to the thread that starts it, so that must be the main thread.
    """
    start = [sys.executable, "-I", "-S", child.__file__, str(os.getpid()), str(int(stop_signal))]
    return [*start, become, str(directory), *command]
