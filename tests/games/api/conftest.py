"""What the tests of the API share: clients for the people at a table, and strangers."""

from collections.abc import Callable

import pytest

from tests.games.api.described import DescribedClient
from tests.games.tables import Table, guest

type Clients = Callable[[Table], list[DescribedClient]]


@pytest.fixture
def stranger(db: None) -> DescribedClient:
    """Somebody signed in who sits nowhere."""
    return DescribedClient.of(guest("Stranger"))


@pytest.fixture
def clients(db: None) -> Clients:
    """A client for each person at a table, in the order of their seats."""
    return lambda table: [DescribedClient.of(person) for person in table.people]
