"""`GET games/{id}`: what each sees, and when nothing has changed."""

from collections.abc import Callable

import pytest

from games.models import Game
from players import erasure
from players.models import Player
from tests.games.api.asking import DRAW, games, one, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]


@pytest.fixture
def running(table: Tables) -> Table:
    opened = table(2)
    opened.deal("R5 R+2 CC", "R3 R9 K", leading="R1")
    return opened


def test_a_seat_sees_its_own_hand_and_counts(running: Table, clients: Clients) -> None:
    dana = clients(running)[1]
    view = dana.get(games(running)).json()
    assert view["you"] == {
        "seat": 1,
        "hand": ["R3", "R9", "K"],
        "declared": False,
        "stage": 1,
        "drawn": None,
    }
    assert [(seat["seat"], seat["cards"], seat["player"]["name"]) for seat in view["seats"]] == [
        (0, 3, "Guest 0"),
        (1, 3, "Guest 1"),
    ]
    assert view["legal"] == []
    assert view["table"] == {
        "leading": "R1",
        "color": "R",
        "top": ["R1"],
        "pile": 12,
        "discard": 0,
        "direction": 1,
        "debt": 0,
        "run": None,
        "plus_three": None,
    }
    assert (view["hands"], view["fairness"]["seed"], view["result"]) == (None, None, None)


def test_a_spectator_sees_counts(running: Table, clients: Clients, stranger: DescribedClient) -> None:
    view = stranger.get(games(running)).json()
    seen = clients(running)[0].get(games(running)).json()
    assert (view["you"], view["legal"], view["code"]) == (None, [], None)
    for name in ("version", "seats", "table", "turn", "status", "fairness", "hands"):
        assert view[name] == seen[name]


def test_the_code_is_shown_to_those_who_sit_in_the_lobby(table: Tables, clients: Clients) -> None:
    lobby = table(2, visibility=Game.Visibility.CODE)
    code = lobby.head().code
    assert [client.get(games(lobby)).json()["code"] for client in clients(lobby)] == [code, code]
    lobby.start()
    assert [client.get(games(lobby)).json()["code"] for client in clients(lobby)] == [None, None]


def test_a_view_that_is_known_is_not_sent_again(running: Table, clients: Clients) -> None:
    noa = clients(running)[0]
    etag = noa.get(games(running))["ETag"]
    assert etag.startswith(f'"{running.standing().version}-')
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        answer = noa.get(games(running), headers={"If-None-Match": known})
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", etag)
    assert noa.get(games(running), headers={"If-None-Match": "other"}).status_code == 200
    noa.post(games(running, "/moves"), one(1, DRAW))
    assert noa.get(games(running), headers={"If-None-Match": etag}).status_code == 200


def test_a_view_changes_with_the_names_in_it(running: Table, clients: Clients) -> None:
    noa, dana = clients(running)
    etag = noa.get(games(running))["ETag"]
    erasure.erase(Player.objects.get(pk=dana.player.pk))
    answer = noa.get(games(running), headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert answer.json()["seats"][1]["player"] == {"id": str(dana.player.pk), "name": ""}


def test_answers_are_kept_by_nobody(running: Table, clients: Clients) -> None:
    answer = clients(running)[0].get(games(running))
    assert answer["Cache-Control"] == "private, no-store"
    assert "Authorization" in answer["Vary"]


@pytest.mark.parametrize("id_", ["01a22a01-0533-723c-aba6-dd1456d89b79", "0", "x", "me", "%00", "1" * 400])
def test_a_game_that_does_not_exist_is_not_found(stranger: DescribedClient, id_: str) -> None:
    assert refusal(stranger.get(f"{API}/games/{id_}")) == (404, "not_found", None)


def test_an_id_is_the_same_in_capitals(playing: Table, clients: Clients) -> None:
    noa = clients(playing)[0]
    shown = noa.get(games(playing)).json()
    assert noa.get(f"{API}/games/{str(playing.id).upper()}").json() == shown
    assert noa.get(f"{API}/players/{str(playing.people[1]).upper()}").json()["name"] == "Guest 1"
