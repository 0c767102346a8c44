"""A private game does not exist for strangers, in no call; a public one is open to be watched."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from games.models import Game
from tests.games.api.asking import DRAW, RESIGN, one, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

NOBODYS = "01a22a01-0533-723c-aba6-dd1456d89b79"
CALLS: list[tuple[str, str, Any]] = [
    ("get", "", None),
    ("post", "/seats", {}),
    ("post", "/seats", {"seat": 0}),
    ("post", "/seats", {"seat": 9}),
    ("delete", "/seats/me", None),
    ("post", "/bots", {"level": "easy"}),
    ("post", "/bots", {"level": "easy", "seat": 0}),
    ("delete", "/bots/1", None),
    ("post", "/start", {}),
    ("post", "/moves", one(1, DRAW)),
    ("post", "/moves", {"move": RESIGN}),
    ("get", "/events", None),
    ("get", "/events?after=2000000000", None),
    ("get", "/events?wait=25", None),
    ("get", "/history/1", None),
    ("get", "/history/1?seat=0", None),
    ("get", "/history/2000000000", None),
    ("get", "/transcript", None),
    ("get", "/rules", None),
    ("get", "/rules?lang=he&format=html", None),
]


def asked(client: DescribedClient, id_: object, call: tuple[str, str, Any]) -> tuple[int, bytes]:
    method, rest, body = call
    answer = getattr(client, method)(f"{API}/games/{id_}{rest}", body)
    assert "ETag" not in answer
    return answer.status_code, answer.content


def going_on(client: DescribedClient, id_: object) -> tuple[int, bytes]:
    answer = client.post(f"{API}/games", {"after": str(id_)})
    return answer.status_code, answer.content


def ended(table: Table, clients: Clients) -> Table:
    table.start()
    clients(table)[0].post(f"{API}/games/{table.id}/moves", {"move": RESIGN})
    return table


def next_of(table: Table, clients: Clients) -> Table:
    """The game that goes on from this one, with all of its people."""
    views = [person.post(f"{API}/games", {"after": str(table.id)}).json() for person in clients(table)]
    return Table(UUID(views[0]["id"]), table.people)


@pytest.fixture(params=["lobby", "playing", "finished", "next lobby", "next playing", "next finished"])
def private(request: pytest.FixtureRequest, table: Tables, clients: Clients) -> Table:
    opened = table(2, visibility=Game.Visibility.CODE)
    if "next" in request.param:
        opened = next_of(ended(opened, clients), clients)
    if "playing" in request.param:
        opened.start()
    if "finished" in request.param:
        ended(opened, clients)
    return opened


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0]} {call[1]}")
def test_a_private_game_cannot_be_told_from_none(
    private: Table, stranger: DescribedClient, call: tuple[str, str, Any]
) -> None:
    before = private.rows()
    status, content = asked(stranger, private.id, call)
    assert status == 404
    assert (status, content) == asked(stranger, NOBODYS, call)
    assert private.rows() == before


def test_nobody_goes_on_from_a_private_game_of_others(private: Table, stranger: DescribedClient) -> None:
    before = private.rows()
    status, content = going_on(stranger, private.id)
    assert status == 404
    assert (status, content) == going_on(stranger, NOBODYS)
    assert private.rows() == before


def test_a_private_game_is_in_no_list_of_strangers(private: Table, stranger: DescribedClient) -> None:
    for query in ("", f"?player={private.people[0]}"):
        assert stranger.get(f"{API}/games{query}").json() == {"results": [], "next": None}


def test_whoever_has_left_a_private_lobby_is_a_stranger(table: Tables, clients: Clients) -> None:
    lobby = table(2, visibility=Game.Visibility.CODE)
    dana = clients(lobby)[1]
    dana.delete(f"{API}/games/{lobby.id}/seats/me")
    assert refusal(dana.get(f"{API}/games/{lobby.id}")) == (404, "not_found", None)


def test_who_sat_at_the_game_before_finds_a_private_game_as_a_spectator_and_sits_down(
    table: Tables, clients: Clients
) -> None:
    old = ended(table(2, visibility=Game.Visibility.CODE), clients)
    noa, dana = clients(old)
    path = f"{API}/games/{noa.post(f'{API}/games', {'after': str(old.id)}).json()['id']}"
    for rest in ("", "/events", "/history/3", "/rules"):
        assert dana.get(f"{path}{rest}").status_code == 200
    view = dana.get(path).json()
    assert (view["visibility"], view["code"], view["you"], view["previous"]) == (
        *("code", None, None),
        str(old.id),
    )
    assert refusal(dana.get(f"{path}/transcript")) == (409, "not_disclosed", None)
    assert refusal(dana.get(f"{path}/history/3?seat=0")) == (409, "not_disclosed", "seat")
    answer = dana.post(f"{path}/seats", {})
    assert (answer.status_code, answer.json()["you"]["seat"]) == (200, 1)


def test_a_public_game_can_be_watched_by_whoever_is_signed_in(
    playing: Table, stranger: DescribedClient
) -> None:
    for rest in ("", "/events", "/history/3", "/rules"):
        assert stranger.get(f"{API}/games/{playing.id}{rest}").status_code == 200


def test_an_ended_session_watches_nothing(playing: Table, stranger: DescribedClient) -> None:
    stranger.post(f"{API}/auth/signout")
    for call in CALLS:
        status, content = asked(stranger, playing.id, call)
        assert (status, b"session_ended" in content) == (401, True), call
