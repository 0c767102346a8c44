"""A poll through the whole server: held in the event loop, answered by Django, woken by a move."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections

from games.engine.commands import Draw, Resign
from games.going_on import go_on
from games.live.asgi import Application, Scope
from games.live.long_polls import Follower, LongPolls
from games.live.news import News
from games.models import Game
from taki_api.threads import Threads
from tests.games.api.described import DescribedClient
from tests.games.live.harness import Connection, poll
from tests.games.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)

type Tables = Callable[..., Table]


class NoticedNews(News):
    """News by Redis; it tells a test that somebody has come to wait for them, and hears them."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.waited_for = asyncio.Event()

    @asynccontextmanager
    async def of(self, game_id: UUID) -> AsyncIterator[Any]:
        async with super().of(game_id) as ear:
            yield _Noticed(ear, self.waited_for)


class _Noticed:
    def __init__(self, ear: Follower, waited_for: asyncio.Event) -> None:
        self._ear, self._waited_for = ear, waited_for

    async def news(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        self._waited_for.set()
        await self._ear.news(seconds, unless=unless)


@pytest.fixture
def django() -> Iterator[Application]:
    """Django in one thread, whose database connection is closed at the end."""
    threads = Threads(get_wsgi_application(), workers=1)
    yield threads
    threads.executor.submit(connections.close_all).result()
    threads.executor.shutdown()


def asked_by(client: DescribedClient, table: Table, query: str) -> Scope:
    return poll(
        query,
        path=f"/api/v1/games/{table.id}/events",
        headers=[(b"host", b"localhost"), (b"authorization", f"Bearer {client.tokens.access}".encode())],
    )


def beside(doing: Callable[[], object]) -> None:
    """Do something in a thread of its own, and close its connection to the database."""
    try:
        doing()
    finally:
        connections.close_all()


def answer_to(client: DescribedClient, table: Table, django: Application, doing: Callable[[], object]) -> Any:
    """What a poll for news of a game is answered that waits while something is done."""
    version = table.head().version
    connection = Connection()

    async def scenario() -> None:
        news = NoticedNews(settings.REDIS_URL)
        polls = LongPolls(django, news, most=1)
        asking = asyncio.create_task(
            connection.ask(polls, asked_by(client, table, f"after={version}&wait=25"))
        )
        async with asyncio.timeout(20):
            await news.waited_for.wait()
            await asyncio.to_thread(beside, doing)
            await asking
        await news.close()

    asyncio.run(scenario())
    assert connection.status == 200
    return msgspec.json.decode(connection.body)


def test_a_poll_is_answered_by_the_move_that_comes(playing: Table, django: Application) -> None:
    dana = DescribedClient.of(playing.people[1])
    page = answer_to(dana, playing, django, lambda: playing.play(0, Draw()))
    assert [event["type"] for event in page["events"]] == ["cards_drawn", "turn_passed"]
    assert page["events"][0]["cards"] is None


def test_a_poll_of_a_finished_game_is_answered_when_its_people_go_on(
    playing: Table, django: Application
) -> None:
    for seat in (0, 1):
        playing.play(seat, Resign())
    dana = DescribedClient.of(playing.people[1])
    page = answer_to(dana, playing, django, lambda: go_on(playing.id, {}, playing.caller(2)))
    (following,) = Game.objects.filter(previous=playing.id)
    assert [(event["type"], event["next"]) for event in page["events"]] == [
        ("game_continued", str(following.pk))
    ]


def test_a_poll_that_may_not_be_answered_is_refused_at_once(playing: Table, django: Application) -> None:
    dana = DescribedClient.of(playing.people[1])

    def told(query: str) -> tuple[int, Any]:
        connection = Connection()

        async def scenario() -> None:
            news = News(settings.REDIS_URL)
            await connection.ask(LongPolls(django, news, most=1), asked_by(dana, playing, query))
            await news.close()

        asyncio.run(scenario())
        body = msgspec.json.decode(connection.body)
        return connection.status, body.get("field") or len(body["events"])

    assert told("after=0&wait=26") == (400, "wait")
    assert told("after=-1&wait=25") == (400, "after")
    assert told(f"after={playing.head().version - 1}&wait=25") == (200, 1)
