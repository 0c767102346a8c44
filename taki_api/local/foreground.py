"""A child that has the terminal: its input, output, exit code and Ctrl-C are those of the caller."""

import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from taki_api.local.processes import tied
from taki_api.local.signals import Signals
from taki_api.local.supervisor import Supervisor


def run(
    command: Sequence[str],
    environment: Mapping[str, str],
    directory: Path,
    *,
    supervisor: Supervisor,
    signals: Signals,
) -> int:
    """Runs it to its end while the supervisor keeps its parts alive; returns its exit code.

    A child that a signal ended gives 128 and the signal's number, as in a shell.
    """
    process = subprocess.Popen(  # noqa: S603 - what the caller asked for
        tied(command, directory, stop_signal=signal.SIGTERM), env=dict(environment)
    )

    def forward(received: signal.Signals) -> None:
        # The terminal has already sent its Ctrl-C to the child, which is in the same group.
        if received != signal.SIGINT or not sys.stdin.isatty():
            process.send_signal(received)

    before, signals.on_stop = signals.on_stop, forward
    try:
        supervisor.keep(until=lambda: process.poll() is not None)
    finally:
        signals.on_stop = before
        if process.poll() is None:
            process.terminate()
            process.wait()
    return process.returncode if process.returncode >= 0 else 128 - process.returncode
