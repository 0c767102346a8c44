"""Long polls: who is held, for how long, and what ends it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest

from games.live.asgi import Scope
from games.live.long_polls import LongPolls
from players import tokens
from players.tokens import AccessToken
from tests.games.live.harness import EMPTY, FULL, GAME, REFUSED, Answers, Connection, answer, poll


class News:
    """News that comes when a test says so; the time goes on while somebody waits, and only then."""

    def __init__(self, *, waits_last: float = 1.0, then: Callable[[], None] | None = None) -> None:
        self.now = 100.0
        self.followed: list[UUID] = []
        self.following = 0
        self.patience: list[float] = []
        self.rests: list[float] = []
        self.speaks_as: Collection[UUID] | None = None
        self._waits_last = waits_last
        self._then = then

    @asynccontextmanager
    async def of(self, log_id: UUID, speaks_as: Collection[UUID]) -> AsyncIterator["News"]:
        self.followed.append(log_id)
        self.speaks_as = speaks_as
        self.following += 1
        yield self
        self.following -= 1

    async def news(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        self.patience.append(seconds)
        self.now += min(seconds, self._waits_last)
        if self._then is not None:
            self._then()
            await unless

    async def rest(self, seconds: float, *, unless: asyncio.Future[None]) -> None:
        self.rests.append(seconds)
        self.now += seconds
        await asyncio.wait({unless}, timeout=0)


def ask(
    application: Answers,
    scope: Scope | None = None,
    *,
    news: News | None = None,
    most: int = 10,
    connection: Connection | None = None,
) -> tuple[Connection, News]:
    news, connection = news or News(), connection or Connection()

    async def whole() -> None:
        polls = LongPolls(application, news, most=most, clock=lambda: news.now)
        await connection.ask(polls, poll() if scope is None else scope)

    asyncio.run(whole())
    return connection, news


def test_events_that_are_there_are_answered_at_once() -> None:
    connection, news = ask(Answers(FULL))
    assert connection.sent == FULL
    assert (news.followed, news.patience, news.following) == ([UUID(GAME)], [], 0)


def test_a_game_is_followed_before_it_is_asked_for() -> None:
    news = News()

    class Asked(Answers):
        async def __call__(self, *call: object) -> None:
            assert news.following == 1
            await super().__call__(*call)  # type: ignore[arg-type]

    ask(Asked(EMPTY, FULL), news=news)
    assert news.following == 0


def test_an_empty_answer_is_held_until_there_is_news() -> None:
    application = Answers(EMPTY, EMPTY, FULL)
    connection, news = ask(application)
    assert connection.sent == FULL
    assert news.patience == [10.0, 9.0]
    assert [scope["query_string"] for scope in application.asked] == [b"after=3&wait=10"] * 3
    assert application.received == [{"type": "http.request", "body": b"", "more_body": False}] * 3


def test_the_empty_answer_comes_when_the_time_is_up() -> None:
    application = Answers(EMPTY)
    connection, news = ask(application, news=News(waits_last=4.0))
    assert connection.sent == EMPTY
    assert news.patience == [10.0, 6.0, 2.0]
    assert len(application.asked) == 4


BEHIND = answer(b'{"events":[],"version":3,"behind_seconds":60}')


def test_who_is_behind_looks_every_second_whatever_happens_now() -> None:
    application = Answers(BEHIND, BEHIND, FULL)
    connection, news = ask(application)
    assert connection.sent == FULL
    assert (news.rests, news.patience) == ([1.0, 1.0], [])


def test_who_is_behind_waits_no_longer_than_asked_for() -> None:
    connection, news = ask(Answers(BEHIND), poll("after=3&wait=2"), news=News())
    assert (connection.sent, news.rests) == (BEHIND, [1.0, 1.0])


def test_a_session_that_ends_meanwhile_is_told() -> None:
    connection, news = ask(Answers(EMPTY, REFUSED))
    assert connection.sent == REFUSED
    assert news.patience == [10.0]


def test_who_speaks_is_followed_as_well() -> None:
    token = AccessToken(UUID(GAME), uuid4())
    header = (b"authorization", b"Bearer " + tokens.issued(token)[0].encode())
    _, news = ask(Answers(FULL), poll(headers=[header]))
    assert news.speaks_as == (token.session_id, token.player_id)


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"authorization", b"Bearer nobody")],
        [(b"authorization", "Bearer \u05d0".encode())],
        [(b"authorization", b"Basic bm9hOm5vYQ==")],
        [(b"authorization", b"Bearer a"), (b"authorization", b"Bearer b")],
    ],
)
def test_nobody_is_followed_where_nobody_speaks(headers: list[tuple[bytes, bytes]]) -> None:
    connection, news = ask(Answers(REFUSED), poll(headers=headers))
    assert (news.speaks_as, connection.sent) == ((), REFUSED)


@pytest.mark.parametrize("messages", [REFUSED, answer(b"{}", 404), answer(b"{}", 503)])
def test_a_refusal_is_not_held(messages: list[dict[str, object]]) -> None:
    connection, news = ask(Answers(messages))
    assert connection.sent == messages
    assert news.patience == []


def test_an_application_that_sends_nothing_is_not_asked_again() -> None:
    application = Answers([])
    connection, _ = ask(application)
    assert (connection.sent, len(application.asked)) == ([], 1)


@pytest.mark.parametrize(
    "scope",
    [
        poll("after=3"),
        poll("wait=0"),
        poll("wait=26"),
        poll("wait=-1"),
        poll("wait=x"),
        poll("wait=1&wait=2"),
        poll("wait=%D9%A1"),
        poll(method="POST"),
        poll(path=f"/api/v1/games/{GAME}"),
        poll(path=f"/api/v1/games/{GAME}/events/"),
        poll(path="/api/v1/games/------------------------------------/events"),
        poll(headers=[(b"content-length", b"0")]),
        poll(headers=[(b"transfer-encoding", b"chunked")]),
    ],
)
def test_whatever_else_is_asked_is_passed_on(scope: Scope) -> None:
    application = Answers(EMPTY)
    connection, news = ask(application, scope)
    assert (connection.sent, news.followed) == (EMPTY, [])
    assert application.asked == [scope]


def test_past_the_bound_a_poll_is_answered_at_once() -> None:
    application = Answers(EMPTY)
    connection, news = ask(application, most=0)
    assert (connection.sent, news.followed, len(application.asked)) == (EMPTY, [], 1)


def test_a_place_is_free_again_when_its_poll_is_answered() -> None:
    news = News(waits_last=10.0)

    async def whole() -> None:
        polls = LongPolls(Answers(EMPTY), news, most=1, clock=lambda: news.now)
        for _ in range(3):
            await Connection().ask(polls, poll())

    asyncio.run(whole())
    assert len(news.followed) == 3


def test_a_client_that_goes_away_is_noticed_and_gets_nothing() -> None:
    connection = Connection()
    application = Answers(EMPTY)
    _, news = ask(application, news=News(then=connection.go_away), connection=connection)
    assert (connection.sent, news.patience, news.following) == ([], [10.0], 0)


def test_the_application_hears_of_the_client_that_went_away() -> None:
    heard: list[object] = []

    async def patient(_scope: object, receive: Callable[[], object], _send: object) -> None:
        heard.extend([await receive(), await receive()])  # type: ignore[misc]

    async def whole() -> None:
        connection, news = Connection(), News()
        connection.go_away()
        await connection.ask(LongPolls(patient, news, most=1, clock=lambda: news.now), poll())

    asyncio.run(whole())
    assert heard == [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]


def test_the_time_is_that_of_the_event_loop() -> None:
    connection = Connection()

    async def whole() -> None:
        await connection.ask(LongPolls(Answers(EMPTY, FULL), News(), most=1), poll())

    asyncio.run(whole())
    assert connection.sent == FULL
