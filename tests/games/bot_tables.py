"""Tables with bots for tests, and Celery by hand: what was sent, and when it is due by the tests' clock."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games import asking, auditing, bot_tasks, tasks
from games.bot_calls import Call
from games.event_store import GAMES
from games.handling import handle
from games.models import Game
from tests.conftest import FixedClock
from tests.games.tables import Table, tamper


def with_bots(*levels: str, people: int = 1, seats: int | None = None, **options: Any) -> Table:
    """A lobby with people on the first seats and bots of these levels on the next."""
    table = Table.open(seats or people + len(levels), taken=people, **options)
    for level in levels:
        handle(table.id, asking.seat_bot(level), table.caller(0))
    return table


@dataclass
class Worker:
    """Takes what is sent to `games.bots.play`: in place of its `apply_async`, and of a worker."""

    clock: FixedClock
    sent: list[tuple[datetime, dict[str, Any]]] = field(default_factory=list)

    def apply_async(self, *, kwargs: dict[str, Any], countdown: float) -> None:
        """What the task itself has, for a broker."""
        self.sent.append((self.clock.moment + timedelta(seconds=countdown), kwargs))

    @property
    def versions(self) -> list[int]:
        """What waits, by the version that it names."""
        return [told["version"] for _, told in self.sent]

    def run(self, *, times: int = 1) -> int:
        """Run every task that is due, each so many times; returns how many were."""
        due = [one for one in self.sent if one[0] <= self.clock.moment]
        self.sent = [one for one in self.sent if one not in due]
        for _, told in due:
            for _ in range(times):
                bot_tasks.play_bots(**told)
        return len(due)

    def seconds(self, table: Table, most: int, *, times: int = 1) -> Iterator[None]:
        """Let seconds pass, each with a sweep, a call and what is due in it, until the game is over.

        It yields after each call, so that a person can do something as well.
        """
        for _ in range(most):
            if table.head().status != Game.Status.PLAYING:
                return
            for _ in range(times):
                tasks.sweep()
                bot_tasks.call_bots()
            yield
            for _ in range(10):
                self.clock.advance(milliseconds=100)
                self.run(times=times)


def call(table: Table, version: int | None = None) -> Call:
    """The call for a version of the game, the present one unless another is named."""
    return Call(table.id, table.head().version if version is None else version)


def log(table: Table) -> list[tuple[Any, ...]]:
    """All that a log tells, but for the ids of commands and what follows from them."""
    rows = GAMES.recorded(table.id)
    return [(row.version, row.event, row.actor, row.subject, row.recorded_at) for row in rows]


def rewind(table: Table, version: int) -> None:
    """Bring a game back to a version, as a backup would: as if nothing had happened since."""
    tamper("DELETE FROM games_storedevent WHERE game_id = %s AND version > %s", table.id, version)
    tamper("DELETE FROM games_command WHERE game_id = %s", table.id)
    tamper("DELETE FROM games_bot_call WHERE game_id = %s", table.id)
    auditing.rebuild(table.id, write=True)
