"""A playthrough as text: each command at the margin, what it caused indented beneath, how it ended at last.

    seat0 lays R5 @1
        seat0 lays R5 ; R leads
        turn seat1 ; 2 ordinary

What is compared, and how the games are chosen, is told in `tests/engine/test_golden.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from games.engine.cards import Card
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.notation import read_command, read_event, write_command, write_event
from games.engine.state import State

FOLDER = Path(__file__).parent  # a folder in it for each edition, and one for other options
INDENT = "    "
END = "at the end"
# What a state holds once a game is over, but for its setup, its result, whom bots played for and what only
# old windows need.
SHOWN = (
    *("phase", "host", "taken", "in_play", "hands", "pile", "discard", "top", "leading", "color"),
    *("direction", "number", "seat", "pending", "debt", "run", "drawn", "held_back", "stages", "declared"),
    *("single_since", "forgot_in", "absent", "stirred", "idle_turns", "shuffles", "places"),
    *("given_up_points", "disclosed"),
)


@dataclass(frozen=True)
class Playthrough:
    """A game as its file tells it: every command with its events, and the lines of how it ended."""

    answers: tuple[tuple[Command, tuple[Event, ...]], ...]
    ending: tuple[str, ...]

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(event for _, events in self.answers for event in events)


def written(answers: Iterable[tuple[Command, tuple[Event, ...]]], state: State) -> str:
    """Return the text of a game and of the state that it has left."""
    lines: list[str] = []
    for command, events in answers:
        lines.append(write_command(command))
        lines.extend(INDENT + write_event(event) for event in events)
    lines.append(END)
    lines.extend(INDENT + line for line in shown(state))
    return "\n".join(lines) + "\n"


def read(text: str) -> Playthrough:
    """Return the game that `written` has written so."""
    game, _, ending = text.partition(f"{END}\n")
    answers: list[tuple[Command, tuple[Event, ...]]] = []
    for line in game.splitlines():
        if not line.startswith(INDENT):
            answers.append((read_command(line), ()))
            continue
        command, events = answers[-1]
        answers[-1] = command, (*events, read_event(line.removeprefix(INDENT)))
    return Playthrough(tuple(answers), tuple(line.removeprefix(INDENT) for line in ending.splitlines()))


def shown(state: State) -> Iterator[str]:
    """Yield a line for each thing that the state holds."""
    for name in SHOWN:
        yield f"{name} {_plain(getattr(state, name))}"


def _plain(value: object) -> str:
    match value:
        case None:
            return "-"
        case Card():
            return value.code
        case tuple() if any(isinstance(one, tuple) for one in value):
            return ", ".join(_plain(one) for one in value)
        case tuple():
            return " ".join(_plain(one) for one in value) or "none"
        case _:
            return str(value)
