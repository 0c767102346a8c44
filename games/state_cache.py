"""What logs fold to, kept in this process: bounded, shared by threads, least recently used goes first."""

from bisect import bisect_right, insort
from collections import OrderedDict
from threading import Lock
from typing import Protocol
from uuid import UUID


class Versioned(Protocol):
    """What can be kept: a value that knows its version."""

    @property
    def version(self) -> int:
        """How many events it holds."""


def _version(state: Versioned) -> int:
    return state.version


class StateCache[S: Versioned]:
    """States by (log, version). Only what is committed may be put in: nothing is ever taken back."""

    def __init__(self, most: int) -> None:
        """Keep at most `most` states of all logs together."""
        self._most = most
        self._lock = Lock()
        self._used: OrderedDict[tuple[UUID, int], None] = OrderedDict()
        self._of: dict[UUID, list[S]] = {}  # rising by version

    def newest(self, log: UUID, *, until: int) -> S | None:
        """Return the state of the highest version kept that is not above `until`."""
        with self._lock:
            states = self._of.get(log, [])
            at = bisect_right(states, until, key=_version)
            if at == 0:
                return None
            self._used.move_to_end((log, states[at - 1].version))
            return states[at - 1]

    def put(self, log: UUID, state: S) -> None:
        """Keep a state, in place of what was kept for its version."""
        with self._lock:
            self._drop(log, state.version)
            insort(self._of.setdefault(log, []), state, key=_version)
            self._used[log, state.version] = None
            while len(self._used) > self._most:
                self._drop(*next(iter(self._used)))

    def forget(self, log: UUID) -> None:
        """Keep nothing of this log any more."""
        with self._lock:
            for state in self._of.pop(log, []):
                del self._used[log, state.version]

    def _drop(self, log: UUID, version: int) -> None:
        if (log, version) not in self._used:
            return
        del self._used[log, version]
        kept = [state for state in self._of.pop(log) if state.version != version]
        if kept:
            self._of[log] = kept
