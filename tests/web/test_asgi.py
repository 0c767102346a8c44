"""The ASGI application: lifespan, sockets, and bodies that are whole before a thread sees them."""

import asyncio
from typing import Any

import pytest

from games.live.asgi import Application, Message, Receive, Scope, Send
from taki_api import asgi
from taki_api.bodies import Measured
from taki_api.threads import Threads


def scope(**changes: Any) -> Scope:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/healthz",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    } | changes


def talk(application: Application, about: Scope, *messages: Message) -> list[Message]:
    """All that `application` sends when it receives `messages`."""
    waiting, sent = list(messages), []

    async def receive() -> Message:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def answer() -> None:
        await application(about, receive, send)

    asyncio.run(answer())
    return sent


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


async def told(about: Scope, receive: Receive, send: Send) -> None:
    """An application that sends what it was given."""
    await send({"headers": about["headers"], "first": await receive(), "then": await receive()})


def test_django_answers_http() -> None:
    start, *bodies = talk(asgi.application, scope(), part(b""))
    assert start["status"] == 200
    assert b"".join(body.get("body", b"") for body in bodies) == b'{"status": "ok"}'


def test_a_query_that_is_not_ascii_is_no_error() -> None:
    start, *_ = talk(asgi.application, scope(query_string="q=é".encode()), part(b""))
    assert start["status"] == 200


def test_sockets_are_refused() -> None:
    assert talk(asgi.application, {"type": "websocket"}) == [{"type": "websocket.close", "code": 1000}]


def test_the_threads_end_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = Threads(lambda *_: [], workers=1)
    monkeypatch.setattr(asgi, "threads", threads)
    sent = talk(
        asgi.application,
        {"type": "lifespan"},
        {"type": "lifespan.startup"},
        {"type": "lifespan.shutdown"},
    )
    assert [message["type"] for message in sent] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]
    with pytest.raises(RuntimeError):
        threads.executor.submit(print)


def test_a_body_in_parts_arrives_whole_and_with_its_length() -> None:
    (sent,) = talk(
        Measured(told, most=10),
        scope(headers=[(b"transfer-encoding", b"chunked"), (b"x", b"y")]),
        part(b"abc", more=True),
        part(b"", more=True),
        part(b"defg"),
    )
    assert sent == {
        "headers": [(b"x", b"y"), (b"content-length", b"7")],
        "first": part(b"abcdefg"),
        "then": {"type": "http.disconnect"},
    }


def test_of_a_body_that_is_too_large_only_the_length_is_told() -> None:
    (sent,) = talk(Measured(told, most=4), scope(headers=[]), part(b"abc", more=True), part(b"defg"))
    assert sent["headers"] == [(b"content-length", b"7")]
    assert sent["first"] == part(b"abcd")


def test_nobody_listens_for_ever() -> None:
    megabyte = b"x" * 1024 * 1024
    (sent,) = talk(Measured(told, most=4), scope(headers=[]), *[part(megabyte, more=True) for _ in range(9)])
    assert sent["headers"] == [(b"content-length", b"%d" % (5 * 1024 * 1024))]


def test_without_a_body_there_is_no_length() -> None:
    (sent,) = talk(Measured(told, most=4), scope(headers=[(b"content-length", b"0")]), part(b""))
    assert sent["headers"] == []
