"""The way between the event loop and the threads: whatever WSGI may answer arrives whole and in order."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import Any

import pytest

from games.live.asgi import Message, Scope
from taki_api.threads import Environ, StartResponse, Threads, WSGIApplication

SCOPE: Scope = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "https",
    "path": "/a b/\u05d0",
    "query_string": b"x=1&y=%20",
    "root_path": "",
    "headers": [
        (b"host", b"localhost:8000"),
        (b"content-length", b"3"),
        (b"content-type", b"application/json"),
        (b"x-twice", b"one"),
        (b"x-twice", b"two"),
    ],
    "client": ("192.0.2.1", 50000),
    "server": ("127.0.0.1", 8000),
}
OK = "200 OK"


class Parts:
    """An iterable of an answer that remembers in which thread it was closed."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = parts
        self.closed_in = ""

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts

    def close(self) -> None:
        self.closed_in = threading.current_thread().name


def talk(
    application: WSGIApplication,
    *,
    body: bytes = b"abc",
    on_message: Callable[[Message], None] = lambda _: None,
    times: int = 1,
    expecting: AbstractContextManager[Any] | None = None,
) -> list[Message]:
    """All that is sent when the application is asked in its one thread, `times` times one after another."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        on_message(message)
        sent.append(message)

    async def ask() -> None:
        threads = Threads(application, workers=1)
        for _ in range(times):
            with expecting or nullcontext():
                await threads(SCOPE, receive, send)
        threads.executor.shutdown()

    asyncio.run(ask())
    return sent


def answering(parts: Iterable[bytes], headers: Iterable[tuple[str, str]] = ()) -> WSGIApplication:
    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(OK, [*headers])
        return parts

    return application


def started(*headers: tuple[bytes, bytes], status: int = 200) -> Message:
    return {"type": "http.response.start", "status": status, "headers": [*headers]}


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


def test_the_application_is_told_everything_of_the_request() -> None:
    told: Environ = {}

    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        told.update(environ, body=environ["wsgi.input"].read())
        start(OK, [])
        return []

    talk(application)
    names = [
        *("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "SERVER_PROTOCOL", "SERVER_NAME"),
        *("SERVER_PORT", "REMOTE_ADDR", "CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_HOST", "HTTP_X_TWICE"),
        *("wsgi.url_scheme", "wsgi.version", "wsgi.multithread", "body"),
    ]
    assert [told[name] for name in names] == [
        *("POST", "", "/a b/\u05d0".encode().decode("latin-1"), "x=1&y=%20", "HTTP/1.1", "127.0.0.1"),
        *("8000", "192.0.2.1", "3", "application/json", "localhost:8000", "one,two"),
        *("https", (1, 0), True, b"abc"),
    ]
    assert hasattr(told["wsgi.errors"], "write")


def test_an_answer_in_one_part_is_sent_whole() -> None:
    headers = [("Content-Type", "text/plain"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=\xe9")]
    assert talk(answering([b"whole"], headers)) == [
        started((b"content-type", b"text/plain"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=\xe9")),
        part(b"whole"),
    ]


@pytest.mark.parametrize("parts", [[], [b""]])
def test_an_answer_without_a_body_has_an_end(parts: list[bytes]) -> None:
    assert talk(answering(parts)) == [started(), part(b"")]


def test_an_answer_in_parts_is_sent_part_by_part() -> None:
    """None is made before those in front of the one before it are on their way: a file may be large."""
    order: list[str] = []

    def parts() -> Iterator[bytes]:
        for number in range(4):
            order.append(f"made {number}")
            yield f"{number}".encode()

    def note(message: Message) -> None:
        order.append(f"sent {message.get('body', b'').decode() or 'the start'}")

    assert talk(answering(parts()), on_message=note) == [
        started(),
        part(b"0", more=True),
        part(b"1", more=True),
        part(b"2", more=True),
        part(b"3"),
    ]
    assert order == [
        *("made 0", "made 1", "sent the start", "sent 0"),
        *("made 2", "sent 1", "made 3", "sent 2", "sent 3"),
    ]


def test_what_is_written_in_the_old_way_comes_first() -> None:
    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(OK, [])(b"before")
        return [b"after"]

    assert talk(application) == [started(), part(b"before", more=True), part(b"after")]


def test_the_answer_is_closed_in_the_thread_that_made_it() -> None:
    parts = Parts(b"a", b"b")
    talk(answering(parts))
    assert parts.closed_in == "web_0"


def test_a_bug_before_the_answer_is_raised_to_the_server() -> None:
    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        raise LookupError("a bug")

    assert talk(application, expecting=pytest.raises(LookupError, match="a bug")) == []


def test_a_bug_within_the_answer_ends_it_unfinished() -> None:
    parts = Parts(b"a", b"b")

    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(OK, [])
        yield from parts
        raise LookupError("a bug")

    sent = talk(application, expecting=pytest.raises(LookupError, match="a bug"))
    assert sent == [started(), part(b"a", more=True)]


def test_another_answer_may_be_begun_until_the_first_is_on_its_way() -> None:
    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start(OK, [])
        start("503 Service Unavailable", [("Retry-After", "1")], (LookupError, LookupError("late"), None))
        return [b"sorry"]

    assert talk(application) == [started((b"retry-after", b"1"), status=503), part(b"sorry")]

    def too_late(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        write = start(OK, [])
        write(b"a")
        write(b"b")
        start("503 Service Unavailable", [], (LookupError, LookupError("late"), None))
        return []

    sent = talk(too_late, expecting=pytest.raises(LookupError, match="late"))
    assert sent == [started(), part(b"a", more=True)]


def test_a_client_that_is_gone_ends_the_work_for_it() -> None:
    parts = Parts(b"a", b"b", b"c")

    def gone(message: Message) -> None:
        raise ConnectionError

    assert talk(answering(parts), on_message=gone, expecting=pytest.raises(ConnectionError)) == []
    assert parts.closed_in == "web_0"


def test_nothing_of_a_request_is_left_in_its_thread() -> None:
    known: ContextVar[int] = ContextVar("known", default=0)
    seen: list[int] = []

    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        seen.append(known.get())
        known.set(1)
        start(OK, [])
        return []

    talk(application, times=2)
    assert seen == [0, 0]
