"""What the server has acknowledged, kept in a file, and compared with the server after a crash."""

import json
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from taki_api.local.play.client import Refused
from taki_api.local.play.faults import Fault
from taki_api.local.play.guest import Guest
from taki_api.local.play.laws import Event, View
from taki_api.local.unusable import Unusable

# What a spectator has none of, and what a person is called today.
_OF_A_SEAT: Final = frozenset({"you", "legal", "code"})
_OF_TODAY: Final = frozenset({"name"})
_MISSING: Final = object()
_PAGE: Final = 1000


@dataclass(frozen=True)
class Acknowledged:
    """An answer to a command: the game after it, as one seat saw it, and what it caused, if that was told."""

    view: View
    events: Sequence[Event]


class Acknowledgments:
    """Appends a line of JSON to a file for each acknowledged answer; without a file it does nothing."""

    def __init__(self, file: Path | None) -> None:
        try:
            flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
            self._target = None if file is None else os.open(file, flags, 0o600)
        except OSError as error:
            raise Unusable(f"{file} cannot be written ({error.strerror}): choose another file.") from error

    def note(self, view: View, events: Sequence[Event] = ()) -> None:
        """Keep that the server has acknowledged this."""
        if self._target is not None:
            # One write a line, past all buffers: whatever ends this process, the file has it.
            line = json.dumps({"view": view, "events": [*events]}, ensure_ascii=False)
            os.write(self._target, f"{line}\n".encode())

    def close(self) -> None:
        """Close the file."""
        if self._target is not None:
            os.close(self._target)


def read(file: Path) -> dict[str, list[Acknowledged]]:
    """The acknowledged answers by game, in their order.

    :raises Unusable: when the file cannot be read or holds anything else.
    """
    answers = defaultdict(list)
    try:
        for line in file.read_text().splitlines():
            kept = json.loads(line)
            view, events = kept["view"], kept["events"]
            answers[str(view["id"])].append(Acknowledged(view, events))
    except OSError as error:
        raise Unusable(f"{file} cannot be read ({error.strerror}): name a file of --acknowledged.") from error
    except (ValueError, LookupError, TypeError) as error:
        raise Unusable(f"{file} is no file of --acknowledged: its lines are answers as JSON.") from error
    return dict(answers)


async def check(answers: Mapping[str, Sequence[Acknowledged]], reader: Guest) -> None:
    """Compare with the server, as somebody who sits at none of the games: events, and the views of then.

    What a spectator may not see of a game that still runs is left out.

    :raises Fault: when a game is gone, is behind what was acknowledged, or tells it otherwise.
    """
    lost: list[tuple[str, object]] = []
    for game, acknowledged in answers.items():
        lost += [(game, what) async for what in _lost(game, acknowledged, reader)]
    if lost:
        raise Fault("something that was acknowledged is gone", lost)


async def _lost(game: str, answers: Sequence[Acknowledged], reader: Guest) -> AsyncIterator[str]:
    highest = max(answer.view["version"] for answer in answers)
    try:
        now = await reader.get(f"/games/{game}")
        if now["version"] < highest:
            yield f"acknowledged {highest}, found {now['version']}"
            return
        log = await _log(game, reader)
        for answer in answers:
            for event in answer.events:
                for place in _differences(event, _as_told(log[event["version"] - 1], _seat_of(answer.view))):
                    yield f"event {event['version']} is told otherwise at {place}"
            then = await _then(game, answer.view, reader, is_open=now["hands"] is not None)
            for place in _differences(answer.view, then):
                yield f"the view of version {answer.view['version']} is told otherwise at {place}"
    except Refused as refused:
        yield f"acknowledged {highest}, found {refused.code}"


async def _log(game: str, reader: Guest) -> list[Event]:
    log: list[Event] = []
    while True:
        page = await reader.get(f"/games/{game}/events", after=len(log), limit=_PAGE)
        log += page["events"]
        if not page["events"]:
            return log


def _seat_of(view: View) -> int | None:
    return None if view["you"] is None else view["you"]["seat"]


def _as_told(event: Event, seat: int | None) -> Event:
    # One's own hand is told among all others once they are open.
    is_open = seat is not None and event.get("hands") is not None
    return {**event, "hand": event["hands"][seat]} if is_open else event


async def _then(game: str, told: View, reader: Guest, *, is_open: bool) -> View:
    path = f"/games/{game}/history/{told['version']}"
    seat = _seat_of(told)
    if is_open and seat is not None:
        view: View = await reader.get(path, seat=seat)
        return view
    public: View = await reader.get(path)
    return {name: None if name in _OF_A_SEAT else value for name, value in public.items()}


def _differences(told: Any, found: Any, at: str = "") -> Iterator[str]:
    # Only what is hidden from one of both is null in one alone.
    if told is None or found is None or told == found:
        return
    if isinstance(told, Mapping) and isinstance(found, Mapping):
        for name in told.keys() - _OF_TODAY:
            yield from _differences(told[name], found.get(name, _MISSING), f"{at}.{name}".lstrip("."))
    elif isinstance(told, list) and isinstance(found, list) and len(told) == len(found):
        for number, (one, other) in enumerate(zip(told, found, strict=True)):
            yield from _differences(one, other, f"{at}[{number}]")
    else:
        yield at
