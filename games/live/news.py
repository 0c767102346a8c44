"""Hearing in the event loop which logs have something new and whose sessions are over.

One Redis connection a process, no database.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from uuid import UUID

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from games.announcing import ENDED_SESSIONS, channel

_log = structlog.get_logger("games.live.news")

_CONNECTS_WITHIN_SECONDS: Final = 1.0
# So long the next attempt waits after a failure, and so often a follower looks who hears nothing.
REST_SECONDS: Final = 1.0


class Ear:
    """What one follower hears of one game: at once by Redis, else by being told to look every second.

    `speaks_as` holds the ids of the follower's session and player: it is also told when these are over.
    """

    def __init__(self, is_heard: Callable[[], bool], speaks_as: Collection[UUID] = ()) -> None:
        self._is_heard = is_heard
        self._speaks_as = {str(id_) for id_ in speaks_as}
        self._rung = asyncio.Event()
        self._over = asyncio.Event()

    def ring(self) -> None:
        """Tell the follower to look."""
        self._rung.set()

    def ring_for(self, ended: str) -> None:
        """Tell the follower to look, if the sessions with this id, or of the player with it, are its own."""
        if ended in self._speaks_as:
            self._over.set()
            self.ring()

    def hush(self) -> None:
        """Forget that it rang: the follower looks next in any case."""
        self._rung.clear()

    async def news(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        """Wait until there may be something new, `seconds` have passed, or `unless` is done."""
        await self._wait(self._rung, seconds if self._is_heard() else min(seconds, REST_SECONDS), unless)

    async def rest(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        """Wait until `seconds` have passed, the follower's sessions are over, or `unless` is done."""
        await self._wait(self._over, seconds, unless)

    async def _wait(self, until: asyncio.Event, seconds: float, unless: asyncio.Future[None]) -> None:
        rung = asyncio.ensure_future(until.wait())
        either: set[asyncio.Future[Any]] = {rung, unless}
        await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        rung.cancel()
        until.clear()


class News:
    """The announcements of all games that are followed in this process.

    The connection is made when somebody first follows a game, and made again whenever it is lost; then
    every follower is told to look, since something may have been missed. An empty `url` is no Redis.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._ears: dict[str, set[Ear]] = {}
        self._confirmed: dict[str, asyncio.Event] = {}
        self._pubsub: PubSub | None = None
        self._listening: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def of(self, log_id: UUID, speaks_as: Collection[UUID] = ()) -> AsyncIterator[Ear]:
        """Follow a game; whatever is announced of it, or of who `speaks_as` these, from here on is heard."""
        name = channel(log_id)
        ear = Ear(lambda: self._is_heard(name), speaks_as)
        self._ears.setdefault(name, set()).add(ear)
        try:
            await self._subscribe(name)
            ear.hush()
            yield ear
        finally:
            self._ears[name].discard(ear)
            if not self._ears[name]:
                await self._unsubscribe(name)

    async def close(self) -> None:
        """Stop listening and close the connection."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
            self._listening = None

    def _is_heard(self, name: str) -> bool:
        confirmed = self._confirmed.get(name)
        return confirmed is not None and confirmed.is_set()

    async def _subscribe(self, name: str) -> None:
        if not self._url:
            return
        if self._listening is None:
            self._listening = asyncio.create_task(self._listen())
        if name not in self._confirmed:
            self._confirmed[name] = asyncio.Event()
            await self._send("subscribe", name)
        if self._pubsub is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._confirmed[name].wait(), REST_SECONDS)

    async def _unsubscribe(self, name: str) -> None:
        del self._ears[name]
        if self._confirmed.pop(name, None) is not None:
            await self._send("unsubscribe", name)

    async def _send(self, command: str, name: str) -> None:
        # Where there is no connection, or it breaks just now, the next one subscribes to what is followed.
        if self._pubsub is not None:
            with suppress(RedisError, OSError):
                await getattr(self._pubsub, command)(name)

    async def _listen(self) -> None:
        redis = Redis.from_url(
            self._url,
            retry=Retry(NoBackoff(), 0),  # this loop tries again itself, without keeping followers waiting
            socket_connect_timeout=_CONNECTS_WITHIN_SECONDS,
            decode_responses=True,
        )
        async with redis:
            while True:
                try:
                    async with redis.pubsub() as pubsub:
                        await self._hear(pubsub)
                except (RedisError, OSError) as error:
                    _log.warning("no_news", error=type(error).__qualname__)
                finally:
                    self._forget()
                await asyncio.sleep(REST_SECONDS)

    async def _hear(self, pubsub: PubSub) -> None:
        # The first of them also keeps the connection subscribed while no game is followed.
        await pubsub.subscribe(ENDED_SESSIONS, *self._confirmed)
        self._pubsub = pubsub
        async for message in pubsub.listen():
            name = message["channel"]
            if message["type"] == "subscribe" and name in self._confirmed:
                self._confirmed[name].set()
                self._ring(name)  # what was announced before this moment was not heard
            elif message["type"] == "message" and name == ENDED_SESSIONS:
                self._ring_for(message["data"])
            elif message["type"] == "message":
                self._ring(name)

    def _forget(self) -> None:
        self._pubsub = None
        for name, confirmed in self._confirmed.items():
            confirmed.clear()
            self._ring(name)

    def _ring_for(self, ended: str) -> None:
        for ears in self._ears.values():
            for ear in ears:
                ear.ring_for(ended)

    def _ring(self, name: str) -> None:
        for ear in self._ears.get(name, ()):
            ear.ring()
