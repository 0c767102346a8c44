"""Valkey on a Unix socket, as a part of the supervisor; its memory may be lost at any time."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path

import redis

from taki_api.local.binaries import valkey_program
from taki_api.local.folder import DataFolder
from taki_api.local.processes import Part
from taki_api.local.unusable import Unusable

_NAME = "valkey.sock"
_ANSWER_SECONDS = 5.0


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


def check_given(url: str) -> None:
    """Makes sure that somebody's own Valkey or Redis answers.

    :param url: the `REDIS_URL` of the caller.
    :raises Unusable: when it does not, or the URL is none.
    """
    try:
        with redis.Redis.from_url(
            url, socket_connect_timeout=_ANSWER_SECONDS, socket_timeout=_ANSWER_SECONDS
        ) as client:
            client.ping()
    except redis.RedisError as error:
        reason = str(error).strip().rstrip(".")
        raise Unusable(
            f"The Redis in REDIS_URL does not answer ({reason}): start it or correct the URL."
        ) from error
    except ValueError as error:
        raise Unusable("REDIS_URL is no URL of a Redis: write redis://HOST:PORT/NUMBER.") from error
