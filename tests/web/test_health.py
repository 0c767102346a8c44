"""Whether the server says truly how it is."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kombu
import pytest
from django.db import OperationalError, connection
from django.test import Client

from games import moments
from taki_api import brokers, health
from taki_api.celery import app
from tests.conftest import FixedClock


@pytest.fixture(autouse=True)
def _one_clock(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "reading", lambda _database_clock: clock.now())


@pytest.fixture
def beating(db: None, clock: FixedClock) -> None:
    """The sweep and those who call bots have just been heard of."""
    moments.beat(clock.now())
    moments.beat(clock.now(), of=moments.BOTS)


def parts(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_the_process_lives_without_asking_anybody(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.usefixtures("beating")
def test_all_parts_are_there(client: Client) -> None:
    assert parts(client) == (
        200,
        {
            "status": "ok",
            "parts": {"database": "ok", "migrations": "ok", "broker": "ok", "sweep": "ok", "bots": "ok"},
        },
    )


@pytest.mark.usefixtures("beating")
def test_games_go_on_without_the_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    away = kombu.Connection("redis+socket:///nowhere/valkey.sock")
    monkeypatch.setattr(app, "connection_for_write", lambda **_: away)
    assert parts(client) == (
        200,
        {
            "status": "ok",
            "parts": {
                "database": "ok",
                "migrations": "ok",
                "broker": "unavailable",
                "sweep": "ok",
                "bots": "ok",
            },
        },
    )


@pytest.mark.usefixtures("beating")
@pytest.mark.parametrize("url", ["http://x", "redis://127.0.0.1:notaport/0", "foo", "redis://127.0.0.1/a"])
def test_a_broker_that_cannot_even_be_asked_is_away(
    client: Client, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    to_the_broker = app.connection_for_write
    monkeypatch.setattr(app, "connection_for_write", lambda **options: to_the_broker(url, **options))
    status, told = parts(client)
    assert (status, told["parts"]["broker"]) == (200, "unavailable")


@pytest.fixture
def silent_broker(tmp_path: Path) -> Iterator[str]:
    """A socket where somebody takes every connection and never says a word."""
    path = tmp_path / "silent.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(8)
        yield f"redis+socket://{path}"


@pytest.mark.usefixtures("beating")
def test_a_broker_that_never_answers_holds_nobody(
    client: Client, monkeypatch: pytest.MonkeyPatch, silent_broker: str
) -> None:
    monkeypatch.setattr(brokers, "_SECONDS", 1)
    to_the_broker = app.connection_for_write
    monkeypatch.setattr(
        app, "connection_for_write", lambda **options: to_the_broker(silent_broker, **options)
    )
    assert parts(client) == (
        200,
        {
            "status": "ok",
            "parts": {
                "database": "ok",
                "migrations": "ok",
                "broker": "unavailable",
                "sweep": "ok",
                "bots": "ok",
            },
        },
    )


@pytest.mark.usefixtures("beating")
def test_a_sweep_that_is_away_is_told_with_its_last_heartbeat(client: Client, clock: FixedClock) -> None:
    clock.advance(seconds=5)
    assert parts(client)[1]["parts"]["sweep"] == "ok"
    clock.advance(seconds=37, milliseconds=900)
    status, told = parts(client)
    assert (status, told["status"], told["parts"]["sweep"]) == (200, "ok", "away")
    assert told["heartbeat_seconds"] == 42


@pytest.mark.django_db
def test_a_sweep_that_has_never_run_is_away(client: Client) -> None:
    status, told = parts(client)
    assert (status, told["parts"]["sweep"], told["heartbeat_seconds"]) == (200, "away", None)


@pytest.mark.usefixtures("beating")
def test_bots_that_nobody_calls_are_told_with_when_they_last_were(client: Client, clock: FixedClock) -> None:
    clock.advance(seconds=30)
    assert parts(client)[1]["parts"]["bots"] == "ok"
    clock.advance(seconds=1)
    status, told = parts(client)
    assert (status, told["status"], told["parts"]["bots"], told["bots_heartbeat_seconds"]) == (
        *(200, "ok", "away"),
        31,
    )


@pytest.mark.django_db
def test_bots_that_nobody_has_ever_called_are_away(client: Client) -> None:
    status, told = parts(client)
    assert (status, told["parts"]["bots"], told["bots_heartbeat_seconds"]) == (200, "away", None)


@pytest.mark.django_db
def test_a_missing_migration_keeps_the_server_from_being_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'players'")
    assert parts(client) == (
        503,
        {
            "status": "unavailable",
            "parts": {
                "database": "ok",
                "migrations": "missing",
                "broker": "ok",
                "sweep": "unknown",
                "bots": "unknown",
            },
        },
    )


def test_without_the_database_nothing_works(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Away:
        closed = False

        def cursor(self) -> None:
            raise OperationalError("Gargamel's database is gone")

        def close(self) -> None:
            self.closed = True

    away = Away()
    monkeypatch.setattr(health, "connection", away)
    assert parts(client) == (
        503,
        {
            "status": "unavailable",
            "parts": {
                "database": "unavailable",
                "migrations": "unknown",
                "broker": "ok",
                "sweep": "unknown",
                "bots": "unknown",
            },
        },
    )
    assert away.closed


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
    assert Client(enforce_csrf_checks=True).post(path).status_code == 405
