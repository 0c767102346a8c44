"""What the tests of games share: the database's clock held still, a box, and tables to sit at."""

from collections.abc import Callable
from datetime import datetime

import pytest

from games import moments
from games.models import Game
from tests.conftest import FixedClock
from tests.games.tables import Table


@pytest.fixture(autouse=True)
def _one_clock(clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have games read the clock that the tests move."""

    def reading(_database_clock: datetime) -> datetime:
        return clock.moment

    monkeypatch.setattr(moments, "reading", reading)


@pytest.fixture
def table(db: None) -> Callable[..., Table]:
    """Opens tables: `table(3)` is a lobby with three guests at three seats."""
    return Table.open


@pytest.fixture
def playing(table: Callable[..., Table]) -> Table:
    """A game of three that has been dealt; the turn is seat 0's."""
    opened = table(3)
    opened.start()
    assert opened.head().status == Game.Status.PLAYING
    return opened
