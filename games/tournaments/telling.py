"""How decisions speak: generators that yield events, while `Now` keeps the state after each of them."""

from collections.abc import Callable, Iterator

from games.tournaments.events import Event
from games.tournaments.state import State, evolve

Told = Iterator[Event]


class Now:
    """A tournament while a command is decided; `state` already holds every event yielded so far."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state


def tell(state: State, story: Callable[[Now], Told]) -> tuple[Event, ...]:
    """Return what a story tells from `state` on; each event is booked before the story goes on."""
    now = Now(state)
    events = []
    for event in story(now):
        now.state = evolve(now.state, event)
        events.append(event)
    return tuple(events)
