"""Announcements reach whoever listens, and a Redis that is away hurts nobody."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID, uuid4

import pytest
import redis
import structlog

from games import announcing
from games.announcing import announce, announce_end, channel
from taki_api.local.binaries import valkey_program
from taki_api.local.valkey import is_answering, redis_url
from tests.conftest import PATIENCE_SECONDS

GAME = UUID("01948f2e-5c00-7000-8000-000000000001")


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(announcing, "time", clock)
    return clock


@pytest.fixture
def away(tmp_path: Path) -> str:
    return f"unix://{tmp_path}/nobody-listens.sock"


@pytest.fixture
def log() -> Iterator[list[Any]]:
    with structlog.testing.capture_logs() as entries:
        yield entries


def test_a_game_has_a_channel_of_its_own() -> None:
    assert channel(GAME) == "taki:log:01948f2e-5c00-7000-8000-000000000001"


def test_without_a_redis_nothing_is_announced(settings: Any, log: list[Any]) -> None:
    settings.REDIS_URL = ""
    announce(GAME, 7)
    assert log == []


def test_a_redis_that_is_away_is_told_once_in_a_while_and_never_to_the_caller(
    away: str, settings: Any, seconds: Clock, log: list[Any]
) -> None:
    settings.REDIS_URL = away
    for _ in range(3):
        announce(uuid4(), 7)
    seconds.seconds += 4.999
    announce(GAME, 8)
    assert [entry["event"] for entry in log] == ["announcements_rest"]
    seconds.seconds += 0.001
    announce(GAME, 9)
    assert [(entry["seconds"], entry["error"]) for entry in log] == [(5.0, "ConnectionError")] * 2


@pytest.fixture
def valkey() -> Iterator[str]:
    """A real Valkey of one's own, by its address."""
    with TemporaryDirectory() as folder:
        command = [str(valkey_program(os.environ)), "--port", "0", "--save", ""]
        command += ["--unixsocket", redis_url(Path(folder)).removeprefix("unix://")]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as server:
            while not is_answering(Path(folder)):
                assert server.poll() is None
            yield redis_url(Path(folder))
            server.terminate()


def test_the_version_is_published_on_the_channel(valkey: str, settings: Any, log: list[Any]) -> None:
    settings.REDIS_URL = valkey
    with redis.Redis.from_url(valkey) as listener, listener.pubsub() as heard:
        heard.subscribe(channel(GAME))
        assert heard.get_message(timeout=PATIENCE_SECONDS)["type"] == "subscribe"
        announce(uuid4(), 3)
        announce(GAME, 12)
        message = heard.get_message(timeout=PATIENCE_SECONDS)
    assert (message["channel"], message["data"]) == (channel(GAME).encode(), b"12")
    assert log == []


def test_the_end_of_a_session_is_published_on_one_channel(valkey: str, settings: Any) -> None:
    settings.REDIS_URL = valkey
    with redis.Redis.from_url(valkey) as listener, listener.pubsub() as heard:
        heard.subscribe("taki:sessions")
        assert heard.get_message(timeout=5)["type"] == "subscribe"
        announce_end(GAME)
        assert heard.get_message(timeout=5)["data"] == str(GAME).encode()
