"""The server to play on: the one that answers at the URL, or one of our own for the time of the run."""

import http.client
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import SplitResult, urlsplit

from taki_api.local.address import is_ready
from taki_api.local.migrations import ROOT
from taki_api.local.processes import tied
from taki_api.local.progress import Progress, warn
from taki_api.local.unusable import Unusable

START_SECONDS = 180.0
STOP_SECONDS = 60.0
_POLL_SECONDS = 0.1
_ON_THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


@contextmanager
def server_at(url: str, data: Path, environment: Mapping[str, str], progress: Progress) -> Iterator[None]:
    """Makes sure that a server answers at this URL while the block runs.

    :raises Unusable: when none does and none can be started.
    """
    parts = urlsplit(url)
    if _answers(parts):
        yield
        return
    if parts.scheme != "http" or not is_local(url):
        raise Unusable(f"No server answers at {url}: start one there, or leave --url out.")
    with tempfile.TemporaryFile() as complaints:
        process = _launch(parts, data, environment, complaints)
        try:
            with progress.step("server"):
                _wait_until_ready(url, process, complaints)
            yield
        finally:
            with progress.step("stopping the server"):
                _stop(process)


def is_local(url: str) -> bool:
    """Whether the URL leads to this machine."""
    return urlsplit(url).hostname in _ON_THIS_MACHINE


def _answers(parts: SplitResult) -> bool:
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=10)
    try:
        connection.connect()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def _launch(
    parts: SplitResult, data: Path, environment: Mapping[str, str], complaints: IO[bytes]
) -> subprocess.Popen[bytes]:
    address = ("--host", parts.hostname or "", "--port", str(parts.port or 80))
    folder = ("--data", str(data.expanduser().absolute()))
    command = (sys.executable, "-P", "-m", "taki_api.local", "serve", *address, *folder)
    return subprocess.Popen(  # noqa: S603 - our own command
        tied(command, ROOT, stop_signal=signal.SIGTERM),
        env=dict(environment) | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=complaints,
        # A Ctrl-C is for this process, which then stops the server when it is done with it.
        start_new_session=True,
    )


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while not is_ready(url):
        if process.poll() is not None:
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip().splitlines()
            reason = said.pop().removeprefix("taki: ") if said else "The server ended without a word."
            raise Unusable(reason, details="\n".join(said))
        if time.monotonic() > until:
            raise Unusable(f"The server was not ready after {START_SECONDS:.0f} seconds: look into its logs.")
        time.sleep(_POLL_SECONDS)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        warn("the server did not stop and was killed")
