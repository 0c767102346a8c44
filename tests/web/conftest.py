"""What the tests of the web share: the log, read as it is written."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

type Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The log as it is written, from here on."""
    handler = logging.getHandlerByName("stderr")
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    usual = handler.setStream(written)
    yield written
    handler.setStream(usual)


@pytest.fixture
def lines(log: io.StringIO) -> Lines:
    """Reads the lines of the log so far."""
    return lambda: [json.loads(line) for line in log.getvalue().splitlines()]
