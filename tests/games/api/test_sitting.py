"""Sitting down, leaving, joining by code and starting."""

from collections.abc import Callable

import pytest

from games.models import Game
from tests.conftest import FixedClock
from tests.games.api.asking import games, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

CODE = Game.Visibility.CODE
JOIN = f"{API}/games/join"


# --- sitting down


def test_one_sits_down_on_the_lowest_free_seat(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(3, taken=1)
    view = stranger.post(games(lobby, "/seats"), {}).json()
    assert view["you"]["seat"] == 1
    assert [seat["player"]["name"] for seat in view["seats"]] == ["Guest 0", "Stranger"]


def test_one_sits_down_without_a_body(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(3, taken=1)
    assert stranger.post(games(lobby, "/seats")).json()["you"]["seat"] == 1


def test_one_sits_down_on_a_seat_of_ones_choice(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(5, taken=1)
    view = stranger.post(games(lobby, "/seats"), {"seat": 4}).json()
    assert view["you"]["seat"] == 4
    assert [seat["seat"] for seat in view["seats"]] == [0, 4]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"seat": 0}, (409, "seat_taken", "seat")),
        ({"seat": 3}, (422, "no_such_seat", "seat")),
        ({"seat": 10}, (400, "invalid", "seat")),
        ({"seat": -1}, (400, "invalid", "seat")),
        ({"seat": None}, (400, "invalid", "seat")),
        ({"seat": "1"}, (400, "invalid", "seat")),
        ({"chair": 1}, (400, "invalid", "chair")),
        ([], (400, "malformed", None)),
    ],
)
def test_a_seat_that_is_not_free_or_not_there_is_refused(
    table: Tables, stranger: DescribedClient, body: object, told: tuple[object, ...]
) -> None:
    lobby = table(3, taken=1)
    before = lobby.rows()
    assert refusal(stranger.post(games(lobby, "/seats"), body)) == told
    assert lobby.rows() == before


def test_the_free_seats_are_told(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(3, taken=1)
    assert stranger.post(games(lobby, "/seats"), {"seat": 0}).json()["allowed"] == [1, 2]


def test_nobody_sits_down_twice(table: Tables, clients: Clients) -> None:
    lobby = table(3, taken=1)
    before = lobby.rows()
    answer = clients(lobby)[0].post(games(lobby, "/seats"), {"seat": 2})
    assert refusal(answer) == (409, "already_seated", None)
    assert (answer.json()["version"], answer.json()["rule"]) == (3, "1")
    assert lobby.rows() == before


def test_nobody_sits_down_at_a_full_table(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(2)
    before = lobby.rows()
    assert refusal(stranger.post(games(lobby, "/seats"), {})) == (409, "table_full", None)
    assert lobby.rows() == before


def test_nobody_sits_down_after_the_start(table: Tables, stranger: DescribedClient) -> None:
    running = table(3, taken=2)
    running.start()
    before = running.rows()
    assert refusal(stranger.post(games(running, "/seats"), {})) == (409, "already_started", None)
    assert running.rows() == before


def test_nobody_sits_down_when_the_lobbys_time_is_up(
    table: Tables, stranger: DescribedClient, clock: FixedClock
) -> None:
    lobby = table(3, taken=1)
    clock.advance(days=1)
    stranger.post(f"{API}/auth/refresh", {"refresh": stranger.tokens.refresh})
    fresh = DescribedClient.of(stranger.player.pk)
    assert refusal(fresh.post(games(lobby, "/seats"), {})) == (409, "game_over", None)
    assert lobby.head().status == "abandoned"


# --- leaving


def test_a_seat_can_be_left_before_the_start(table: Tables, clients: Clients) -> None:
    lobby = table(3)
    answer = clients(lobby)[2].delete(games(lobby, "/seats/me"))
    assert (answer.status_code, answer.content) == (204, b"")
    assert lobby.standing().state.taken == (0, 1)


def test_what_a_leaver_sends_along_is_not_read(table: Tables, clients: Clients) -> None:
    lobby = table(3)
    answer = clients(lobby)[2].delete(
        games(lobby, "/seats/me"), b"{", content_type="text/plain", headers={"Idempotency-Key": "a"}
    )
    assert answer.status_code == 204


def test_a_host_who_leaves_passes_the_host_on(table: Tables, clients: Clients) -> None:
    lobby = table(3)
    noa, dana, _ = clients(lobby)
    noa.delete(games(lobby, "/seats/me"))
    assert dana.get(games(lobby)).json()["host"] == 1


def test_after_the_start_a_seat_is_given_up_by_resigning(table: Tables, clients: Clients) -> None:
    running = table(3)
    running.start()
    before = running.rows()
    answer = clients(running)[0].delete(games(running, "/seats/me"))
    assert refusal(answer) == (409, "already_started", None)
    assert "resign" in answer.json()["detail"]
    assert running.rows() == before


def test_nobody_leaves_a_seat_of_somebody_else(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(3)
    before = lobby.rows()
    assert refusal(stranger.delete(games(lobby, "/seats/me"))) == (403, "not_seated", None)
    assert lobby.rows() == before


# --- joining by code


@pytest.mark.parametrize("spelled", ["{}", " {} ", "lower", "hyphen"])
def test_the_code_lets_one_in_however_it_is_typed(
    table: Tables, stranger: DescribedClient, spelled: str
) -> None:
    lobby = table(3, taken=1, visibility=CODE)
    code = str(lobby.head().code)
    ways = {"lower": code.lower(), "hyphen": f"{code[:3]}-{code[3:]}"}
    view = stranger.post(JOIN, {"code": ways.get(spelled, spelled.format(code))}).json()
    assert (view["id"], view["you"]["seat"], view["code"]) == (str(lobby.id), 1, code)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("AAAAAA", (404, "wrong_code", "code")),
        ("K7", (404, "wrong_code", "code")),
        ("", (400, "invalid", "code")),
        ("A\0AAAA", (400, "invalid", "code")),
        ("אאאאאא", (400, "invalid", "code")),
        ("A" * 33, (400, "invalid", "code")),
        (123456, (400, "invalid", "code")),
    ],
)
def test_a_wrong_code_lets_nobody_in(
    table: Tables, stranger: DescribedClient, code: object, told: tuple[object, ...]
) -> None:
    lobby = table(3, taken=1, visibility=CODE)
    before = lobby.rows()
    assert refusal(stranger.post(JOIN, {"code": code})) == told
    assert lobby.rows() == before


def test_a_code_is_worth_nothing_after_the_start(table: Tables, stranger: DescribedClient) -> None:
    running = table(3, taken=2, visibility=CODE)
    code = running.head().code
    running.start()
    before = running.rows()
    assert refusal(stranger.post(JOIN, {"code": code})) == (404, "wrong_code", "code")
    assert running.rows() == before


def test_who_sits_there_already_is_told_so(table: Tables, clients: Clients) -> None:
    lobby = table(3, taken=1, visibility=CODE)
    answer = clients(lobby)[0].post(JOIN, {"code": lobby.head().code})
    assert refusal(answer) == (409, "already_seated", None)


def test_a_private_game_is_not_joined_without_its_code(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(3, taken=1, visibility=CODE)
    before = lobby.rows()
    assert refusal(stranger.post(games(lobby, "/seats"), {})) == (404, "not_found", None)
    assert lobby.rows() == before


# --- starting


def test_the_host_starts_the_game(table: Tables, clients: Clients) -> None:
    lobby = table(2)
    view = clients(lobby)[0].post(games(lobby, "/start"), {}).json()
    assert (view["status"], view["code"], view["lobby_deadline"]) == ("playing", None, None)
    assert view["turn"] == {
        "number": 1,
        "seat": 0,
        "pending": "ordinary",
        "deadline": "2040-01-01T12:00:30.000000Z",
    }
    assert [seat["cards"] for seat in view["seats"]] == [8, 8]
    assert len(view["you"]["hand"]) == 8


def test_only_the_host_starts_the_game(table: Tables, clients: Clients, stranger: DescribedClient) -> None:
    lobby = table(2)
    before = lobby.rows()
    assert refusal(clients(lobby)[1].post(games(lobby, "/start"), {})) == (403, "not_the_host", None)
    assert refusal(stranger.post(games(lobby, "/start"), {})) == (403, "not_seated", None)
    assert lobby.rows() == before


def test_nobody_plays_alone(table: Tables, clients: Clients) -> None:
    lobby = table(2, taken=1)
    before = lobby.rows()
    assert refusal(clients(lobby)[0].post(games(lobby, "/start"), {})) == (409, "too_few_seats", None)
    assert lobby.rows() == before


def test_a_game_starts_once(table: Tables, clients: Clients) -> None:
    lobby = table(2)
    host = clients(lobby)[0]
    host.post(games(lobby, "/start"), {})
    before = lobby.rows()
    assert refusal(host.post(games(lobby, "/start"), {})) == (409, "already_started", None)
    assert refusal(host.post(games(lobby, "/start"), {"seed": 7})) == (400, "invalid", "seed")
    assert lobby.rows() == before


def test_the_host_names_the_seat_that_begins(table: Tables, clients: Clients) -> None:
    lobby = table(3, first_seat="named")
    view = clients(lobby)[0].post(games(lobby, "/start"), {"first": 2}).json()
    assert (view["turn"]["number"], view["turn"]["seat"]) == (1, 2)


def test_a_seat_that_must_be_named_is_one_that_is_taken(table: Tables, clients: Clients) -> None:
    lobby = table(3, taken=2, first_seat="named")
    host, before = clients(lobby)[0], lobby.rows()
    for body in ({}, {"first": 2}):
        answer = host.post(games(lobby, "/start"), body)
        assert refusal(answer) == (422, "first_seat_required", "first")
        assert answer.json()["allowed"] == [0, 1]
    answer = host.post(games(lobby, "/start"), {"first": 10})
    assert refusal(answer) == (400, "invalid", "first")
    assert lobby.rows() == before


def test_nobody_is_named_where_the_options_say_who_begins(table: Tables, clients: Clients) -> None:
    lobby = table(2)
    before = lobby.rows()
    answer = clients(lobby)[0].post(games(lobby, "/start"), {"first": 1})
    assert refusal(answer) == (422, "first_seat_not_allowed", "first")
    assert lobby.rows() == before


def test_a_start_under_a_key_belongs_to_the_seat_that_was_named(table: Tables, clients: Clients) -> None:
    lobby = table(2, first_seat="named")
    host, keyed = clients(lobby)[0], {"Idempotency-Key": "start"}
    host.post(games(lobby, "/start"), {"first": 1}, headers=keyed)
    again = host.post(games(lobby, "/start"), {"first": 1}, headers=keyed)
    assert again.json()["turn"]["seat"] == 1
    other = host.post(games(lobby, "/start"), {"first": 0}, headers=keyed)
    assert refusal(other) == (422, "key_reused", None)
