"""Ports for servers under test, each kept from everybody else until its server listens there."""

import socket
import sys
from types import TracebackType
from typing import Self


class ReservedPort:
    """A port on 127.0.0.1 on which nobody listens but who is told its number.

    A socket that is bound and never listens holds it. As long as it does, the system gives the port to nobody
    who asks for any: not to another server, and not as the near end of a connection, which otherwise may even
    reach itself while it waits for the server. Who names the port may listen on it, as servers do, with
    SO_REUSEADDR or SO_REUSEPORT. Elsewhere than on Linux nobody could beside the holder: there the port is
    only chosen.
    """

    def __init__(self) -> None:
        self._holder = socket.socket()
        for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):
            self._holder.setsockopt(socket.SOL_SOCKET, option, 1)
        self._holder.bind(("127.0.0.1", 0))
        self.number: int = self._holder.getsockname()[1]
        if sys.platform != "linux":
            self._holder.close()

    @property
    def url(self) -> str:
        """The root of an HTTP server on it."""
        return f"http://127.0.0.1:{self.number}"

    def release(self) -> None:
        """Let others have it."""
        self._holder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
