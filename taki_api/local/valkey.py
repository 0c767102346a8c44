"""Valkey on a Unix socket, as a part of the supervisor; its memory may be lost at any time."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path

from taki_api.local.binaries import valkey_program
from taki_api.local.folder import DataFolder
from taki_api.local.processes import Part

_NAME = "valkey.sock"


def valkey_part(folder: DataFolder, sockets: Path, environment: Mapping[str, str]) -> Part:
    """Valkey without TCP and without anything on disk.

    :raises Unusable: when there is no program for this machine.
    """
    options = {"port": "0", "unixsocket": str(sockets / _NAME), "unixsocketperm": "700"}
    options |= {"save": "", "appendonly": "no", "dir": str(folder.run), "loglevel": "notice"}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return Part(
        name="valkey",
        command=(str(valkey_program(environment)), *words),
        environment={"PATH": environment.get("PATH", os.defpath)},
        directory=folder.run,
    )


def redis_url(sockets: Path) -> str:
    """What redis-py and Django's cache take."""
    return f"unix://{sockets / _NAME}"


def broker_url(sockets: Path) -> str:
    """What kombu takes for the same socket."""
    return f"redis+socket://{sockets / _NAME}"


def is_answering(sockets: Path) -> bool:
    """Whether Valkey answers on its socket."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1)
        try:
            client.connect(str(sockets / _NAME))
            client.sendall(b"PING\r\n")
            return client.recv(16) == b"+PONG\r\n"
        except OSError:
            return False
