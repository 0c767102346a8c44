"""The list of games: its columns, search and filters, and what it costs."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import asking
from games.admin import lists
from games.asking import Caller
from games.engine.cards import card
from games.engine.commands import Lay
from games.handling import handle
from games.models import Game
from players.models import Player
from tests.games.admin import shown
from tests.games.tables import Table, guest

LIST = "/admin/games/game/"
CODE = Game.Visibility.CODE


def listed(client: Client, **query: str) -> list[str]:
    """The ids that the list shows, in its order."""
    answer = client.get(LIST, query)
    assert answer.status_code == 200
    try:
        return [row[0] for row in shown.table(answer, "Id")]
    except LookupError:
        return []


def test_the_list_tells_the_head_of_each_game_newest_first(
    superuser: Client, playing: Table, table: Callable[..., Table]
) -> None:
    lobby = table(4, taken=2)
    assert shown.table(superuser.get(LIST), "Id") == [
        [
            str(lobby.id),
            "Lobby",
            "super-116",
            "2 of 4",
            "4",
            "Guest 0",
            "-",
            "2040-01-02 12:00:00",
            "2040-01-01 12:00:00",
        ],
        [
            str(playing.id),
            "Playing",
            "super-116",
            "3 of 3",
            str(playing.head().version),
            "Guest 0",
            "1, seat0",
            "2040-01-01 12:00:30",
            "2040-01-01 12:00:00",
        ],
    ]


def test_a_turn_that_rests_is_nobodys(superuser: Client, table: Callable[..., Table]) -> None:
    resting = table(2)
    resting.deal("+3 R1", "R3 R4", leading="R5")
    resting.play(0, Lay(card("+3")))
    assert [row[6] for row in shown.table(superuser.get(LIST), "Id")] == ["1"]


def test_an_erased_host_is_told_by_id(superuser: Client, table: Callable[..., Table]) -> None:
    opened = table(2)
    Player.objects.filter(pk=opened.people[0]).update(name="", name_key="", erased_at="2040-01-01T12:00Z")
    assert [row[5] for row in shown.table(superuser.get(LIST), "Id")] == [f"erased {opened.people[0]}"]


def test_an_abandoned_game_has_no_host(superuser: Client, table: Callable[..., Table]) -> None:
    left = table(2, taken=1)
    handle(left.id, asking.leave, left.caller(0))
    (row,) = shown.table(superuser.get(LIST), "Id")
    assert row[1:] == ["Abandoned", "super-116", "0 of 2", "6", "-", "-", "-", "2040-01-01 12:00:00"]


# --- search


def test_games_are_found_by_id_player_name_and_code(superuser: Client, table: Callable[..., Table]) -> None:
    one, secret = table(2), table(3, visibility=CODE)
    noa = guest("Noa Levi")
    handle(one.id, asking.leave, one.caller(1))
    handle(one.id, asking.sit(), Caller(noa))
    code = secret.head().code
    assert code is not None
    assert listed(superuser, q=str(one.id)) == [str(one.id)]
    assert listed(superuser, q=f" {one.id} ") == [str(one.id)]
    assert listed(superuser, q=str(noa)) == [str(one.id)]
    assert listed(superuser, q="noa l") == [str(one.id)]
    assert listed(superuser, q="NOA") == [str(one.id)]
    assert listed(superuser, q=f"{code[:3]}-{code[3:]}".lower()) == [str(secret.id)]
    assert listed(superuser, q="Guest 0") == [str(secret.id), str(one.id)]
    assert listed(superuser, q="Guest") == [str(secret.id), str(one.id)]


@pytest.mark.parametrize(
    "term",
    ["levi", "Guest 0 Guest 1", "01", "%", "_", "\\", "ABCDEF", "00000000-0000-7000-8000-000000000000"],
)
def test_nothing_else_is_found(superuser: Client, table: Callable[..., Table], term: str) -> None:
    table(2, visibility=CODE)
    assert listed(superuser, q=term) == []


def test_a_part_of_a_code_finds_nothing(superuser: Client, table: Callable[..., Table]) -> None:
    code = table(2, visibility=CODE).head().code
    assert code is not None
    assert listed(superuser, q=code[:5]) == []


def test_blanks_search_for_nothing(superuser: Client, table: Callable[..., Table]) -> None:
    one = table(2)
    assert listed(superuser, q="   ") == [str(one.id)]


def test_no_code_is_shown(superuser: Client, table: Callable[..., Table]) -> None:
    secret = table(2, visibility=CODE)
    code = secret.head().code
    assert code is not None
    for path in ("", f"{secret.id}/change/", f"{secret.id}/at/"):
        assert code not in superuser.get(LIST + path).content.decode()


# --- filters


def test_games_are_filtered_by_each_of_four(
    superuser: Client, playing: Table, table: Callable[..., Table]
) -> None:
    secret, imported = table(2, visibility=CODE), table(2)
    Game.objects.filter(pk=imported.id).update(origin=Game.Origin.IMPORTED, edition="other")
    assert listed(superuser, status="playing") == [str(playing.id)]
    assert listed(superuser, status="lobby") == [str(imported.id), str(secret.id)]
    assert listed(superuser, visibility="code") == [str(secret.id)]
    assert listed(superuser, origin="imported") == [str(imported.id)]
    assert listed(superuser, edition="super-116") == [str(secret.id), str(playing.id)]
    assert listed(superuser, status="lobby", visibility="public") == [str(imported.id)]
    assert listed(superuser, status="lobby", q=str(playing.id)) == []


@pytest.mark.parametrize("value", ["", "other", "\x00", "lobby'--"])
def test_a_value_that_no_game_can_have_filters_nothing(
    superuser: Client, table: Callable[..., Table], value: str
) -> None:
    one = table(2)
    for name in ("status", "edition", "visibility", "origin"):
        assert listed(superuser, **{name: value}) == [str(one.id)]


@pytest.mark.parametrize(
    "lookup", ["code__startswith", "code", "digest__gt", "host__name", "seats__points", "id__gt", "nothing"]
)
def test_nothing_can_be_guessed_by_other_lookups(
    superuser: Client, table: Callable[..., Table], lookup: str
) -> None:
    table(2, visibility=CODE)
    assert superuser.get(LIST, {lookup: "A"}).status_code == 400


@pytest.mark.parametrize("query", [{"p": "7"}, {"p": "-1"}, {"p": "x"}, {"p": "9" * 5000}, {"o": "9.-4"}])
def test_odd_pages_and_orders_do_no_harm(
    superuser: Client, table: Callable[..., Table], query: dict[str, str]
) -> None:
    one = table(2)
    assert listed(superuser, **query) == [str(one.id)]


def test_a_search_for_what_no_text_can_hold_is_told(superuser: Client, table: Callable[..., Table]) -> None:
    table(2)
    answer = superuser.get(LIST, {"q": "\x00"})
    assert answer.status_code == 200
    assert "Null characters are not allowed." in answer.content.decode()


# --- what it costs


def test_the_list_takes_the_same_statements_however_many_games(
    superuser: Client, table: Callable[..., Table], django_assert_num_queries: Any
) -> None:
    for rows in (1, 9):
        for _ in range(rows):
            table(2)
        # The session, the operator, how many rows, the rows with their hosts.
        with django_assert_num_queries(4):
            superuser.get(LIST)
        with django_assert_num_queries(4):
            superuser.get(LIST, {"q": "Guest"})


def test_rows_are_counted_up_to_a_bound(
    superuser: Client, table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        table(2)
    assert "There are more than these" not in superuser.get(LIST).content.decode()
    monkeypatch.setattr(lists, "MOST_LISTED", 2)
    page = superuser.get(LIST).content.decode()
    assert "2 games" in " ".join(page.split())
    assert "There are more than these: filter or search to find them." in page


def test_facets_which_would_count_everything_are_off(superuser: Client, table: Callable[..., Table]) -> None:
    table(2)
    assert "Show counts" not in superuser.get(LIST, {"_facets": "True"}).content.decode()
