"""What the tests of tournaments share: the database's clock held still, and somebody who directs."""

from datetime import datetime

import pytest

from games import moments
from players.models import Player
from tests.conftest import FixedClock


@pytest.fixture(autouse=True)
def _one_clock(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the store read the clock that the tests move."""

    def reading(_database_clock: datetime) -> datetime:
        return clock.moment

    monkeypatch.setattr(moments, "reading", reading)


@pytest.fixture
def director(transactional_db: None) -> Player:
    """Who opens tournaments."""
    return Player.objects.create_guest("Dana")
