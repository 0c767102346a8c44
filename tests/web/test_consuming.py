"""Who waits for a broker that is away asks again often enough."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, override

import pytest
from kombu import Connection
from kombu.utils.imports import symbol_by_name

from taki_api.beat import SparingScheduler
from taki_api.celery import app
from taki_api.consuming import PersistentConsumer


class Away(Connection):
    """A broker that is away; knows how it is waited for."""

    how: dict[str, Any]

    @override
    def ensure_connection(self, *args: Any, **how: Any) -> Any:
        self.how = how
        return self


def test_a_worker_pauses_for_five_seconds_at_most() -> None:
    broker = Away("memory://")
    consumer = PersistentConsumer(lambda _: None, app=app, controller=SimpleNamespace(use_eventloop=False))
    assert consumer.ensure_connected(broker) is broker
    assert broker.how == {"callback": broker.how["callback"], "interval_max": 5}


def test_so_does_beat_as_it_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broker = Away("memory://")
    monkeypatch.setattr(app, "connection_for_write", lambda: broker)
    beat = SparingScheduler(app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
    assert beat.producer is beat.producer
    assert broker.how == {"interval_max": 5}


def test_a_worker_consumes_so() -> None:
    assert symbol_by_name(app.conf.worker_consumer) is PersistentConsumer
