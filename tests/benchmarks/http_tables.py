"""Tables at which guests play over HTTP, at random among what each view lists as legal."""

from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from uuid import uuid4

import msgspec
from msgspec import Raw

from tests.benchmarks.http_client import Connection

# A +3 makes the table wait for seconds, so that it is not laid; drawing is possible instead.
_WAITS = b'"+3"'
# A clock, as in most games, but one that no slow machine comes up to.
_OPTIONS = {"turn_seconds": 600}


class Turn(msgspec.Struct):
    number: int
    seat: int | None


class OwnSeat(msgspec.Struct):
    seat: int


class View(msgspec.Struct):
    id: str
    you: OwnSeat
    turn: Turn | None
    legal: list[Raw]


class Played(msgspec.Struct):
    version: int
    events: list[Raw]
    view: View


class SignedIn(msgspec.Struct):
    access: str


@dataclass
class Spent:
    """What the moves of one table have cost so far."""

    moves: int = 0
    events: int = 0
    latencies: list[float] = field(default_factory=list)  # seconds


@dataclass
class Table:
    """One game after another, with the same people."""

    connection: Connection
    tokens: list[str]
    chance: Random
    view: View | None = None  # after `look` through the eyes of the seat on turn

    @classmethod
    async def sit_down(cls, url: str, seats: int, number: int) -> "Table":
        """Sign in as many guests as there are seats."""
        connection = await Connection.open(url)
        tokens = []
        for seat in range(seats):
            answer = await connection.ask("POST", "/auth/guest", body={"name": f"Guest {number} {seat}"})
            tokens.append(msgspec.json.decode(answer, type=SignedIn).access)
        return cls(connection, tokens, Random(number))

    async def look(self) -> None:
        """Get the view of the seat on turn, where it is not known; deal anew where the game is over."""
        view = self.view
        if view is None or view.turn is None:
            view = await self._deal()
        assert view.turn is not None
        assert view.turn.seat is not None
        if view.you.seat != view.turn.seat:
            path = f"/games/{view.id}"
            answer = await self.connection.ask("GET", path, token=self.tokens[view.turn.seat])
            view = msgspec.json.decode(answer, type=View)
        self.view = view

    async def move(self, spent: Spent, *, keyed: bool) -> None:
        """Play one move of the seat on turn; to be called after `look`."""
        view = self.view
        assert view is not None
        assert view.turn is not None
        assert view.turn.seat is not None
        move = self.chance.choice([move for move in view.legal if _WAITS not in bytes(move)])
        begun = perf_counter()
        answer = await self.connection.ask(
            "POST",
            f"/games/{view.id}/moves",
            token=self.tokens[view.turn.seat],
            body={"turn": view.turn.number, "move": move},
            key=uuid4().hex if keyed else "",
        )
        spent.latencies.append(perf_counter() - begun)
        played = msgspec.json.decode(answer, type=Played)
        spent.moves += 1
        spent.events += len(played.events)
        self.view = played.view

    async def _deal(self) -> View:
        body = {"edition": "super-116", "seats": len(self.tokens), "options": _OPTIONS}
        opened = await self.connection.ask("POST", "/games", token=self.tokens[0], body=body)
        game = msgspec.json.decode(opened, type=View).id
        for token in self.tokens[1:]:
            await self.connection.ask("POST", f"/games/{game}/seats", token=token, body={})
        started = await self.connection.ask("POST", f"/games/{game}/start", token=self.tokens[0], body={})
        return msgspec.json.decode(started, type=View)
