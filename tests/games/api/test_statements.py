"""What a request costs the database, token and session included: the same early and late in a game."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from tests.games.api.asking import DRAW, games, one
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)


def statements(call: Callable[[], object]) -> int:
    """How many a call needs, those not counted that only begin and end a transaction."""
    with CaptureQueriesContext(connection) as queries:
        call()
    return sum(query["sql"].split()[0] not in ("BEGIN", "COMMIT") for query in queries)


def test_a_move_takes_three_statements_and_five_with_a_key(playing: Table, clients: Clients) -> None:
    noa, dana, _ = clients(playing)
    path = games(playing, "/moves")
    assert statements(lambda: noa.post(path, one(1, DRAW))) == 3
    key = {"Idempotency-Key": "a"}
    assert statements(lambda: dana.post(path, one(2, DRAW), headers=key)) == 5


def test_sitting_down_takes_five_statements_and_by_code_one_more(
    table: Callable[..., Table], clients: Clients, stranger: DescribedClient
) -> None:
    lobby = table(3, taken=1)
    assert statements(lambda: stranger.post(games(lobby, "/seats"), {})) == 5
    private = table(3, taken=1, visibility=Game.Visibility.CODE)
    join = {"code": private.head().code}
    assert statements(lambda: stranger.post(f"{API}/games/join", join)) == 6


def test_a_view_takes_two_statements(playing: Table, clients: Clients) -> None:
    noa = clients(playing)[0]
    assert statements(lambda: noa.get(games(playing))) == 2


def test_events_take_two_statements_and_none_to_read_where_there_is_nothing(
    playing: Table, clients: Clients
) -> None:
    noa = clients(playing)[0]
    version = playing.head().version
    assert statements(lambda: noa.get(games(playing, "/events"))) == 2
    assert statements(lambda: noa.get(games(playing, f"/events?after={version}"))) == 1


def test_a_list_takes_three_statements_however_long_it_is(
    table: Callable[..., Table], clients: Clients
) -> None:
    tables = [table(2) for _ in range(5)]
    noa = clients(tables[0])[0]
    assert statements(lambda: noa.get("/api/v1/games")) == 3
