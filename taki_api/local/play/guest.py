"""A guest of the server: signs in, renews its tokens, and sends each POST under a key of its own."""

import asyncio
import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from taki_api.local.play.client import Call, Client, Refused
from taki_api.local.play.openapi import Answer


@dataclass
class Guest:
    """Somebody who is signed in; `sign_in` makes one."""

    client: Client
    id: str
    name: str
    access: str
    refresh: str
    _renewing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    async def sign_in(cls, client: Client, name: str) -> "Guest":
        """A new guest of this name.

        :raises Refused: when the server does not want one.
        """
        call = Call("POST", "/auth/guest", {"name": name}, key=fresh_key())
        _, body = await client.send(call)
        return cls(client, body["player"]["id"], body["player"]["name"], body["access"], body["refresh"])

    async def get(self, path: str, **query: str | int) -> Any:
        """What there is at this path."""
        _, body = await self._send(Call("GET", path, query=tuple(query.items())))
        return body

    async def post(self, path: str, body: Any, *, key: str | None = None) -> tuple[Answer, Any]:
        """What the server answers to this body; with the `key` of an earlier call, once more.

        :raises Refused: when it says no.
        """
        return await self._send(Call("POST", path, body, key=key or fresh_key()))

    async def _send(self, call: Call) -> tuple[Answer, Any]:
        access = self.access
        try:
            return await self.client.send(replace(call, token=access))
        except Refused as refused:
            if refused.code != "token_expired":
                raise
        await self._renew(access)
        return await self.client.send(replace(call, token=self.access))

    async def _renew(self, stale: str) -> None:
        async with self._renewing:
            if self.access != stale:
                return  # another call of this guest has renewed them
            self.client.figures.retries["token expired"] += 1
            call = Call("POST", "/auth/refresh", {"refresh": self.refresh}, key=fresh_key())
            try:
                _, body = await self.client.send(call)
            except Refused as refused:
                # An answer that got lost takes the only copy of the new tokens along.
                raise refused.as_fault("the tokens cannot be renewed") from refused
            self.access, self.refresh = body["access"], body["refresh"]


def fresh_key() -> str:
    """An idempotency key that nobody has used."""
    return str(uuid.uuid4())
