"""`Idempotency-Key`: carried out once, answered the same for ever."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.event_store import GAMES
from games.models import Game, KeyedCommand
from tests.conftest import FixedClock
from tests.games.api.asking import DRAW, RESIGN, games, lay, one, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table, play_on

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

OPEN = {"edition": "super-116", "seats": 4}


def keyed(key: str) -> dict[str, Any]:
    return {"headers": {"Idempotency-Key": key}}


def forget_states(table: Table) -> None:
    """Be another process, which knows nothing but the log."""
    GAMES._cache.forget(table.id)


def test_a_retried_move_gets_the_same_bytes(playing: Table, clients: Clients) -> None:
    noa = clients(playing)[0]
    first = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    before = playing.rows()
    play_on(playing, Random(7), until=lambda standing: standing.state.number > 6)
    after = playing.rows()
    forget_states(playing)
    again = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert playing.rows() == after != before


def test_a_retry_after_the_end_tells_no_more_than_the_first_answer(playing: Table, clients: Clients) -> None:
    noa, dana, omer = clients(playing)
    first = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    dana.post(games(playing, "/moves"), {"move": RESIGN})
    omer.post(games(playing, "/moves"), {"move": RESIGN})
    forget_states(playing)
    assert playing.standing().state.disclosed
    again = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    assert again.content == first.content
    assert again.json()["view"]["hands"] is None


def test_the_body_counts_and_not_how_it_is_written(playing: Table, clients: Clients) -> None:
    noa = clients(playing)[0]
    first = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    other_way = b'{ "move": {"type": "draw"},\n "turn": 1 }'
    again = noa.post(games(playing, "/moves"), other_way, content_type="application/json", **keyed("a"))
    assert again.content == first.content


@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("post", "/moves", one(1, RESIGN)),
        ("post", "/moves", one(2, DRAW)),
        ("post", "/start", {}),
        ("delete", "/seats/me", None),
    ],
)
def test_a_key_stands_for_one_request(
    playing: Table, clients: Clients, method: str, rest: str, body: Any
) -> None:
    noa = clients(playing)[0]
    noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    before = playing.rows()
    answer = getattr(noa, method)(games(playing, rest), body, **keyed("a"))
    assert refusal(answer) == (422, "key_reused", None)
    assert playing.rows() == before


def test_a_key_of_one_game_is_no_key_of_another(playing: Table, clients: Clients, table: Tables) -> None:
    noa = clients(playing)[0]
    noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    answer = noa.post(f"{API}/games", OPEN, **keyed("a"))
    assert refusal(answer) == (422, "key_reused", None)
    assert Game.objects.count() == 1


def test_two_players_may_choose_the_same_key(table: Tables, clients: Clients) -> None:
    lobby = table(2, taken=2)
    noa, dana = clients(lobby)
    assert noa.post(f"{API}/games", OPEN, **keyed("a")).status_code == 201
    assert dana.post(f"{API}/games", OPEN, **keyed("a")).status_code == 201
    assert KeyedCommand.objects.count() == 2


def test_refusals_are_not_remembered(playing: Table, clients: Clients) -> None:
    noa, dana, _ = clients(playing)
    assert refusal(dana.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))) == (
        *(409, "not_your_turn"),
        "move",
    )
    noa.post(games(playing, "/moves"), one(1, DRAW))
    assert dana.post(games(playing, "/moves"), one(2, DRAW), **keyed("a")).status_code == 200


@pytest.mark.parametrize("key", ["", "a b", "é", "a\x7f", "x" * 256])
def test_a_key_is_visible_ascii(playing: Table, clients: Clients, key: str) -> None:
    before = playing.rows()
    answer = clients(playing)[0].post(games(playing, "/moves"), one(1, DRAW), **keyed(key))
    assert refusal(answer) == (400, "invalid", "Idempotency-Key")
    assert playing.rows() == before


def test_the_longest_key_is_taken(playing: Table, clients: Clients) -> None:
    answer = clients(playing)[0].post(games(playing, "/moves"), one(1, DRAW), **keyed("~" * 255))
    assert answer.status_code == 200


def test_opening_twice_under_a_key_opens_one_game(stranger: DescribedClient) -> None:
    first = stranger.post(f"{API}/games", OPEN | {"public": False}, **keyed("a"))
    again = stranger.post(f"{API}/games", OPEN | {"public": False}, **keyed("a"))
    assert (again.status_code, again.content) == (201, first.content)
    assert Game.objects.count() == 1


def test_calls_of_the_lobby_are_answered_again(
    table: Tables, clients: Clients, stranger: DescribedClient
) -> None:
    lobby = table(3, taken=1, visibility=Game.Visibility.CODE)
    join = {"code": lobby.head().code}
    joined = stranger.post(f"{API}/games/join", join, **keyed("join"))
    started = clients(lobby)[0].post(games(lobby, "/start"), {}, **keyed("start"))
    after = lobby.rows()
    again = stranger.post(f"{API}/games/join", join, **keyed("join"))
    assert (again.status_code, again.json()["version"]) == (200, joined.json()["version"])
    again = clients(lobby)[0].post(games(lobby, "/start"), {}, **keyed("start"))
    assert again.content == started.content
    assert lobby.rows() == after


def test_leaving_is_answered_again_to_whoever_has_left(table: Tables, clients: Clients) -> None:
    lobby = table(3, visibility=Game.Visibility.CODE)
    omer = clients(lobby)[2]
    assert omer.delete(games(lobby, "/seats/me"), **keyed("a")).status_code == 204
    after = lobby.rows()
    assert omer.delete(games(lobby, "/seats/me"), **keyed("a")).status_code == 204
    assert lobby.rows() == after


def test_a_retry_is_answered_though_the_turn_is_long_over(
    playing: Table, clients: Clients, clock: FixedClock
) -> None:
    noa = clients(playing)[0]
    first = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    clock.advance(minutes=4)
    again = noa.post(games(playing, "/moves"), one(1, DRAW), **keyed("a"))
    assert again.content == first.content


def test_a_move_that_wins_is_answered_again(table: Tables, clients: Clients) -> None:
    opened = table(2)
    opened.deal("R5", "R3 R9", leading="R1")
    noa = clients(opened)[0]
    first = noa.post(games(opened, "/moves"), one(1, lay("R5")), **keyed("a"))
    assert first.json()["view"]["hands"] == [[], ["R3", "R9"]]
    forget_states(opened)
    assert noa.post(games(opened, "/moves"), one(1, lay("R5")), **keyed("a")).content == first.content
