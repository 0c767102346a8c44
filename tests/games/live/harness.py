"""One request as an ASGI server has it: what comes in, what is sent, and a client that goes away."""

import asyncio
from collections.abc import Iterable
from typing import Any

from games.live.asgi import Application, Message, Scope

GAME = "01a22a01-0533-723c-aba6-dd1456d89b79"


def poll(query: str = "after=3&wait=10", **changes: Any) -> Scope:
    """A request for the events of a game."""
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": f"/api/v1/games/{GAME}/events",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
    } | changes


class Connection:
    """One request of one client."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self._incoming: asyncio.Queue[Message] = asyncio.Queue()
        self._incoming.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    def go_away(self) -> None:
        self._incoming.put_nowait({"type": "http.disconnect"})

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def ask(self, application: Application, scope: Scope) -> None:
        await application(scope, self._incoming.get, self.send)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent[1:])


def answer(body: bytes, status: int = 200) -> list[Message]:
    """What an application sends, the body in two parts."""
    middle = len(body) // 2
    return [
        {"type": "http.response.start", "status": status, "headers": []},
        {"type": "http.response.body", "body": body[:middle], "more_body": True},
        {"type": "http.response.body", "body": body[middle:]},
    ]


EMPTY = answer(b'{"events":[],"version":3}')
FULL = answer(b'{"events":[{"type":"run_ended"}],"version":4}')
REFUSED = answer(b'{"code":"session_ended"}', 401)


class Answers:
    """An application that gives these answers, one a request, the last for ever."""

    def __init__(self, *answers: Iterable[Message]) -> None:
        self._answers = [list(messages) for messages in answers]
        self.asked: list[Scope] = []
        self.received: list[Message] = []

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        self.asked.append(scope)
        self.received.append(await receive())
        for message in self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]:
            await send(message)
