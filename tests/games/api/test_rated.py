"""Games that count for ratings: what people may choose of them, and what goes on from one."""

from typing import Any

import pytest

from games import asking
from games.asking import SYSTEM
from games.engine.commands import Resign
from games.handling import handle
from games.models import Game, KeyedCommand, StoredEvent
from games.rated import FREE
from tests.games.api.asking import games, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table, guest

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = f"{API}/games"
TIMES = {
    "plus_three_seconds": 10,
    "turn_seconds": 0,
    "bot_after_turns": 0,
    "give_up_after_seconds": 3600,
    "lobby_seconds": 600,
}


def counted() -> tuple[int, ...]:
    return Game.objects.count(), StoredEvent.objects.count(), KeyedCommand.objects.count()


def opened(client: DescribedClient, **more: Any) -> Any:
    return client.post(GAMES, {"edition": "super-116", "seats": 2, "rated": True, **more})


def over(clients: Clients, *, rated: bool = True) -> Table:
    """A game of two, opened by its first seat, that its second has won."""
    people = [guest("Noa"), guest("Dana")]
    noa, dana = (DescribedClient.of(person) for person in people)
    table = Table(opened(noa, rated=rated).json()["id"], people)
    dana.post(games(table, "/seats"), {})
    noa.post(games(table, "/start"), {})
    table.play(0, Resign())
    return table


def test_a_person_opens_a_rated_game(stranger: DescribedClient) -> None:
    answer = opened(stranger)
    assert (answer.status_code, answer.json()["rated"], answer.json()["context"]) == (201, True, None)
    (row,) = stranger.get(GAMES).json()["results"]
    assert row["rated"] is True
    assert Game.objects.get().rated


@pytest.mark.parametrize("rated", [{}, {"rated": False}])
def test_a_game_is_not_rated_where_nobody_asks_for_it(
    stranger: DescribedClient, rated: dict[str, bool]
) -> None:
    answer = stranger.post(GAMES, {"edition": "super-116", "seats": 2, "options": {"stages": 2}, **rated})
    assert (answer.status_code, answer.json()["rated"]) == (201, False)


def test_how_long_anybody_may_take_is_free(stranger: DescribedClient) -> None:
    assert set(TIMES) == FREE
    answer = opened(stranger, options=TIMES)
    assert answer.status_code == 201
    assert {name: answer.json()["options"][name] for name in TIMES} == TIMES


def test_an_option_may_be_named_as_the_edition_has_it(stranger: DescribedClient) -> None:
    answer = opened(stranger, edition="crazy-112", options={"stages": 1, "crazy_direction": "chosen"})
    assert (answer.status_code, answer.json()["rated"]) == (201, True)


@pytest.mark.parametrize(
    ("more", "field", "allowed"),
    [
        ({"options": {"stages": 2}}, "options.stages", [1]),
        ({"options": {"hand_size": 7, "turn_seconds": 60}}, "options.hand_size", [8]),
        ({"options": {"voluntary_draw": False}}, "options.voluntary_draw", [True]),
        ({"options": {"first_seat": "random"}}, "options.first_seat", ["host"]),
        ({"public": False}, "public", [True]),
        ({"bots": ["easy"]}, "bots", []),
    ],
)
def test_what_a_rated_game_cannot_be_is_refused_with_what_it_can(
    stranger: DescribedClient, more: dict[str, Any], field: str, allowed: list[Any]
) -> None:
    before = counted()
    answer = opened(stranger, **more)
    assert refusal(answer) == (422, "not_when_rated", field)
    assert answer.json()["allowed"] == allowed
    assert counted() == before


@pytest.mark.parametrize("seat", [{}, {"seat": 1}])
def test_the_host_seats_no_bot_in_a_rated_game(stranger: DescribedClient, seat: dict[str, int]) -> None:
    table = Table(opened(stranger).json()["id"], [stranger.player.pk])
    before = table.rows()
    answer = stranger.post(games(table, "/bots"), {"level": "easy", **seat})
    assert refusal(answer) == (422, "not_when_rated", "level")
    assert (answer.json()["allowed"], answer.json()["version"]) == ([], 3)
    assert table.rows() == before


def test_a_rated_game_goes_on_rated(clients: Clients) -> None:
    old = over(clients)
    noa, dana = clients(old)
    first = dana.post(GAMES, {"after": str(old.id), "options": {"turn_seconds": 60}})
    second = noa.post(GAMES, {"after": str(old.id)})
    assert (first.status_code, second.status_code) == (201, 200)
    assert [answer.json()["rated"] for answer in (first, second)] == [True, True]
    assert first.json()["options"]["turn_seconds"] == 60


def test_a_game_that_is_not_rated_goes_on_so(clients: Clients) -> None:
    old = over(clients, rated=False)
    answer = clients(old)[0].post(GAMES, {"after": str(old.id), "options": {"stages": 2}})
    assert (answer.status_code, answer.json()["rated"]) == (201, False)


def test_a_rated_game_does_not_go_on_by_other_rules(clients: Clients) -> None:
    old = over(clients)
    before = counted()
    answer = clients(old)[1].post(GAMES, {"after": str(old.id), "options": {"first_seat": "rotate"}})
    assert refusal(answer) == (422, "not_when_rated", "options.first_seat")
    assert (answer.json()["allowed"], answer.json()["version"]) == (["host"], old.standing().version)
    assert counted() == before


# --- games that an organizer seated


@pytest.mark.parametrize("status", ["playing", "finished", "aborted"])
def test_a_game_that_others_seated_does_not_go_on(
    clients: Clients, stranger: DescribedClient, status: str
) -> None:
    table = Table.seated(2)
    if status == "finished":
        table.play(0, Resign())
    if status == "aborted":
        handle(table.id, asking.abort("The hall is closed."), SYSTEM)
    before = counted(), table.rows()
    for client in (*clients(table), stranger):
        answer = client.post(GAMES, {"after": str(table.id)})
        assert refusal(answer) == (409, "seated_by_others", "after")
        assert answer.json()["version"] == table.standing().version
    assert (counted(), table.rows()) == before


def test_a_game_that_others_seated_for_nothing_goes_on(clients: Clients) -> None:
    table = Table.seated(2, context=None)
    table.play(0, Resign())
    noa, dana = clients(table)
    first, second = (client.post(GAMES, {"after": str(table.id)}) for client in (dana, noa))
    assert (first.status_code, second.status_code) == (201, 200)
    view = second.json()
    assert (view["host"], view["visibility"], [one["seat"] for one in view["seats"]]) == (
        1,
        "tournament",
        [0, 1],
    )
