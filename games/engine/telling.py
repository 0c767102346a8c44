"""How the rules speak: generators that yield events, while `Now` keeps the state after each of them."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.events import Event
from games.engine.history import booked
from games.engine.state import State

Told = Iterator[Event]


class Now:
    """The game while a command is being decided; `state` already holds every event yielded so far."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state


class Outcome(NamedTuple):
    """What happened, and the state after all of it."""

    events: tuple[Event, ...]
    state: State


def tell(now: Now, story: Told) -> Outcome:
    """Run a story that looks at `now` to its end.

    Each event is booked before the story goes on, so that a rule sees what it has already caused.
    """
    events = []
    for event in story:
        now.state = booked(now.state, event)
        events.append(event)
    return Outcome(tuple(events), now.state)
