"""What stands in the database and the broker when somebody asks, for Prometheus; nothing is kept in here."""

from collections.abc import Iterator
from typing import override

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Count, Sum
from kombu import Connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games import moments
from games.models import FailedTask, Game
from taki_api import brokers, queues

type Gauges = Iterator[GaugeMetricFamily]


class Present(Collector):
    """The gauges of this moment; of a database or broker that is away only that it is."""

    @override
    def collect(self) -> Gauges:
        """Ask both."""
        database, told = _asked_of_database()
        yield GaugeMetricFamily("taki_database_up", "Whether the database answers", value=database)
        yield from told
        broker, told = _asked_of_broker()
        yield GaugeMetricFamily("taki_broker_up", "Whether the broker answers", value=broker)
        yield from told


def _asked_of_database() -> tuple[int, list[GaugeMetricFamily]]:
    try:
        return 1, [*_games(), *_clock(), *_failures()]
    except (DatabaseError, InterfaceError):
        connection.close()
        return 0, []


def _asked_of_broker() -> tuple[int, list[GaugeMetricFamily]]:
    lengths = brokers.answer(_lengths)
    return (0, []) if lengths is None else (1, [lengths])


def _lengths(broker: Connection) -> GaugeMetricFamily:
    lengths = GaugeMetricFamily("taki_queue_length", "Messages that wait in a queue", labels=["queue"])
    for queue in queues.NAMES:
        lengths.add_metric([queue], brokers.waiting(broker, queue))
    return lengths


def _games() -> Gauges:
    games = GaugeMetricFamily("taki_games", "Games by how far they have come", labels=["status"])
    counted = dict(Game.objects.values_list("status").annotate(Count("pk")).order_by())
    for status in Game.Status.values:
        games.add_metric([status], counted.get(status, 0))
    yield games


def _clock() -> Gauges:
    now, _ = moments.moment()
    yield from _age(moments.SWEEP, GaugeMetricFamily("taki_heartbeat_age_seconds", "Since the last sweep"))
    yield from _age(
        moments.BOTS, GaugeMetricFamily("taki_bots_heartbeat_age_seconds", "Since bots were last called")
    )
    overdue = Game.objects.filter(deadline__lte=now).count()
    yield GaugeMetricFamily("taki_games_overdue", "Games whose deadline has passed", value=overdue)


def _age(heartbeat: str, figure: GaugeMetricFamily) -> Gauges:
    now, heartbeat_at = moments.moment(of=heartbeat)
    if heartbeat_at is not None:
        figure.add_metric([], (now - heartbeat_at).total_seconds())
        yield figure


def _failures() -> Gauges:
    kept = GaugeMetricFamily(
        "taki_failures_kept", "Failures for good that the admin shows", labels=["task", "error"]
    )
    counted = FailedTask.objects.values_list("task", "error").annotate(Sum("times")).order_by("task", "error")
    for task, error, times in counted:
        kept.add_metric([task, error], times)
    yield kept
