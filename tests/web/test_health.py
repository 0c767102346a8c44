"""Whether the server says truly how it is."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kombu
import pytest
from django.db import OperationalError, connection
from django.test import Client

from taki_api import health
from taki_api.celery import app


def parts(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_the_process_lives_without_asking_anybody(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_all_parts_are_there(client: Client) -> None:
    assert parts(client) == (
        200,
        {"status": "ok", "parts": {"database": "ok", "migrations": "ok", "broker": "ok"}},
    )


@pytest.mark.django_db
def test_games_go_on_without_the_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    away = kombu.Connection("redis+socket:///nowhere/valkey.sock")
    monkeypatch.setattr(app, "connection_for_write", lambda **_: away)
    assert parts(client) == (
        200,
        {"status": "ok", "parts": {"database": "ok", "migrations": "ok", "broker": "unavailable"}},
    )


@pytest.fixture
def silent_broker(tmp_path: Path) -> Iterator[str]:
    """A socket where somebody takes every connection and never says a word."""
    path = tmp_path / "silent.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(8)
        yield f"redis+socket://{path}"


@pytest.mark.django_db
def test_a_broker_that_never_answers_holds_nobody(
    client: Client, monkeypatch: pytest.MonkeyPatch, silent_broker: str
) -> None:
    to_the_broker = app.connection_for_write
    monkeypatch.setattr(
        app, "connection_for_write", lambda **options: to_the_broker(silent_broker, **options)
    )
    assert parts(client) == (
        200,
        {"status": "ok", "parts": {"database": "ok", "migrations": "ok", "broker": "unavailable"}},
    )


@pytest.mark.django_db
def test_a_missing_migration_keeps_the_server_from_being_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'players'")
    assert parts(client) == (
        503,
        {
            "status": "unavailable",
            "parts": {"database": "ok", "migrations": "missing", "broker": "ok"},
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
            "parts": {"database": "unavailable", "migrations": "unknown", "broker": "ok"},
        },
    )
    assert away.closed


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_only_read(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
    assert Client(enforce_csrf_checks=True).post(path).status_code == 405
