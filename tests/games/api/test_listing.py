"""`GET games` and the editions."""

from collections.abc import Callable
from typing import Any

import pytest

from games import boxes
from games.models import Game
from tests.games.api.asking import RESIGN, games, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

type Tables = Callable[..., Table]

GAMES = f"{API}/games"


def ids(answer: Any) -> list[str]:
    return [game["id"] for game in answer.json()["results"]]


def test_a_game_is_listed_with_its_people(table: Tables, stranger: DescribedClient) -> None:
    lobby = table(3, taken=2)
    assert stranger.get(GAMES).json() == {
        "results": [
            {
                "id": str(lobby.id),
                "version": 4,
                "status": "lobby",
                "visibility": "public",
                "edition": "super-116",
                "seat_count": 3,
                "seats": [
                    {
                        "seat": seat,
                        "player": {"id": str(person), "name": f"Guest {seat}"},
                        "bot": False,
                        "place": None,
                    }
                    for seat, person in enumerate(lobby.people)
                ],
                "opened_at": "2040-01-01T12:00:00.000000Z",
                "started_at": None,
                "ended_at": None,
                "context": None,
                "rated": False,
                "spectator_delay_seconds": 0,
                "previous": None,
            }
        ],
        "next": None,
    }


def test_the_newest_game_comes_first_and_pages_lead_to_the_next(
    table: Tables, stranger: DescribedClient
) -> None:
    opened = [str(table(2, taken=1).id) for _ in range(5)]
    seen, url, pages = [], f"{GAMES}?limit=2&status=lobby", 0
    while url:
        answer = stranger.get(url)
        seen += ids(answer)
        url = answer.json()["next"]
        pages += 1
    assert (seen, pages) == (opened[::-1], 3)


def test_whoever_has_signed_out_is_told_so_whatever_is_asked(stranger: DescribedClient) -> None:
    stranger.post(f"{API}/auth/signout")
    for query in ("", "?edition=none", "?limit=x"):
        assert refusal(stranger.get(f"{GAMES}{query}")) == (401, "session_ended", None)


def test_filters_choose(table: Tables, clients: Clients, stranger: DescribedClient) -> None:
    lobby, full, running = table(3, taken=2), table(2), table(2)
    running.start()
    over = table(2)
    over.start()
    clients(over)[0].post(games(over, "/moves"), {"move": RESIGN})
    everything = [str(each.id) for each in (over, running, full, lobby)]

    def found(query: str) -> list[str]:
        return ids(stranger.get(f"{GAMES}?{query}"))

    assert found("") == everything
    assert found("status=lobby") == everything[2:]
    assert found("status=playing") == everything[1:2]
    assert found("status=finished") == everything[:1]
    assert found("status=abandoned") == []
    assert found("open_seats=true") == everything[3:]
    assert found("open_seats=false") == everything[:3]
    assert found("edition=super-116") == everything
    assert found(f"player={running.people[1]}") == [str(running.id)]
    assert found(f"player={running.people[1]}&status=lobby") == []
    assert found(f"player={str(running.people[1]).upper()}") == [str(running.id)]


def test_a_game_by_code_is_listed_to_those_who_sit_there(
    table: Tables, clients: Clients, stranger: DescribedClient
) -> None:
    lobby = table(2, visibility=Game.Visibility.CODE)
    assert ids(clients(lobby)[1].get(GAMES)) == [str(lobby.id)]
    assert ids(stranger.get(GAMES)) == []


@pytest.mark.parametrize(
    ("query", "field", "allowed"),
    [
        ("status=foo", "status", ["lobby", "playing", "finished", "abandoned"]),
        ("status=", "status", ["lobby", "playing", "finished", "abandoned"]),
        ("limit=07", "limit", {"min": 1, "max": 100}),
        ("player=me", "player", None),
        ("player=1", "player", None),
        ("player=01a22a01-0533-723c-aba6-dd1456d89b79%0A", "player", None),
        ("edition=super-117", "edition", [*boxes.editions()]),
        ("edition=%00", "edition", [*boxes.editions()]),
        ("open_seats=1", "open_seats", [True, False]),
        ("open_seats=True", "open_seats", [True, False]),
        ("cursor=-1", "cursor", None),
        ("cursor=99999999999999999999999", "cursor", None),
        ("cursor=%00", "cursor", None),
        ("limit=0", "limit", {"min": 1, "max": 100}),
        ("limit=101", "limit", {"min": 1, "max": 100}),
        ("limit=-5", "limit", {"min": 1, "max": 100}),
        ("page=2", "page", ["status", "player", "edition", "context", "open_seats", "cursor", "limit"]),
    ],
)
def test_a_filter_that_is_none_is_refused(
    stranger: DescribedClient, query: str, field: str, allowed: Any
) -> None:
    answer = stranger.get(f"{GAMES}?{query}")
    assert refusal(answer) == (400, "invalid", field)
    assert answer.json().get("allowed") == allowed


def test_a_filter_is_given_once(stranger: DescribedClient) -> None:
    answer = stranger.get(f"{GAMES}?status=lobby&status=playing")
    assert refusal(answer) == (400, "given_twice", "status")
    assert answer.json()["detail"] == "Give status only once."


def test_whoever_has_signed_out_sees_no_list(stranger: DescribedClient) -> None:
    stranger.post(f"{API}/auth/signout")
    assert refusal(stranger.get(GAMES)) == (401, "session_ended", None)


# --- editions


def test_the_editions_are_listed(stranger: DescribedClient) -> None:
    listed = stranger.get(f"{API}/editions").json()["results"]
    assert {edition["key"]: edition["size"] for edition in listed} == {
        key: edition.size for key, edition in boxes.editions().items()
    }
    assert all(list(edition["names"]) == ["en", "he", "km"] for edition in listed)
    assert [edition["key"] for edition in listed if edition["default"]] == ["super-116"]


def test_an_edition_tells_its_cards(stranger: DescribedClient) -> None:
    edition = stranger.get(f"{API}/editions/super-116").json()
    assert edition["family"] == "super"
    cards = {card["card"]: card for card in edition["cards"]}
    assert len(cards) == 57
    assert sum(card["count"] for card in cards.values()) == 116
    names = cards["R+2"].pop("names")
    assert cards["R+2"] == {"card": "R+2", "color": "R", "figure": "+2", "points": 10, "count": 2}
    assert list(names) == ["en", "he", "km"]
    assert (cards["CC"]["color"], cards["CC"]["count"]) == (None, 4)


def test_an_edition_tells_what_each_option_may_be(stranger: DescribedClient) -> None:
    options = stranger.get(f"{API}/editions/super-116").json()["options"]
    assert len(options) == 35
    bare = {name: without(option, "sentence", "meanings") for name, option in options.items()}
    assert bare["turn_seconds"] == {
        "type": "number",
        "default": 30,
        "min": 5,
        "max": 604_800,
        "also": [0],
        "matters": True,
        "group": "time",
    }
    assert bare["crazy_direction"] == {
        "type": "choice",
        "default": "chosen",
        "choices": ["chosen", "left", "play_direction", "printed"],
        "matters": False,
        "group": "crazy",
    }
    assert bare["voluntary_draw"] == {
        "type": "flag",
        "default": True,
        "matters": True,
        "group": "turn",
    }


def test_an_edition_says_what_each_option_decides(stranger: DescribedClient) -> None:
    edition = stranger.get(f"{API}/editions/super-116").json()
    options = edition["options"]
    assert options["voluntary_draw"]["sentence"] == {
        "en": "Players may draw even when they could lay a card.",
        "he": "מותר לקחת קלף מהקופה גם כשיש ביד קלף מתאים.",
        "km": "អាចហូតបៀបាន ទោះបីមានបៀដែលអាចដាក់ក៏ដោយ។",
    }
    assert options["plus_last"]["sentence"]["he"] == "מה עושה \u2068פלוס\u2069 כקלף אחרון."
    assert list(options["last_card"]["meanings"]) == options["last_card"]["choices"]
    assert options["turn_seconds"]["meanings"]["0"]["en"] == "As long as it takes"
    assert options["turn_seconds"]["group"] in edition["groups"]
    assert edition["groups"]["plus_two"] == {"en": "+2", "he": "פלוס 2", "km": "បូក ២"}


def without(table: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name not in names}


@pytest.mark.parametrize("key", ["super-117", "%00", "SUPER-116"])
def test_an_unknown_edition_is_not_found(stranger: DescribedClient, key: str) -> None:
    assert refusal(stranger.get(f"{API}/editions/{key}")) == (404, "not_found", None)
