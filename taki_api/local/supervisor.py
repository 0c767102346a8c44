"""Keeps parts running: launches them, brings back those that die, ends them in the right order."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from taki_api.local.folder import DataFolder
from taki_api.local.processes import Part, Running, launch
from taki_api.local.progress import warn
from taki_api.local.signals import Signals
from taki_api.local.unusable import Unusable

FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 10.0
STEADY_SECONDS = 30.0
"""A part that has run so long is forgiven its earlier deaths."""
_POLL_SECONDS = 0.02


@dataclass
class _Slot:
    part: Part
    running: Running | None
    delay: float = FIRST_DELAY_SECONDS
    due: float = 0.0


class Supervisor:
    """Everything that one command runs; `close` ends it."""

    def __init__(self, folder: DataFolder, signals: Signals) -> None:
        self._folder = folder
        self._signals = signals
        self._slots: list[_Slot] = []

    def start(self, part: Part) -> None:
        """Launches a part and keeps it running from now on."""
        self._slots.append(_Slot(part, launch(part, self._folder)))

    def run(self, step: Part) -> None:
        """Runs a step to its end.

        :raises Unusable: when it fails, with what it said last; the last line of one that ends
            with `os.EX_CONFIG` is taken to be the sentence itself.
        """
        running = launch(step, self._folder)
        try:
            while running.process.poll() is None:
                self._signals.pause(None)
        finally:
            running.end()
        if running.process.returncode == os.EX_CONFIG:
            *before, sentence = running.tail().splitlines() or [f"{step.name} said nothing."]
            raise Unusable(sentence, details="\n".join(before))
        if running.process.returncode:
            raise _failure(running, "failed")

    def wait_for(self, condition: Callable[[], bool], *, what: str, seconds: float) -> None:
        """Waits for a condition that the parts bring about.

        :raises Unusable: when a part dies before, or the time is up.
        """
        deadline = time.monotonic() + seconds
        while not condition():
            for slot in self._slots:
                if slot.running and slot.running.process.poll() is not None:
                    raise _failure(slot.running, "stopped while it was starting")
            if time.monotonic() > deadline:
                raise Unusable(
                    f"{what} did not answer within {seconds:.0f} seconds: "
                    f"look into the files in {self._folder.log}."
                )
            self._signals.pause(_POLL_SECONDS)

    def keep(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Brings back whatever dies, until a stop signal or the condition comes."""
        while True:
            for slot in self._slots:
                self._mend(slot)
            if until():
                return
            dues = [slot.due for slot in self._slots if slot.running is None]
            self._signals.pause(max(0.0, min(dues) - time.monotonic()) if dues else None)

    def _mend(self, slot: _Slot) -> None:
        if slot.running is not None and slot.running.process.poll() is not None:
            self._note_death(slot, slot.running)
        if slot.running is None and time.monotonic() >= slot.due:
            slot.running = launch(slot.part, self._folder)

    def _note_death(self, slot: _Slot, dead: Running) -> None:
        dead.bury()
        if time.monotonic() - dead.since > STEADY_SECONDS:
            slot.delay = FIRST_DELAY_SECONDS
        warn(
            f"{slot.part.name} ended ({_manner(dead.process.returncode)}), "
            f"starting it again in {slot.delay:.1f} s; its log is {dead.log}"
        )
        slot.running, slot.due = None, time.monotonic() + slot.delay
        slot.delay = min(slot.delay * 2, LONGEST_DELAY_SECONDS)

    def close(self) -> None:
        """Ends what must end first, then the rest, the last launched first.

        Another stop signal makes it hurry.
        """
        self._signals.on_stop = lambda _: None
        self._signals.pending.clear()
        self._slots.sort(key=lambda slot: slot.part.ends_first)
        while self._slots:
            slot = self._slots.pop()
            if slot.running and not slot.running.end(hurry=lambda: bool(self._signals.pending)):
                warn(f"{slot.part.name} had to be killed")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _failure(running: Running, what: str) -> Unusable:
    return Unusable(
        f"{running.part.name} {what} ({_manner(running.process.returncode)}): its log is {running.log}.",
        details=running.tail(),
    )


def _manner(returncode: int) -> str:
    return f"signal {-returncode}" if returncode < 0 else f"exit code {returncode}"
