"""A data folder, a supervisor, and an environment without servers and wishes, for tests of real processes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from taki_api.local.folder import DataFolder
from taki_api.local.signals import Signals
from taki_api.local.supervisor import Supervisor

_GIVEN = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "PYTHONPATH")
_WISHES = ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS")


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what is printed look as in a pipe, whatever somebody likes who runs these tests."""
    for name in _WISHES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bare() -> dict[str, str]:
    """The environment of somebody who has set nothing; these tests run in that of `./taki test`."""
    kept = {name: value for name, value in os.environ.items() if name not in _GIVEN}
    return {name: value for name, value in kept.items() if not name.startswith(("TAKI_", "COV_"))}


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A new data folder."""
    return DataFolder.open(tmp_path / "data")


@pytest.fixture
def signals() -> Iterator[Signals]:
    """Signals caught for the time of the test."""
    with Signals() as caught:
        yield caught


@pytest.fixture
def supervisor(folder: DataFolder, signals: Signals) -> Iterator[Supervisor]:
    """A supervisor that ends what the test started."""
    supervisor = Supervisor(folder, signals)
    yield supervisor
    supervisor.close()
