"""Bodies are read here, in the event loop, before a thread is bound to the request."""

from games.live.asgi import Application, Message, Receive, Scope, Send

# So much of a body that is too large is still read and dropped, since a client that is cut off in
# the middle of sending never reads why.
_DRAINED_BYTES = 4 * 1024 * 1024


class Measured:
    """Hands each HTTP request on with its whole body and the true length of it.

    A thread then never waits for a slow sender, and a body sent in chunks is as good as any. Of
    one that is larger than `most` bytes only the length is handed on: the application refuses it.
    """

    def __init__(self, application: Application, *, most: int) -> None:
        self._application = application
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body of one request, then pass the request on."""
        body, length = await self._read(receive)
        headers = [pair for pair in scope["headers"] if pair[0] not in _LENGTHS]
        if length:
            headers.append((b"content-length", str(length).encode()))
        await self._application({**scope, "headers": headers}, _replayed(body, receive), send)

    async def _read(self, receive: Receive) -> tuple[bytes, int]:
        body, length = bytearray(), 0
        while length <= _DRAINED_BYTES:
            message = await receive()
            part = message.get("body", b"")
            length += len(part)
            body += part[: self._most - len(body)]
            if not message.get("more_body", False):
                break
        return bytes(body), length


_LENGTHS = (b"content-length", b"transfer-encoding")


def _replayed(body: bytes, receive: Receive) -> Receive:
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def next_message() -> Message:
        return next(messages, None) or await receive()

    return next_message
