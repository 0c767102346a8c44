"""A reserved port is its server's alone, before that listens and while it is away."""

import socket
import sys

import pytest

from taki_api.local.address import Address
from tests.local.ports import ReservedPort


def test_its_server_may_listen_on_it_and_come_back() -> None:
    with ReservedPort() as port:
        for _ in range(2):
            Address("127.0.0.1", port.number).check_free()
            with (
                socket.create_server(("127.0.0.1", port.number)) as server,
                socket.create_connection(server.getsockname()) as client,
            ):
                assert client.getpeername() == ("127.0.0.1", port.number)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a server listen beside the holder")
def test_no_connection_begins_at_it_while_nobody_listens() -> None:
    with ReservedPort() as port, socket.socket() as client, pytest.raises(OSError, match="in use"):
        client.bind(("127.0.0.1", port.number))


def test_nobody_answers_there() -> None:
    with ReservedPort() as port, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port.number))
