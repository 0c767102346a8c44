"""Where the server listens and how it is asked whether it is ready; it starts nothing."""

import errno
import http.client
import os
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from taki_api.local.unusable import Unusable

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - only compared with
_ANSWER_SECONDS = 2.0


@dataclass(frozen=True)
class Address:
    """A host and port to listen on."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The root of the server, as somebody on this machine reaches it."""
        host = _EVERYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def names(self) -> tuple[str, ...]:
        """The values of a Host header that mean this server, beside the local ones."""
        if self.host in _EVERYWHERE:
            return (socket.gethostname(),)
        return (f"[{self.host}]",) if ":" in self.host else (self.host,)

    def check_free(self) -> None:
        """Makes sure that a server may listen here.

        :raises Unusable: when it may not.
        """
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            # As the server will do it: a closed connection that lingers is no obstacle.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
                probe.listen()
            except OSError as error:
                raise Unusable(self._obstacle(error)) from error

    def _obstacle(self, error: OSError) -> str:
        match error.errno:
            case errno.EADDRINUSE:
                return f"Port {self.port} on {self.host} is taken: choose another one with --port."
            case errno.EACCES:
                return f"Port {self.port} is not for this user: choose one from 1024 on with --port."
        reason = error.strerror or os.strerror(errno.EADDRNOTAVAIL)
        return f"{self.host} is no address of this machine ({reason}): choose another with --host."


def is_ready(url: str) -> bool:
    """Whether the server at this root says that it can do its work."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
