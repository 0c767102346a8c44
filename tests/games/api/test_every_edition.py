"""Every box that ships: opened, dealt and played to its end through the API, by moves that it lists."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from games import boxes
from tests.conftest import FixedClock
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table, guest

pytestmark = pytest.mark.django_db

SEATS = 3


def opened(key: str) -> tuple[Table, list[DescribedClient]]:
    """A lobby that is full, opened with no option named."""
    people = [guest(f"Guest {seat}") for seat in range(SEATS)]
    clients = [DescribedClient.of(person) for person in people]
    view = clients[0].post(f"{API}/games", {"edition": key, "seats": SEATS}).json()
    for client in clients[1:]:
        assert client.post(f"{API}/games/{view['id']}/seats", {}).status_code == 200
    return Table(UUID(view["id"]), people), clients


def chosen(view: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A listed move; whoever may lay mostly does."""
    lays = [move for move in view["legal"] if move["type"] == "lay"]
    move: dict[str, Any] = chance.choice(lays if lays and chance.random() < 0.9 else view["legal"])
    return move


def cards_in(view: dict[str, Any]) -> int:
    table = view["table"]
    held = sum(seat["cards"] for seat in view["seats"])
    return int(held + table["pile"] + table["discard"] + len(table["top"]))


@pytest.mark.parametrize("key", boxes.editions())
def test_an_edition_is_played_to_its_end_by_its_key_alone(key: str, clock: FixedClock) -> None:
    edition, chance = boxes.editions()[key], Random(key)
    table, clients = opened(key)
    path = f"{API}/games/{table.id}"
    view = clients[0].post(f"{path}/start", {}).json()
    while view["status"] == "playing":
        assert (view["edition"], cards_in(view)) == (key, edition.size)
        if view["turn"]["seat"] is None:
            clock.advance(seconds=view["options"]["plus_three_seconds"])
            table.settle()
        else:
            client = clients[view["turn"]["seat"]]
            move = chosen(client.get(path).json(), chance)
            answer = client.post(f"{path}/moves", {"turn": view["turn"]["number"], "move": move})
            assert answer.status_code == 200, (move, answer.json())
        view = clients[0].get(path).json()
    assert (view["status"], 1 in view["result"]["places"]) == ("finished", True)


@pytest.mark.parametrize(
    ("key", "seats", "packs"),
    [("classic-64", 7, 1), ("classic-64", 8, 2), ("classic-64-king", 8, 2), ("japan-120", 10, 1)],
)
def test_as_many_boxes_are_opened_as_the_table_needs(key: str, seats: int, packs: int) -> None:
    clients = [DescribedClient.of(guest(f"Guest {seat}")) for seat in range(seats)]
    game = clients[0].post(f"{API}/games", {"edition": key, "seats": seats}).json()["id"]
    for client in clients[1:]:
        client.post(f"{API}/games/{game}/seats", {})
    view = clients[0].post(f"{API}/games/{game}/start", {}).json()
    assert [seat["cards"] for seat in view["seats"]] == [8] * seats
    assert cards_in(view) == packs * boxes.editions()[key].size
