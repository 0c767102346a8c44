"""Addresses that name no game: a page that says so, whatever stands in them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.games.admin import shown
from tests.games.tables import Table

ADDRESSES = ["change", "at", "rows", "look"]


def ask(client: Client, game_id: str, word: str) -> Any:
    path = f"/admin/games/game/{game_id}/{word}/"
    return client.post(path) if word == "look" else client.get(path)


@pytest.mark.parametrize("word", ADDRESSES)
@pytest.mark.parametrize(
    "game_id",
    ["00000000-0000-7000-8000-000000000000", "x", "1", "%00", "%D7%90", "%F0%9F%8E%B4", "-" * 500, "..."],
)
def test_there_is_no_such_game(superuser: Client, word: str, game_id: str) -> None:
    answer = ask(superuser, game_id, word)
    assert answer.status_code == 404
    assert shown.reason(answer) == "There is no game with this id."


def test_an_id_may_be_written_in_other_ways(superuser: Client, table: Callable[..., Table]) -> None:
    opened = table(2)
    for game_id in (str(opened.id).upper(), opened.id.hex):
        assert ask(superuser, game_id, "change").status_code == 200


def test_what_the_page_says_is_no_markup(superuser: Client) -> None:
    assert b"<script>alert" not in ask(superuser, "%3Cscript%3Ealert", "change").content
