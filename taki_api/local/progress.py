"""Lines for the person who waits: what is being done and how long it took; plain text everywhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_WIDTH = 24


class Progress:
    """Writes one line a step; without a stream it is silent."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._begun = time.monotonic()

    @contextmanager
    def step(self, label: str) -> Iterator[None]:
        """Names the step at once, and its seconds when it is done."""
        begun = time.monotonic()
        self._write(f"  {label} ".ljust(_WIDTH, ".") + " ")
        try:
            yield
        except BaseException:
            self._write("stopped\n")
            raise
        self._write(f"{time.monotonic() - begun:.2f} s\n")

    def line(self, text: str = "") -> None:
        """Writes one line."""
        self._write(text + "\n")

    def seconds(self) -> float:
        """How long ago this began."""
        return time.monotonic() - self._begun

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()


def warn(text: str) -> None:
    """Tells what went wrong, apart from the progress."""
    sys.stderr.write(f"taki: {text}\n")
    sys.stderr.flush()
