"""Hearing of games, against a real Valkey: at once, again after it was away, and without it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import pytest
import structlog
from redis.asyncio import Redis

from games.announcing import ENDED_SESSIONS, channel
from games.live import news as news_module
from games.live.news import Ear, News
from tests.games.live.valkey import Valkey

GAME = UUID("01a22a01-0533-723c-aba6-dd1456d89b79")
OTHER = UUID("01a22a01-0533-723c-aba6-dd1456d89b80")
# Longer than any of this takes, shorter than one would wait for a test that hangs.
SOON = 300


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with TemporaryDirectory() as folder:
        server = Valkey(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has whoever subscribes wait until that is confirmed, however long it takes."""
    monkeypatch.setattr(news_module, "REST_SECONDS", SOON)


@pytest.fixture
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news_module, "REST_SECONDS", 0.01)


def run(news: News, scenario: Callable[[asyncio.Future[None]], Awaitable[None]]) -> None:
    """Run a scenario, whose argument never comes about, and close the news after it."""

    async def whole() -> None:
        never = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(SOON):
                await scenario(never)
        finally:
            await news.close()

    asyncio.run(whole())


async def heard(ear: Ear, never: asyncio.Future[None]) -> None:
    """Wait until the ear rings, however often its patience ends before."""
    either: set[asyncio.Future[Any]] = {asyncio.ensure_future(ear._rung.wait()), never}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    ear.hush()


async def is_connected(news: News, ear: Ear, never: asyncio.Future[None]) -> None:
    while not ear._is_heard():
        await ear.news(SOON, unless=never)
    ear.hush()


async def publish(valkey: Valkey, game: UUID) -> None:
    async with Redis.from_url(valkey.url) as redis:
        await redis.publish(channel(game), 7)


async def end(valkey: Valkey, of: UUID) -> None:
    async with Redis.from_url(valkey.url) as redis:
        await redis.publish(ENDED_SESSIONS, str(of))


@pytest.mark.usefixtures("no_rest")
def test_a_follower_hears_of_its_game_and_of_no_other(valkey: Valkey) -> None:
    news = News(valkey.url)

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(GAME) as mine, news.of(GAME) as too, news.of(OTHER) as other:
            for ear in (mine, too, other):
                await is_connected(news, ear, never)
            await publish(valkey, GAME)
            await mine.news(SOON, unless=never)
            await too.news(SOON, unless=never)
            assert not other._rung.is_set()

    run(news, scenario)


@pytest.mark.usefixtures("patient")
def test_whoever_follows_on_a_connection_that_is_there_hears_at_once(valkey: Valkey) -> None:
    news = News(valkey.url)

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(OTHER) as first:
            await is_connected(news, first, never)
            async with news.of(GAME) as ear:
                assert ear._is_heard()
                assert not ear._rung.is_set()
                await publish(valkey, GAME)
                await ear.news(SOON, unless=never)

    run(news, scenario)


@pytest.mark.parametrize("which", [0, 1])
def test_a_follower_hears_that_its_session_is_over_or_all_of_its_player(valkey: Valkey, which: int) -> None:
    news = News(valkey.url)
    mine, others = (uuid4(), uuid4()), (uuid4(), uuid4())

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(GAME, mine) as ear, news.of(GAME, others) as other, news.of(OTHER) as nobody:
            for one in (ear, other, nobody):
                await is_connected(news, one, never)
            await end(valkey, uuid4())
            await end(valkey, mine[which])
            await ear.news(SOON, unless=never)
            assert not other._rung.is_set()
            assert not nobody._rung.is_set()
            await ear.rest(SOON, unless=never)

    run(news, scenario)


@pytest.mark.usefixtures("no_rest")
def test_a_game_does_not_wake_who_rests(valkey: Valkey) -> None:
    news = News(valkey.url)

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(GAME) as ear, news.of(GAME) as other:
            await is_connected(news, ear, never)
            other.hush()
            resting = asyncio.create_task(ear.rest(SOON, unless=never))
            await publish(valkey, GAME)
            await other.news(SOON, unless=never)
            assert not resting.done()
            never.set_result(None)
            await resting

    run(news, scenario)


@pytest.mark.usefixtures("patient")
def test_what_nobody_follows_is_not_subscribed_to(valkey: Valkey) -> None:
    news = News(valkey.url)

    async def channels() -> set[Any]:
        async with Redis.from_url(valkey.url) as redis:
            return set(await redis.pubsub_channels())

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(OTHER) as first:
            await is_connected(news, first, never)
            async with news.of(GAME), news.of(GAME):
                assert await channels() == {b"taki:sessions", *(channel(g).encode() for g in (GAME, OTHER))}
            async with news.of(GAME):
                pass
            async with news.of(GAME):  # answered after the commands before it on the one connection
                assert channel(GAME).encode() in await channels()
        assert not news._ears
        assert not news._confirmed

    run(news, scenario)


@pytest.mark.usefixtures("no_rest")
def test_a_lost_connection_rings_and_is_made_again(valkey: Valkey) -> None:
    news = News(valkey.url)

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(GAME) as ear:
            await is_connected(news, ear, never)
            valkey.stop()
            await heard(ear, never)
            assert not ear._is_heard()
            valkey.start()
            await is_connected(news, ear, never)
            await publish(valkey, GAME)
            await ear.news(SOON, unless=never)

    with structlog.testing.capture_logs() as log:
        run(news, scenario)
    assert {(entry["event"], entry["error"]) for entry in log} == {("no_news", "ConnectionError")}


@pytest.mark.usefixtures("no_rest")
def test_without_a_connection_the_follower_looks_again_and_again(tmp_path: Path) -> None:
    news = News(f"unix://{tmp_path}/nobody.sock")

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(GAME) as ear:
            for _ in range(3):
                await ear.news(SOON, unless=never)

    with structlog.testing.capture_logs():
        run(news, scenario)


@pytest.mark.usefixtures("no_rest")
def test_where_no_redis_is_configured_none_is_looked_for() -> None:
    news = News("")

    async def scenario(never: asyncio.Future[None]) -> None:
        async with news.of(GAME) as ear:
            await ear.news(SOON, unless=never)
        assert news._listening is None

    run(news, scenario)


def test_waiting_ends_when_it_has_become_useless() -> None:
    async def whole() -> None:
        gone: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        gone.set_result(None)
        async with asyncio.timeout(SOON):
            await Ear(lambda: True).news(10 * SOON, unless=gone)

    asyncio.run(whole())
