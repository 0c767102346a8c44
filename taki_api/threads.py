"""A WSGI application behind ASGI: one thread does one request, from its whole body to its whole answer."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import Any, cast

from a2wsgi.asgi_typing import HTTPScope
from a2wsgi.wsgi import build_environ

from games.live.asgi import Message, Receive, Scope, Send

type Environ = dict[str, Any]
type StartResponse = Callable[..., Callable[[bytes], None]]
type WSGIApplication = Callable[[Environ, StartResponse], Iterable[bytes]]


class Threads:
    """Hands each HTTP request, whose body must come in one message, to one of `workers` threads.

    Going to and fro between threads is what costs, so that an answer in one part, as nearly all are,
    is sent when the thread has done its work. One in several parts is sent part by part.
    """

    def __init__(self, application: WSGIApplication, *, workers: int) -> None:
        self._application = application
        self.executor = ThreadPoolExecutor(workers, thread_name_prefix="web")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; what the application raises is raised here."""
        body: Any = BytesIO((await receive())["body"])  # a2wsgi names a class of its own, WSGI any file
        environ = build_environ(cast(HTTPScope, scope), body)
        loop = asyncio.get_running_loop()

        async def sent(message: Message) -> None:
            await send(message)

        answer = _Answer(lambda message: asyncio.run_coroutine_threadsafe(sent(message), loop).result())
        # In a context of its own, so that nothing of one request is left in the thread for the next.
        work = partial(copy_context().run, answer.of, self._application, cast(Environ, environ))
        for message in await loop.run_in_executor(self.executor, work):
            await send(message)


class _Answer:
    """What an application answers, as ASGI sends it; made in a thread, where `send` waits."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        self._send = send
        self._unsent: list[Message] = []
        self._held: bytes | None = None  # until it is known whether it is the last part

    def of(self, application: WSGIApplication, environ: Environ) -> list[Message]:
        """Have the request answered, and return what is not sent yet."""
        parts = application(environ, self._start)
        try:
            for part in parts:
                self._write(part)
        finally:
            # In this thread: here Django looks after the connection that it has here.
            getattr(parts, "close", lambda: None)()
        return [*self._unsent, _body(self._held or b"", more=False)]

    def _start(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], None]:
        if exc_info is not None and not self._unsent:
            raise exc_info[1]  # too late for another answer
        pairs = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._unsent = [{"type": "http.response.start", "status": int(status[:3]), "headers": pairs}]
        return self._write

    def _write(self, part: bytes) -> None:
        if self._held is not None:
            for message in (*self._unsent, _body(self._held, more=True)):
                self._send(message)
            self._unsent = []
        self._held = part


def _body(part: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": part, "more_body": more}
