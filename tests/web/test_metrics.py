"""What Prometheus reads, and that nobody else does."""

from collections.abc import Callable
from typing import Any

import kombu
import pytest
from django.db import OperationalError, connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games import failures, measures, moments
from games.models import Game
from taki_api import middleware, queues
from taki_api.celery import app
from tests.conftest import FixedClock, GuestClient

pytestmark = pytest.mark.django_db
type Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture(autouse=True)
def _one_clock(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "reading", lambda _database_clock: clock.now())


def figures(answer: Any) -> Figures:
    assert answer.status_code == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def read(client: Client) -> Callable[..., float]:
    told = figures(client.get("/metrics"))
    return lambda name, **labels: told[name, frozenset(labels.items())]


def test_requests_are_counted_by_route_and_status(client: Client, guest: Callable[..., GuestClient]) -> None:
    noa = guest()
    labels = {"method": "GET", "route": "/api/v1/players/<id:player_id>"}
    counted = [middleware.requests.labels(**labels, status=status) for status in (200, 404)]
    before = [counter._value.get() for counter in counted]
    noa.get(f"/api/v1/players/{noa.player.pk}")
    noa.get("/api/v1/players/018f0000-0000-7000-8000-000000000116")
    value = read(client)
    assert [value("taki_requests_total", **labels, status=status) for status in ("200", "404")] == [
        each + 1 for each in before
    ]
    assert value("taki_request_seconds_count", route=labels["route"]) >= 2


def test_games_are_counted_by_status(client: Client, guest: Callable[..., GuestClient]) -> None:
    for _ in range(2):
        guest().post("/api/v1/games", {"edition": "super-116", "seats": 2}, format="json")
    value = read(client)
    assert {status: value("taki_games", status=status) for status in Game.Status.values} == {
        "lobby": 2,
        "playing": 0,
        "finished": 0,
        "abandoned": 0,
    }


def test_the_clock_is_told_by_its_heartbeat_and_by_what_is_overdue(
    client: Client, guest: Callable[..., GuestClient], clock: FixedClock
) -> None:
    guest().post("/api/v1/games", {"edition": "super-116", "seats": 2}, format="json")
    assert read(client)("taki_games_overdue") == 0
    assert ("taki_heartbeat_age_seconds", frozenset()) not in figures(client.get("/metrics"))
    assert ("taki_bots_heartbeat_age_seconds", frozenset()) not in figures(client.get("/metrics"))
    moments.beat(clock.now())
    clock.advance(seconds=86_390)
    moments.beat(clock.now(), of=moments.BOTS)
    clock.advance(seconds=10)
    value = read(client)
    assert (value("taki_games_overdue"), value("taki_heartbeat_age_seconds")) == (1, 86_400)
    assert value("taki_bots_heartbeat_age_seconds") == 10


def test_failures_are_counted_by_task_and_error(client: Client) -> None:
    for game in (1, 2, 2):
        failures.keep("games.sweep", ValueError(), arguments={"game": game})
    assert read(client)("taki_failures_kept", task="games.sweep", error="ValueError") == 3


def test_failures_of_bots_are_told_before_there_is_one(client: Client) -> None:
    told = figures(client.get("/metrics"))
    (counted,) = measures.bot_failures.describe()
    levels = [dict(labels) for name, labels in told if name == f"{counted.name}_total"]
    assert sorted(labels["level"] for labels in levels) == ["easy", "hard", "normal"]


def test_what_waits_in_each_queue_is_told(client: Client) -> None:
    with app.connection_for_write() as broker:
        broker.SimpleQueue(queues.BOTS).clear()
        for number in range(3):
            broker.SimpleQueue(queues.BOTS).put(number)
        value = read(client)
        broker.SimpleQueue(queues.BOTS).clear()
    lengths = {queue: value("taki_queue_length", queue=queue) for queue in queues.NAMES}
    assert lengths == dict.fromkeys(queues.NAMES, 0) | {queues.BOTS: 3}
    assert (value("taki_broker_up"), value("taki_database_up")) == (1, 1)


def test_a_broker_that_is_away_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    away = kombu.Connection("redis+socket:///nowhere/valkey.sock")
    monkeypatch.setattr(app, "connection_for_write", lambda **_: away)
    told = figures(client.get("/metrics"))
    assert (told["taki_broker_up", frozenset()], told["taki_database_up", frozenset()]) == (0, 1)
    assert not [name for name, _ in told if name == "taki_queue_length"]


@pytest.mark.parametrize("url", ["http://x", "redis://127.0.0.1:notaport/0", "foo", "redis://127.0.0.1/a"])
def test_a_broker_that_cannot_even_be_asked_is_away(
    client: Client, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    to_the_broker = app.connection_for_write
    monkeypatch.setattr(app, "connection_for_write", lambda **options: to_the_broker(url, **options))
    told = figures(client.get("/metrics"))
    assert (told["taki_broker_up", frozenset()], told["taki_database_up", frozenset()]) == (0, 1)


def test_a_database_that_is_away_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(moments, "moment", away)
    monkeypatch.setattr(connection, "close", lambda: None)
    told = figures(client.get("/metrics"))
    assert (told["taki_database_up", frozenset()], told["taki_broker_up", frozenset()]) == (0, 1)
    assert not [name for name, _ in told if name == "taki_games"]


# --- who may read


@pytest.mark.parametrize(
    ("sent", "status"),
    [({}, 404), ({"Authorization": "Bearer t0ken"}, 200), ({"Authorization": "Bearer t0ke"}, 404),
     ({"Authorization": "Bearer tökén"}, 404)],
)  # fmt: skip
def test_with_a_token_whoever_has_it_reads(
    client: Client, settings: Any, sent: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN = "t0ken"
    settings.PROXIES = 1
    assert client.get("/metrics", headers=sent, REMOTE_ADDR="192.0.2.7").status_code == status


@pytest.mark.parametrize(
    ("address", "proxies", "status"),
    [("127.0.0.1", 0, 200), ("::1", 0, 200), ("192.0.2.7", 0, 404), ("127.0.0.1", 1, 404), ("", 0, 404)],
)
def test_without_a_token_only_the_machine_itself_reads(
    client: Client, settings: Any, address: str, proxies: int, status: int
) -> None:
    settings.PROXIES = proxies
    assert client.get("/metrics", REMOTE_ADDR=address).status_code == status


def test_figures_are_only_read(client: Client) -> None:
    assert client.post("/metrics").status_code == 405
