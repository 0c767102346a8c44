"""What all tests share: one clock, one seed, patience, clients of the API, a flush that triggers allow."""

import os
import random
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.postgresql.operations import DatabaseOperations
from hypothesis import HealthCheck
from hypothesis import settings as properties
from rest_framework.test import APIClient

from games import announcing
from games.live import news
from players import clock as players_clock
from players import sessions
from players.models import Player
from players.sessions import TokenPair
from problems.languages import Language
from taki_api import brokers

SEED = 116
PATIENCE_SECONDS = 600
"""Longer than any machine takes for anything that does not hang."""
_REDIS_DATABASES = 16
# Later than any real time at which these tests run: what is open by this clock is open by the
# database's own as well.
NOON = datetime(2040, 1, 1, 12, tzinfo=UTC)

# The same examples in every run, however slow the machine; `--hypothesis-profile=searching` looks for others.
properties.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
properties.register_profile("same", properties.get_profile("searching"), derandomize=True, database=None)
properties.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to run in the production set-up, where every request is sent to https.

    Else have each process of the tests wait longer than the server does, and meet no message of another's.
    """
    if not settings.LOCAL:
        pytest.exit("Run the tests by `./taki test`, or set TAKI_LOCAL=1.", returncode=2)
    to_database = settings.DATABASES["default"]["OPTIONS"]
    limits = (f" -c {name}_timeout={PATIENCE_SECONDS}s" for name in ("statement", "lock"))
    to_database |= {"options": to_database["options"] + "".join(limits), "connect_timeout": PATIENCE_SECONDS}
    worker = getattr(config, "workerinput", {}).get("workerid", "gw0")
    if settings.CELERY_BROKER_URL.startswith("redis+socket:"):
        database = int(worker.removeprefix("gw")) % _REDIS_DATABASES
        url = settings.CELERY_BROKER_URL.partition("?")[0]  # the process that started this one has another
        os.environ["CELERY_BROKER_URL"] = f"{url}?virtual_host={database}"  # Celery reads nothing else


class FixedClock:
    """A clock that moves when a test says so."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def advance(self, **duration: float) -> None:
        """Move on, by the parts that a `timedelta` has: `clock.advance(minutes=10)`."""
        self.moment += timedelta(**duration)


class GuestClient(APIClient):
    """A client that is signed in as a guest."""

    def __init__(self, player: Player, tokens: TokenPair) -> None:
        super().__init__()
        self.player = player
        self.tokens = tokens
        self.bear(tokens.access)

    def bear(self, access: str) -> None:
        """Send this access token from now on."""
        self.credentials(HTTP_AUTHORIZATION=f"Bearer {access}")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> FixedClock:
    """The clock of players, standing at `NOON`."""
    fixed = FixedClock(NOON)
    monkeypatch.setattr(players_clock, "source", fixed.now)
    return fixed


@pytest.fixture(autouse=True)
def _seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all chance be the same in every run: that of the deals, too."""
    random.seed(SEED)
    monkeypatch.setattr(secrets, "token_bytes", random.Random(SEED).randbytes)


@pytest.fixture(autouse=True, scope="session")
def _patience() -> Iterator[None]:
    """Have nobody give up a Redis or a broker that is there and only slow to answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(announcing, "_ANSWERS_WITHIN_SECONDS", PATIENCE_SECONDS)
        patch.setattr(news, "_CONNECTS_WITHIN_SECONDS", PATIENCE_SECONDS)
        patch.setattr(brokers, "_SECONDS", PATIENCE_SECONDS)
        yield


@pytest.fixture
def api() -> APIClient:
    """A client of the API that is nobody."""
    return APIClient()


@pytest.fixture
def guest(db: None) -> Callable[..., GuestClient]:
    """Makes signed-in guests: `guest("Noa")`."""

    def make(name: str = "Noa") -> GuestClient:
        return GuestClient(*sessions.welcome_guest(name, Language.ENGLISH))

    return make


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_triggers() -> Iterator[None]:
    """Let the flush after a transactional test empty the logs, whose triggers refuse TRUNCATE.

    Only the flush: inside every test the triggers stay on. It needs a superuser.
    """
    plain = DatabaseOperations.sql_flush

    def sql_flush(self: DatabaseOperations, *args: Any, **kwargs: Any) -> list[str]:
        statements = plain(self, *args, **kwargs)
        if not statements:
            return statements
        return [
            "SET LOCAL session_replication_role = replica;",
            *statements,
            "SET LOCAL session_replication_role = origin;",
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        yield
