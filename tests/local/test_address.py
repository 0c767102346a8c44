"""Where the server listens, and what stands in its way."""

import errno
import os
import socket
from collections.abc import Iterator

import pytest

from taki_api.local.address import Address, is_ready
from taki_api.local.unusable import Unusable
from tests.local.ports import ReservedPort


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_taken_port_is_one_sentence(taken: int) -> None:
    with pytest.raises(Unusable) as refused:
        Address("127.0.0.1", taken).check_free()

    assert str(refused.value) == (f"Port {taken} on 127.0.0.1 is taken: choose another one with --port.")


def test_an_address_of_another_machine_is_one_sentence() -> None:
    with pytest.raises(Unusable) as refused:
        Address("192.0.2.1", 18000).check_free()

    assert str(refused.value) == (
        f"192.0.2.1 is no address of this machine ({os.strerror(errno.EADDRNOTAVAIL)}): "
        "choose another with --host."
    )


def test_a_port_without_a_server_is_not_ready() -> None:
    with ReservedPort() as free:
        assert not is_ready(free.url)


@pytest.mark.parametrize(
    ("host", "url", "names"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000", ("127.0.0.1",)),
        ("10.0.0.7", "http://10.0.0.7:8000", ("10.0.0.7",)),
        ("::1", "http://[::1]:8000", ("[::1]",)),
        ("0.0.0.0", "http://127.0.0.1:8000", (socket.gethostname(),)),
        ("::", "http://[::1]:8000", (socket.gethostname(),)),
    ],
)
def test_it_knows_how_it_is_reached(host: str, url: str, names: tuple[str, ...]) -> None:
    address = Address(host, 8000)

    assert (address.url, address.names) == (url, names)
