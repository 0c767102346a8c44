"""Seats filled by bots: when a game is opened, by the host in the lobby, and where people go on together."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.cards import card
from games.engine.commands import Lay
from games.models import Game, KeyedCommand, Seat, StoredEvent
from players.models import Player
from tests.games.api.asking import RESIGN, games, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

GAMES = f"{API}/games"
LEVELS = ["easy", "normal", "hard"]
CODE = Game.Visibility.CODE
ONCE: Any = {"headers": {"Idempotency-Key": "once"}}
AWAY: Any = {"headers": {"Idempotency-Key": "away"}}


def seated(view: dict[str, Any]) -> list[tuple[int, str, bool, str | None]]:
    """Seat, name, whether it is a bot, and its level, of every seat with somebody on it."""
    return [(one["seat"], one["player"]["name"], one["bot"], one["level"]) for one in view["seats"]]


def opened(client: DescribedClient, **more: Any) -> Any:
    return client.post(GAMES, {"edition": "super-116", "seats": 4, **more})


# --- when a game is opened


def test_bots_take_the_lowest_seats_beside_the_opener(stranger: DescribedClient) -> None:
    answer = opened(stranger, bots=["easy", "hard", "easy"])
    assert answer.status_code == 201
    assert seated(answer.json()) == [
        (0, "Stranger", False, None),
        (1, "Easy 1", True, "easy"),
        (2, "Hard 1", True, "hard"),
        (3, "Easy 2", True, "easy"),
    ]
    assert answer.json()["host"] == 0


def test_the_log_says_who_seated_them_and_who_they_are(stranger: DescribedClient) -> None:
    opened(stranger, bots=["hard"])
    row = StoredEvent.objects.get(version=4)
    assert (row.type, row.schema, row.payload) == ("seat_taken", 2, {"seat": 1, "bot": "hard"})
    assert row.actor == stranger.player.pk
    assert row.subject == Player.objects.get(name="Hard 1").pk == Seat.objects.get(number=1).player_id
    assert StoredEvent.objects.values("command").distinct().count() == 1


def test_a_table_of_ten_has_room_for_nine(stranger: DescribedClient) -> None:
    view = opened(stranger, seats=10, bots=["normal"] * 9).json()
    assert [one["level"] for one in view["seats"]] == [None, *["normal"] * 9]


def test_no_bots_are_no_bots(stranger: DescribedClient) -> None:
    assert seated(opened(stranger, bots=[]).json()) == [(0, "Stranger", False, None)]


@pytest.mark.parametrize(
    ("bots", "told", "allowed"),
    [
        (["easy"] * 4, (409, "table_full", "bots"), {"min": 0, "max": 3}),
        (["easy"] * 10, (400, "invalid", "bots"), None),
        (["easy", "clever"], (400, "invalid", "bots[1]"), LEVELS),
        ([None], (400, "invalid", "bots[0]"), LEVELS),
        ("easy", (400, "invalid", "bots"), None),
        (None, (400, "invalid", "bots"), None),
    ],
)
def test_bots_that_do_not_fit_open_nothing(
    stranger: DescribedClient, bots: object, told: tuple[object, ...], allowed: object
) -> None:
    answer = opened(stranger, bots=bots)
    assert refusal(answer) == told
    assert answer.json().get("allowed") == allowed
    assert not any(model.objects.exists() for model in (Game, Seat, StoredEvent, KeyedCommand))
    assert not Player.objects.filter(kind="bot").exists()


def test_a_key_opens_one_table_with_its_bots(stranger: DescribedClient) -> None:
    body = {"edition": "super-116", "seats": 3, "bots": ["easy", "easy"]}
    first = stranger.post(GAMES, body, **ONCE)
    assert stranger.post(GAMES, body, **ONCE).content == first.content
    assert Game.objects.count() == 1
    other = stranger.post(GAMES, {**body, "bots": ["easy"]}, **ONCE)
    assert refusal(other) == (422, "key_reused", None)


# --- by the host in the lobby


@pytest.fixture
def lobby(table: Tables) -> Table:
    """Four seats; the host is on seat 0, a guest on seat 1."""
    return table(4, taken=2)


def test_the_host_seats_a_bot_on_the_lowest_free_seat(lobby: Table, clients: Clients) -> None:
    host, other = clients(lobby)
    answer = host.post(games(lobby, "/bots"), {"level": "normal"})
    assert answer.status_code == 200
    assert seated(answer.json())[2:] == [(2, "Normal 1", True, "normal")]
    assert seated(other.get(games(lobby)).json())[2:] == [(2, "Normal 1", True, "normal")]
    assert lobby.head().seats_taken == 3


def test_the_host_seats_a_bot_where_it_is_wanted(lobby: Table, clients: Clients) -> None:
    view = clients(lobby)[0].post(games(lobby, "/bots"), {"level": "hard", "seat": 3}).json()
    assert seated(view)[2:] == [(3, "Hard 1", True, "hard")]


@pytest.mark.parametrize(
    ("body", "told", "allowed"),
    [
        ({"level": "easy", "seat": 1}, (409, "seat_taken", "seat"), [2, 3]),
        ({"level": "easy", "seat": 4}, (422, "no_such_seat", "seat"), [2, 3]),
        ({"level": "easy", "seat": 10}, (400, "invalid", "seat"), {"min": 0, "max": 9}),
        ({"level": "Easy"}, (400, "invalid", "level"), LEVELS),
        ({"level": 1}, (400, "invalid", "level"), LEVELS),
        ({"seat": 2}, (400, "invalid", "level"), LEVELS),
        ({}, (400, "invalid", "level"), LEVELS),
    ],
)
def test_a_bot_that_does_not_fit_is_refused(
    lobby: Table, clients: Clients, body: object, told: tuple[object, ...], allowed: object
) -> None:
    before = lobby.rows()
    answer = clients(lobby)[0].post(games(lobby, "/bots"), body)
    assert refusal(answer) == told
    assert answer.json().get("allowed") == allowed
    assert lobby.rows() == before


def test_only_the_host_has_bots_sit_down_and_stand_up(
    lobby: Table, clients: Clients, stranger: DescribedClient
) -> None:
    host, other = clients(lobby)
    host.post(games(lobby, "/bots"), {"level": "easy"})
    before = lobby.rows()
    for client, code in ((other, "not_the_host"), (stranger, "not_seated")):
        assert refusal(client.post(games(lobby, "/bots"), {"level": "easy"})) == (403, code, None)
        assert refusal(client.delete(games(lobby, "/bots/2"))) == (403, code, None)
    assert lobby.rows() == before


def test_a_full_table_takes_no_bot(table: Tables, clients: Clients) -> None:
    full = table(2)
    before = full.rows()
    for body in ({"level": "easy"}, {"level": "easy", "seat": 1}):
        answer = clients(full)[0].post(games(full, "/bots"), body)
        assert refusal(answer) == (409, "table_full", None)
    assert full.rows() == before


def test_a_bot_stands_up_and_its_seat_is_free(lobby: Table, clients: Clients) -> None:
    host = clients(lobby)[0]
    host.post(games(lobby, "/bots"), {"level": "easy"})
    answer = host.delete(games(lobby, "/bots/2"))
    assert (answer.status_code, answer.content) == (204, b"")
    assert lobby.standing().people[2:] == (None, None)
    assert lobby.standing().state.bots == (None, None, None, None)
    row = StoredEvent.objects.get(game=lobby.id, type="seat_left")
    assert (row.actor, row.subject) == (lobby.people[0], Player.objects.get(name="Easy 1").pk)
    assert host.post(games(lobby, "/bots"), {"level": "hard", "seat": 2}).status_code == 200


@pytest.mark.parametrize("seat", [0, 1, 3, 9, 2_000_000_000])
def test_only_bots_are_made_to_stand_up(lobby: Table, clients: Clients, seat: int) -> None:
    host = clients(lobby)[0]
    host.post(games(lobby, "/bots"), {"level": "easy"})
    before = lobby.rows()
    answer = host.delete(games(lobby, f"/bots/{seat}"))
    assert refusal(answer) == (409, "not_a_bot", "seat")
    assert answer.json()["allowed"] == [2]
    assert lobby.rows() == before


def test_after_the_start_bots_stay_as_they_are(lobby: Table, clients: Clients) -> None:
    host, _ = clients(lobby)
    host.post(games(lobby, "/bots"), {"level": "easy"})
    lobby.start()
    before = lobby.rows()
    assert refusal(host.post(games(lobby, "/bots"), {"level": "easy"})) == (409, "already_started", None)
    assert refusal(host.delete(games(lobby, "/bots/2"))) == (409, "already_started", None)
    assert lobby.rows() == before


def test_a_game_that_is_over_takes_no_bot(lobby: Table, clients: Clients) -> None:
    host, other = clients(lobby)
    lobby.start()
    other.post(games(lobby, "/moves"), {"move": RESIGN})
    before = lobby.rows()
    assert refusal(host.post(games(lobby, "/bots"), {"level": "easy"})) == (409, "game_over", None)
    assert refusal(host.delete(games(lobby, "/bots/2"))) == (409, "game_over", None)
    assert lobby.rows() == before


def test_a_key_seats_one_bot(lobby: Table, clients: Clients) -> None:
    host = clients(lobby)[0]
    first = host.post(games(lobby, "/bots"), {"level": "easy"}, **ONCE)
    assert host.post(games(lobby, "/bots"), {"level": "easy"}, **ONCE).content == first.content
    assert lobby.head().seats_taken == 3
    for _ in range(2):
        assert host.delete(games(lobby, "/bots/2"), **AWAY).status_code == 204
    assert lobby.head().seats_taken == 2


def test_a_bot_hosts_nothing_and_holds_no_lobby(lobby: Table, clients: Clients) -> None:
    host, other = clients(lobby)
    host.post(games(lobby, "/bots"), {"level": "easy"})
    host.delete(games(lobby, "/seats/me"))
    assert lobby.standing().state.host == 1
    other.delete(games(lobby, "/seats/me"))
    assert lobby.head().status == Game.Status.ABANDONED


def test_bots_sit_at_private_tables_too(table: Tables, clients: Clients) -> None:
    lobby = table(3, taken=2, visibility=CODE)
    view = clients(lobby)[0].post(games(lobby, "/bots"), {"level": "easy"}).json()
    assert seated(view)[2:] == [(2, "Easy 1", True, "easy")]
    assert view["code"] == lobby.head().code


def test_lists_tell_bots_from_people(stranger: DescribedClient) -> None:
    opened(stranger, bots=["easy"])
    (listed,) = stranger.get(GAMES).json()["results"]
    told = [(one["seat"], one["player"]["name"], one["bot"]) for one in listed["seats"]]
    assert told == [(0, "Stranger", False), (1, "Easy 1", True)]


def test_one_person_plays_alone_against_bots_in_three_calls(stranger: DescribedClient) -> None:
    id_ = opened(stranger, bots=["easy", "normal", "hard"]).json()["id"]
    view = stranger.post(f"{GAMES}/{id_}/start", {}).json()
    assert (view["status"], view["turn"]["seat"]) == ("playing", 0)
    answer = stranger.post(f"{GAMES}/{id_}/moves", {"turn": 1, "move": {"type": "draw"}})
    assert answer.json()["view"]["turn"]["seat"] == 1


# --- where people go on together


@pytest.fixture
def old(lobby: Table, clients: Clients) -> Table:
    """A game that seat 0 won against a guest and a bot; nobody sat on seat 3."""
    clients(lobby)[0].post(games(lobby, "/bots"), {"level": "hard"})
    lobby.deal("R5", "R7 G7", "B1 +3", leading="R3")
    lobby.play(0, Lay(card("R5")))
    return lobby


def test_the_bots_of_a_game_sit_down_at_the_next_at_once(old: Table, clients: Clients) -> None:
    host, other = clients(old)
    view = host.post(GAMES, {"after": str(old.id)}).json()
    assert seated(view) == [(0, "Guest 0", False, None), (2, "Hard 1", True, "hard")]
    after = other.post(GAMES, {"after": str(old.id)}).json()
    assert [one["seat"] for one in after["seats"]] == [0, 1, 2]


def test_a_bot_takes_no_seat_that_is_kept_for_a_person(old: Table, clients: Clients) -> None:
    host, _ = clients(old)
    new = Table(host.post(GAMES, {"after": str(old.id)}).json()["id"], old.people)
    before = new.rows()
    answer = host.post(games(new, "/bots"), {"level": "easy", "seat": 1})
    assert refusal(answer) == (409, "kept_for_person", "seat")
    assert answer.json()["allowed"] == [3]
    assert new.rows() == before
    assert seated(host.post(games(new, "/bots"), {"level": "easy"}).json())[2:] == [
        (3, "Easy 1", True, "easy")
    ]
    before = new.rows()
    answer = host.post(games(new, "/bots"), {"level": "easy"})
    assert refusal(answer) == (409, "kept_for_person", "seat")
    assert answer.json()["allowed"] == []
    assert new.rows() == before


def test_the_seat_of_a_bot_of_there_can_be_another_bot_s(old: Table, clients: Clients) -> None:
    host, _ = clients(old)
    new = Table(host.post(GAMES, {"after": str(old.id)}).json()["id"], old.people)
    host.delete(games(new, "/bots/2"))
    view = host.post(games(new, "/bots"), {"level": "normal"}).json()
    assert seated(view)[1:] == [(2, "Normal 1", True, "normal")]
