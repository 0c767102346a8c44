"""Long polls: `GET games|tournaments/{id}/events?wait=` is held here until Django has something to answer."""

import asyncio
import re
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol
from urllib.parse import parse_qs
from uuid import UUID

import msgspec

from games.api.forms import LONGEST_WAIT_SECONDS
from games.live.asgi import Application, Message, Receive, Scope, Send
from players.authentication import token_in
from problems.problem import Problem

_EVENTS_OF: Final = re.compile(r"/api/v1/(?:games|tournaments)/([0-9a-fA-F-]{36})/events")
_WAIT: Final = re.compile(r"[0-9]{1,2}")
# So often those look who are told nothing when something happens, since they see it later.
_LOOKS_AGAIN_SECONDS: Final = 1.0
_BODY_HEADERS: Final = frozenset({b"content-length", b"transfer-encoding"})


class Follower(Protocol):
    """Waits for one log."""

    async def news(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        """Return when there may be something new, or `seconds` have passed, or `unless` is done."""

    async def rest(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        """Return when `seconds` have passed, the follower's session is over, or `unless` is done."""


class NewsOfLogs(Protocol):
    """Where to hear of games and tournaments."""

    def of(self, log_id: UUID, speaks_as: Collection[UUID]) -> AbstractAsyncContextManager[Follower]:
        """Follow one of them, as somebody whose session and player these are."""


class _Poll(NamedTuple):
    log_id: UUID
    seconds: int
    speaks_as: tuple[UUID, ...]


@dataclass(slots=True)
class _Answer:
    """What the application answered, kept until it is known whether it is sent."""

    messages: list[Message] = field(default_factory=list)

    async def take(self, message: Message) -> None:
        self.messages.append(message)

    def empty_page(self) -> "_Page | None":
        """Return it if it is a page without events: the only answer that is worth waiting for another."""
        if not self.messages or self.messages[0].get("status") != 200:
            return None
        body = b"".join(message.get("body", b"") for message in self.messages[1:])
        page = msgspec.json.decode(body, type=_Page)
        return None if page.events else page


class _Page(msgspec.Struct):
    events: list[msgspec.Raw]
    behind_seconds: int = 0


class LongPolls:
    """An ASGI application in front of another, which answers every request at once.

    A poll follows its log first and asks then, so that nothing falls in between. It is asked again
    whenever there is news, when its session is ended and when its time is up, and answered with the first
    events or the first refusal that come of that: what is told is what its sender may see at that moment.
    Past `most` polls held in this process further ones are answered at once.
    """

    def __init__(
        self,
        application: Application,
        news: NewsOfLogs,
        *,
        most: int,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._application = application
        self._news = news
        self._most = most
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        poll = _poll(scope)
        if poll is None or self._held >= self._most:
            await self._application(scope, receive, send)
            return
        self._held += 1
        try:
            await self._hold(poll, scope, receive, send)
        finally:
            self._held -= 1

    async def _hold(self, poll: _Poll, scope: Scope, receive: Receive, send: Send) -> None:
        ends_at = self._clock() + poll.seconds
        gone = asyncio.ensure_future(_disconnect(receive))
        try:
            async with self._news.of(poll.log_id, poll.speaks_as) as follower:
                answer = await self._ask(scope, gone)
                while (
                    (page := answer.empty_page())
                    and not gone.done()
                    and (left := ends_at - self._clock()) > 0
                ):
                    # What happens now is nothing to whoever is behind, not even that it does.
                    if page.behind_seconds:
                        await follower.rest(min(left, _LOOKS_AGAIN_SECONDS), unless=gone)
                    else:
                        await follower.news(left, unless=gone)
                    answer = await self._ask(scope, gone)
            for message in answer.messages if not gone.done() else ():
                await send(message)
        finally:
            gone.cancel()

    async def _ask(self, scope: Scope, gone: asyncio.Future[None]) -> _Answer:
        answer = _Answer()
        await self._application(dict(scope), _bodiless(gone), answer.take)
        return answer


def _poll(scope: Scope) -> _Poll | None:
    match = _EVENTS_OF.fullmatch(scope["path"])
    if scope["type"] != "http" or scope["method"] != "GET" or match is None:
        return None
    if any(name in _BODY_HEADERS for name, _ in scope["headers"]):
        return None  # a body is nothing that can be asked twice
    waits = parse_qs(scope["query_string"].decode("latin-1")).get("wait", [])
    if len(waits) != 1 or not _WAIT.fullmatch(waits[0]) or not 1 <= int(waits[0]) <= LONGEST_WAIT_SECONDS:
        return None
    try:
        return _Poll(UUID(match[1]), int(waits[0]), _speaker(scope))
    except ValueError:
        return None


def _speaker(scope: Scope) -> tuple[UUID, ...]:
    # Who is nobody is refused by Django in any case.
    sent = [value for name, value in scope["headers"] if name == b"authorization"]
    try:
        token = token_in(sent[0]) if len(sent) == 1 else None
    except Problem:
        return ()
    return () if token is None else (token.session_id, token.player_id)


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _bodiless(gone: asyncio.Future[None]) -> Receive:
    messages: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def next_message() -> Message:
        if messages:
            return messages.pop()
        await asyncio.wait({gone})
        return {"type": "http.disconnect"}

    return next_message
