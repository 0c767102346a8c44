"""A client of the API that costs little: it shares the cores with the server that it measures."""

import asyncio
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec

API = "/api/v1"


class Refused(Exception):
    """The server answered something other than success."""


class Connection:
    """One connection that is kept open; one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect to the server at this root."""
        where = urlsplit(url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        return cls(reader, writer, where.netloc)

    async def ask(self, method: str, path: str, *, token: str = "", body: Any = None, key: str = "") -> bytes:
        """Send one request and return the body of its answer.

        :raises Refused: for any answer that is no success.
        """
        content = b"" if body is None else msgspec.json.encode(body)
        head = [f"{method} {API}{path} HTTP/1.1", f"Host: {self._host}", f"Content-Length: {len(content)}"]
        head += ["Content-Type: application/json"] if content else []
        head += [f"Authorization: Bearer {token}"] if token else []
        head += [f"Idempotency-Key: {key}"] if key else []
        self._writer.write("\r\n".join([*head, "\r\n"]).encode() + content)
        status, answer = await self._answer()
        if not 200 <= status < 300:
            raise Refused(f"{method} {path}: {status} {answer[:500].decode(errors='replace')}")
        return answer

    async def _answer(self) -> tuple[int, bytes]:
        head = await self._reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
        return int(head.split(b" ", 2)[1]), await self._reader.readexactly(length)

    async def close(self) -> None:
        """Close the connection."""
        self._writer.close()
        await self._writer.wait_closed()
