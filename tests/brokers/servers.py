"""The brokers, each the real thing on 127.0.0.1 in a folder of its own; one that is not installed says so."""

import os
import shutil
import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, override

import kombu
import pytest
import redis

from taki_api import queues
from taki_api.local.binaries import valkey_program
from taki_api.local.unusable import Unusable
from tests.local.ports import ReservedPort
from tests.local.waiting import wait_for


class Server(ABC):
    """A broker that can be stopped and started again."""

    url: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reserved = [ReservedPort()]
        self.port = self._reserved[0].number
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> Sequence[str]:
        """What starts it."""

    def environment(self) -> dict[str, str]:
        """With which variables it is started."""
        return dict(os.environ)

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                env=self.environment(),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_for(self._answers)

    def stop(self) -> None:
        """End it, whatever is in it."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """End it for good."""
        self.stop()
        for port in self._reserved:
            port.release()

    @abstractmethod
    def empty(self) -> None:
        """Leave nothing in it: neither what waits nor what a worker took and never acknowledged."""

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "log").read_text()
        with kombu.Connection(self.url, connect_timeout=1) as broker:
            try:
                broker.ensure_connection(max_retries=1, interval_start=0, timeout=1)
            except (kombu.exceptions.OperationalError, OSError):
                return False
        return True


class Redis(Server):
    """A Redis or what speaks like it."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__(folder)
        self._program = program
        self.url = f"redis://127.0.0.1:{self.port}/0"

    @override
    def command(self) -> Sequence[str]:
        """Without anything on disk."""
        return (self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", ".")

    @override
    def empty(self) -> None:
        """Forget every key: what was taken lies in one of its own, from which it comes back much later."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


class RabbitMQ(Server):
    """A RabbitMQ node of its own, with its own epmd, which Erlang's nodes find each other by."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__(folder)
        self._program = program
        self._reserved += [ReservedPort(), ReservedPort()]
        self._names, self._distribution = (port.number for port in self._reserved[1:])
        self._epmd: subprocess.Popen[bytes] | None = None
        self.url = f"amqp://guest:guest@127.0.0.1:{self.port}//"

    @override
    def command(self) -> Sequence[str]:
        """The node."""
        return (self._program,)

    @override
    def environment(self) -> dict[str, str]:
        """All its ports on 127.0.0.1, all its files in the folder."""
        folder = str(self.folder)
        return {
            "PATH": os.environ["PATH"],
            "HOME": folder,
            "LC_ALL": "C.UTF-8",
            "ERL_EPMD_PORT": str(self._names),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"taki{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(self._distribution),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "RABBITMQ_MNESIA_BASE": folder,
            "RABBITMQ_LOG_BASE": folder,
            "RABBITMQ_CONF_ENV_FILE": f"{folder}/none",
            "RABBITMQ_ENABLED_PLUGINS_FILE": f"{folder}/plugins",
            "RABBITMQ_PID_FILE": f"{folder}/pid",
        }

    @override
    def start(self) -> None:
        """Start the node, before it an epmd that is ours: one that the node starts nobody can end."""
        if self._epmd is None:
            command = (_program("epmd", "Erlang's epmd", "erlang-base"), "-port", str(self._names))
            self._epmd = subprocess.Popen(command, env=self.environment(), cwd=self.folder)
            wait_for(self._has_names)
        super().start()

    @override
    def empty(self) -> None:
        """Take away the queues: what was taken from one goes with it, when its taker is missed or not."""
        with kombu.Connection(self.url) as broker:
            channel: Any = broker.default_channel
            for name in queues.NAMES:
                channel.queue_delete(name)

    @override
    def close(self) -> None:
        """End the node and its epmd."""
        super().close()
        if self._epmd is not None:
            self._epmd.kill()
            self._epmd.wait()
            self._epmd = None

    def _has_names(self) -> bool:
        assert self._epmd is not None
        assert self._epmd.poll() is None
        try:
            socket.create_connection(("127.0.0.1", self._names)).close()
        except OSError:
            return False
        return True


def server(name: str, folder: Path) -> Server:
    """Return a broker that is not started yet; a test of one that is not installed is skipped."""
    match name:
        case "valkey":
            try:
                return Redis(folder, str(valkey_program(os.environ)))
            except Unusable as missing:
                pytest.skip(str(missing))
        case "redis":
            return Redis(folder, _program("redis-server", "Redis", "redis-server"))
        case _:
            return RabbitMQ(folder, _rabbitmq())


def _program(name: str, what: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{what} is not installed: apt-get install --no-install-recommends {package}")
    return found


def _rabbitmq() -> str:
    # Debian's own script changes the user; the one that it calls does not.
    plain = sorted(Path("/usr/lib/rabbitmq/lib").glob("rabbitmq_server-*/sbin/rabbitmq-server"))
    return str(plain[-1]) if plain else _program("rabbitmq-server", "RabbitMQ", "rabbitmq-server")
