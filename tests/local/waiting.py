"""Waiting for what another process does, with a deadline instead of a guess: no machine is so busy."""

import time
from collections.abc import Callable

DEADLINE_SECONDS = 300.0


def wait_for(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds; fail when the deadline has passed."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come about in time"
        time.sleep(0.01)
