"""RLCard's UNO as a process beside ours: fetched by uv when it is asked for, so that no lock knows it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.report import ROOT
from tests.benchmarks.spans import Span

PACKAGES = ("rlcard==1.2.0", "numpy>=2,<3")
_PROGRAM = Path(__file__).with_name("rlcard_uno.py")


class NoPeer(Exception):
    """The peer cannot be had; the message says why and what to do."""


class Uno:
    """The process, and the pipe over which it is told to play."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def play(self, games: int, seats: int, seed: int) -> Span:
        """Play so many games and return how many moves they took."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{games} {seats} {seed}\n")
        self._process.stdin.flush()
        return Span(**json.loads(self.line()))

    def line(self) -> str:
        """Return the next line that it writes.

        :raises NoPeer: where it has ended instead.
        """
        assert self._process.stdout is not None
        line: str = self._process.stdout.readline()
        if not line:
            raise NoPeer(
                "RLCard could not be fetched or run (see above): check that this machine reaches its "
                "package registry, or leave it out with --no-peer."
            )
        return line


@contextmanager
def uno() -> Iterator[Uno]:
    """Have RLCard's UNO ready to play while the block runs.

    :raises NoPeer: where it cannot be fetched.
    """
    wanted = [word for package in PACKAGES for word in ("--with", package)]
    alone = ("--no-project", "--no-config", "--quiet", "--python", sys.executable)
    command = [_uv(), "run", *alone, *wanted, "python", "-P", str(_PROGRAM)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=_environment(), **pipes) as process:  # type: ignore[call-overload]
        try:
            peer = Uno(process)
            peer.line()
            yield peer
        finally:
            process.stdin.close()
            process.terminate()


def _uv() -> str:
    own = (ROOT / ".tools/bin/uv", ROOT / ".tools/target/bin/uv")
    for found in (os.environ.get("UV"), shutil.which("uv"), *map(str, own)):
        if found and os.access(found, os.X_OK):
            return found
    raise NoPeer("uv is not there to fetch RLCard: run `./taki test --version` once, or add --no-peer.")


def _environment() -> dict[str, str]:
    # What makes Python find our own packages would hide those of the peer.
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
