"""A poll through the whole server: held in the event loop, answered by Django, woken by a move."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections

from games import asking
from games.engine.commands import Draw, Resign
from games.going_on import go_on
from games.handling import handle
from games.live.asgi import Application, Scope
from games.live.long_polls import Follower, LongPolls
from games.live.news import News
from games.models import Game
from players.erasure import erase
from players.models import Session
from players.sessions import end_session, end_sessions_of
from taki_api.threads import Threads
from tests.conftest import PATIENCE_SECONDS, FixedClock
from tests.games.api.described import DescribedClient
from tests.games.live.harness import Connection, poll
from tests.games.tables import Table, guest

pytestmark = pytest.mark.django_db(transaction=True)

type Tables = Callable[..., Table]


class NoticedNews(News):
    """News by Redis; it tells a test that somebody has come to wait for them, and hears them."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.waited_for = asyncio.Event()

    @asynccontextmanager
    async def of(self, log_id: UUID, speaks_as: Collection[UUID] = ()) -> AsyncIterator[Any]:
        async with super().of(log_id, speaks_as) as ear:
            yield _Noticed(ear, self.waited_for)


class _Noticed:
    def __init__(self, ear: Follower, waited_for: asyncio.Event) -> None:
        self._ear, self._waited_for = ear, waited_for

    async def news(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        self._waited_for.set()
        await self._ear.news(2 * PATIENCE_SECONDS, unless=unless)  # so that only news end it

    async def rest(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        self._waited_for.set()
        await self._ear.rest(seconds, unless=unless)


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
    status, body = told(client, table, django, doing)
    assert status == 200
    return body


def told(
    client: DescribedClient, table: Table, django: Application, doing: Callable[[], object]
) -> tuple[int, Any]:
    """The status and the body of that answer."""
    version = table.head().version
    connection = Connection()

    async def scenario() -> None:
        news = NoticedNews(settings.REDIS_URL)
        polls = LongPolls(django, news, most=1)
        asking = asyncio.create_task(
            connection.ask(polls, asked_by(client, table, f"after={version}&wait=25"))
        )
        async with asyncio.timeout(PATIENCE_SECONDS):
            await news.waited_for.wait()
            await asyncio.to_thread(beside, doing)
            await asking
        await news.close()

    asyncio.run(scenario())
    return connection.status, msgspec.json.decode(connection.body)


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

    def answered(query: str) -> tuple[int, Any]:
        connection = Connection()

        async def scenario() -> None:
            news = News(settings.REDIS_URL)
            await connection.ask(LongPolls(django, news, most=1), asked_by(dana, playing, query))
            await news.close()

        asyncio.run(scenario())
        body = msgspec.json.decode(connection.body)
        return connection.status, body.get("field") or len(body["events"])

    assert answered("after=0&wait=26") == (400, "wait")
    assert answered("after=-1&wait=25") == (400, "after")
    assert answered(f"after={playing.head().version - 1}&wait=25") == (200, 1)


def session_of(client: DescribedClient) -> UUID:
    return client.tokens.token.session_id


ENDS: dict[str, Callable[[DescribedClient], object]] = {
    "signed out": lambda client: client.post("/api/v1/auth/signout"),
    "ended by an operator": lambda client: end_session(session_of(client), Session.Ending.OPERATOR),
    "locked out": lambda client: end_sessions_of(client.player, Session.Ending.OPERATOR),
    "erased": lambda client: erase(client.player),
}


@pytest.mark.parametrize("ending", ENDS)
def test_a_poll_ends_at_once_with_its_session(playing: Table, django: Application, ending: str) -> None:
    dana = DescribedClient.of(playing.people[1])
    status, body = told(dana, playing, django, lambda: ENDS[ending](dana))
    assert (status, body["code"]) == (401, "session_ended")


def test_another_session_of_the_same_player_goes_on_waiting(playing: Table, django: Application) -> None:
    dana, too = (DescribedClient.of(playing.people[1]) for _ in range(2))

    def ended_and_moved() -> None:
        end_session(session_of(too), Session.Ending.SIGNED_OUT)
        playing.play(0, Draw())

    assert answer_to(dana, playing, django, ended_and_moved)["events"] != []


def test_who_leaves_a_private_lobby_is_told_no_more_of_it(table: Tables, django: Application) -> None:
    lobby = table(3, visibility=Game.Visibility.CODE)
    dana = DescribedClient.of(lobby.people[1])
    status, body = told(dana, lobby, django, lambda: handle(lobby.id, asking.leave, lobby.caller(1)))
    assert (status, body["code"]) == (404, "not_found")


def test_a_game_that_closes_while_a_stranger_waits_is_told_to_the_stranger_no_more(
    playing: Table, django: Application
) -> None:
    stranger = DescribedClient.of(guest("Stranger"))

    def closed_and_moved() -> None:
        Game.objects.filter(pk=playing.id).update(spectators=False)
        playing.play(0, Draw())

    status, body = told(stranger, playing, django, closed_and_moved)
    assert (status, body["code"]) == (404, "not_found")


def test_who_gives_up_while_waiting_is_told_what_a_spectator_is_told(
    playing: Table, django: Application
) -> None:
    dana = DescribedClient.of(playing.people[1])
    page = answer_to(dana, playing, django, lambda: playing.play(1, Resign()))
    assert [event["type"] for event in page["events"]] == ["seat_given_up", "hand_shuffled_in"]
    assert (page["events"][0]["points"], page["events"][1]["pile"]) == (None, None)


def test_a_stranger_who_is_behind_is_answered_when_the_delay_has_passed(
    playing: Table, django: Application, clock: FixedClock
) -> None:
    Game.objects.filter(pk=playing.id).update(spectator_delay_seconds=30)
    clock.advance(seconds=30)
    stranger = DescribedClient.of(guest("Stranger"))

    def moved_and_passed() -> None:
        playing.play(0, Draw())
        clock.advance(seconds=30)

    page = answer_to(stranger, playing, django, moved_and_passed)
    assert [event["type"] for event in page["events"]] == ["cards_drawn", "turn_passed"]
    assert page["behind_seconds"] == 30


def test_a_token_that_expires_while_its_poll_waits_gets_nothing(
    playing: Table, django: Application, clock: FixedClock
) -> None:
    dana = DescribedClient.of(playing.people[1])

    def expired_and_moved() -> None:
        clock.advance(minutes=10)
        playing.play(0, Draw())

    status, body = told(dana, playing, django, expired_and_moved)
    assert (status, body["code"]) == (401, "token_expired")
