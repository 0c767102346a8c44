"""Games that an organizer seated: who finds them, in what lists they are, and when closed ones open.

A closed game exists for nobody but its people until it is disclosed, in every way out.
"""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import asking
from games.asking import SYSTEM
from games.engine.commands import Resign
from games.handling import handle
from games.models import Game
from games.terms import Context
from tests.games.api.asking import RESIGN, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.api.test_strangers import CALLS, NOBODYS, asked, going_on
from tests.games.tables import OF_TOURNAMENT, Table

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = f"{API}/games"
ONCE: Any = {"headers": {"Idempotency-Key": "once"}}
ANOTHER = Context("tournament", UUID("01a22a01-0533-723c-aba6-dd1456d89b71"))


def closed(status: str, visibility: Game.Visibility = Game.Visibility.TOURNAMENT) -> Table:
    table = Table.seated(2, spectators=False, sealed=True, visibility=visibility)
    if status == "finished":
        table.play(0, Resign())
    if status == "aborted":
        handle(table.id, asking.abort("The hall is closed."), SYSTEM)
    return table


def ids(client: DescribedClient, query: str = "") -> list[str]:
    return [game["id"] for game in client.get(f"{GAMES}{query}").json()["results"]]


def of(context: Context) -> str:
    return f"?context={context.id}"


# --- closed games


@pytest.mark.parametrize("visibility", [*Game.Visibility])
@pytest.mark.parametrize("status", ["playing", "finished", "aborted"])
def test_a_closed_game_cannot_be_told_from_none_by_strangers(
    db: None, stranger: DescribedClient, status: str, visibility: Game.Visibility
) -> None:
    table = closed(status, visibility)
    before = table.rows()
    for call in CALLS:
        told = asked(stranger, table.id, call)
        assert told[0] == 404, call
        assert told == asked(stranger, NOBODYS, call), call
    assert going_on(stranger, table.id) == going_on(stranger, NOBODYS)
    for query in ("", of(OF_TOURNAMENT), f"?player={table.people[0]}", "?status=playing", "?status=finished"):
        assert ids(stranger, query) == []
    assert table.rows() == before


def test_who_sits_at_a_closed_game_has_all_of_it_that_a_seat_has(clients: Clients) -> None:
    table = closed("playing")
    noa, _ = clients(table)
    path = f"{GAMES}/{table.id}"
    for rest in ("", "/events", "/history/3", "/rules"):
        assert noa.get(f"{path}{rest}").status_code == 200
    assert ids(noa) == ids(noa, of(OF_TOURNAMENT)) == [str(table.id)]
    view = noa.get(path).json()
    assert (view["visibility"], view["sealed"], view["host"], view["rated"]) == (
        "tournament",
        True,
        None,
        False,
    )
    assert view["context"] == {"kind": "tournament", "id": str(OF_TOURNAMENT.id)}
    assert (view["you"]["seat"], len(view["you"]["hand"])) == (0, 8)


def test_who_has_resigned_from_a_closed_game_still_finds_it(clients: Clients) -> None:
    table = Table.seated(3, spectators=False)
    noa = clients(table)[0]
    noa.post(f"{GAMES}/{table.id}/moves", {"move": RESIGN})
    assert noa.get(f"{GAMES}/{table.id}").json()["you"] is None


def test_the_people_of_a_sealed_game_are_told_its_places_and_nothing_hidden(clients: Clients) -> None:
    table = closed("finished")
    noa, dana = clients(table)
    path = f"{GAMES}/{table.id}"
    for client in (noa, dana):
        view = client.get(path).json()
        assert view["status"] == "finished"
        assert view["result"] == {"ending": "last_seat", "places": [2, 1], "points": None}
        assert client.get(f"{path}/history/{view['version']}").json() == view
        assert (view["hands"], view["fairness"]["seed"]) == (None, None)
        assert refusal(client.get(f"{path}/transcript")) == (409, "not_disclosed", None)
        events = client.get(f"{path}/events").json()["events"]
        assert events[0]["sealed"] is True
        assert [event["seed"] for event in events if event["type"] == "game_opened"] == [None]
        assert [event["pile"] for event in events if event["type"] == "game_started"] == [None]
        assert [event["hands"] for event in events if event["type"] == "hands_dealt"] == [None]
        assert (events[-1]["type"], events[-1]["points"]) == ("game_finished", None)
        assert [event["points"] for event in events if event["type"] == "seat_given_up"] == [None]
    assert refusal(dana.get(f"{path}/history/5?seat=0")) == (409, "not_disclosed", "seat")


def test_who_ends_a_sealed_game_is_told_no_points_also_when_asking_again(clients: Clients) -> None:
    table = Table.seated(2, spectators=False, sealed=True)
    noa, dana = clients(table)
    path = f"{GAMES}/{table.id}"
    told = [noa.post(f"{path}/moves", {"move": RESIGN}, **ONCE).content for _ in range(2)]
    assert told[0] == told[1]
    answer = json.loads(told[0])
    assert (answer["events"][-1]["points"], answer["view"]["result"]["points"]) == (None, None)
    handle(table.id, asking.disclose, SYSTEM)
    result = table.standing().state.result
    assert result is not None
    assert dana.get(path).json()["result"]["points"] == [*result.points]
    assert noa.post(f"{path}/moves", {"move": RESIGN}, **ONCE).content == told[0]


@pytest.mark.parametrize("status", ["finished", "aborted"])
def test_a_closed_game_is_open_to_all_once_it_is_disclosed(
    db: None, stranger: DescribedClient, status: str
) -> None:
    table = closed(status)
    handle(table.id, asking.disclose, SYSTEM)
    path = f"{GAMES}/{table.id}"
    for rest in ("", "/events", "/history/3?seat=1", "/rules", "/transcript"):
        assert stranger.get(f"{path}{rest}").status_code == 200
    assert ids(stranger, of(OF_TOURNAMENT)) == [str(table.id)]
    view = stranger.get(path).json()
    assert (view["hands"] is None, view["fairness"]["seed"] is None) == (False, False)


def test_a_closed_game_that_its_end_discloses_opens_by_it(db: None, stranger: DescribedClient) -> None:
    table = Table.seated(2, spectators=False)
    assert stranger.get(f"{GAMES}/{table.id}").status_code == 404
    table.play(0, Resign())
    assert stranger.get(f"{GAMES}/{table.id}").status_code == 200


def test_a_closed_private_game_stays_private(db: None, stranger: DescribedClient) -> None:
    table = closed("finished", Game.Visibility.CODE)
    handle(table.id, asking.disclose, SYSTEM)
    assert stranger.get(f"{GAMES}/{table.id}").status_code == 404
    assert ids(stranger, of(OF_TOURNAMENT)) == []


def test_whether_a_game_is_closed_is_asked_without_a_statement_more(
    clients: Clients, stranger: DescribedClient
) -> None:
    numbers = []
    for table in (closed("playing"), Table.seated(2)):
        for client in (clients(table)[0], stranger):
            client.get(f"{GAMES}/{table.id}")
            with CaptureQueriesContext(connection) as queries:
                client.get(f"{GAMES}/{table.id}")
            numbers.append(len(queries))
    assert numbers == [2, 1, 2, 2]


# --- games that may be watched


def test_a_game_of_a_tournament_is_found_by_its_id_and_by_what_it_belongs_to(
    clients: Clients, stranger: DescribedClient
) -> None:
    table, other = Table.seated(2), Table.seated(2, context=ANOTHER)
    noa = clients(table)[0]
    assert stranger.get(f"{GAMES}/{table.id}").json()["visibility"] == "tournament"
    for query in ("", "?status=playing", f"?player={noa.player.pk}", "?edition=super-116"):
        assert ids(stranger, query) == []
    assert ids(stranger, of(OF_TOURNAMENT)) == [str(table.id)]
    assert ids(stranger, of(ANOTHER)) == [str(other.id)]
    assert ids(stranger, f"{of(OF_TOURNAMENT)}&status=finished") == []
    assert ids(noa) == [str(table.id)]
    assert ids(noa, of(ANOTHER)) == [str(other.id)]


def test_what_belongs_to_nothing_is_in_no_list_of_a_context(
    table: Callable[..., Table], stranger: DescribedClient
) -> None:
    lobby = table(2)
    assert ids(stranger) == [str(lobby.id)]
    assert ids(stranger, of(OF_TOURNAMENT)) == []


def test_pages_of_a_context_lead_to_the_next(db: None, stranger: DescribedClient) -> None:
    seated = [str(Table.seated(2).id) for _ in range(3)]
    first = stranger.get(f"{GAMES}{of(OF_TOURNAMENT)}&limit=2").json()
    rest = stranger.get(first["next"]).json()
    assert [game["id"] for page in (first, rest) for game in page["results"]] == seated[::-1]
    assert rest["next"] is None


def test_a_row_of_a_list_says_to_what_the_game_belongs_and_whether_it_is_rated(
    db: None, stranger: DescribedClient
) -> None:
    Table.seated(2, rated=True)
    (row,) = stranger.get(f"{GAMES}{of(OF_TOURNAMENT)}").json()["results"]
    assert (row["context"], row["rated"]) == ({"kind": "tournament", "id": str(OF_TOURNAMENT.id)}, True)


@pytest.mark.parametrize("context", ["x", "", "01a22a01"])
def test_a_context_that_is_no_id_is_refused(db: None, stranger: DescribedClient, context: str) -> None:
    assert refusal(stranger.get(f"{GAMES}?context={context}")) == (400, "invalid", "context")


def test_nobody_sits_down_or_starts_where_an_organizer_has_seated_people(
    clients: Clients, stranger: DescribedClient
) -> None:
    table = Table.seated(2)
    before = table.rows()
    calls: list[tuple[DescribedClient, str, str, Any]] = [
        (stranger, "post", "/seats", {}),
        (stranger, "post", "/start", {}),
        (stranger, "post", "/bots", {"level": "easy"}),
        (clients(table)[0], "post", "/start", {}),
        (clients(table)[0], "post", "/bots", {"level": "easy"}),
    ]
    told = [
        refusal(getattr(client, how)(f"{GAMES}/{table.id}{rest}", body)) for client, how, rest, body in calls
    ]
    assert told == [
        (409, "already_started", None),
        *[(403, "not_seated", None)] * 2,
        *[(409, "already_started", None)] * 2,
    ]
    assert table.rows() == before
