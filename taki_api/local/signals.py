"""Signals turned into something that the supervisor meets only where it waits."""

import os
import select
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(Exception):
    """Somebody asked this process to stop."""


def _stop(_: signal.Signals) -> None:
    raise StopRequested


class Signals:
    """Collects stop signals and the deaths of children while the block runs.

    A handler that raised wherever the program happens to be could lose a child between its start
    and its record; here `pause` is the only place where a signal shows.
    """

    def __init__(self) -> None:
        self.on_stop: Callable[[signal.Signals], None] = _stop
        self.pending: list[signal.Signals] = []

    def __enter__(self) -> Self:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._wakeup = signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        self._handlers = {each: signal.signal(each, self._note) for each in STOP_SIGNALS}
        # Who started us with SIGHUP ignored (nohup) wants us to outlive the terminal.
        if self._handlers[signal.SIGHUP] == signal.SIG_IGN:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self._handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each, handler in self._handlers.items():
            signal.signal(each, handler)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self._reader)
        os.close(self._writer)

    def _note(self, number: int, _: FrameType | None) -> None:
        self.pending.append(signal.Signals(number))

    def pause(self, seconds: float | None) -> None:
        """Waits for a signal, at most so long, then gives each stop signal to `on_stop`.

        :raises StopRequested: by default.
        """
        if not self.pending:
            select.select([self._reader], [], [], seconds)
        with suppress(BlockingIOError):
            os.read(self._reader, 4096)
        while self.pending:
            self.on_stop(self.pending.pop(0))
