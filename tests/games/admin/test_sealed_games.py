"""A sealed game in the admin: how it went is hidden from its first place on until it is disclosed."""

from typing import Any

import pytest
from django.test import Client

from games import asking
from games.asking import SYSTEM
from games.handling import handle
from games.models import HandsLook
from tests.games.admin import shown
from tests.games.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)


def page(table: Table, word: str = "change") -> str:
    return f"/admin/games/game/{table.id}/{word}/"


@pytest.fixture
def over(transactional_db: None) -> Table:
    """Three people whose time was called, while others may still play the same deal."""
    table = Table.seated(sealed=True)
    handle(table.id, asking.call_time, SYSTEM)
    return table


def text(answer: Any) -> str:
    told: str = answer.content.decode()
    return told


def test_the_page_of_one_that_is_over_tells_who_played_and_nothing_of_how(
    over: Table, superuser: Client
) -> None:
    told = superuser.get(page(over))
    assert told.status_code == 200
    assert shown.facts(told)["Status"] == "finished"
    assert all(f"seat{seat}: " in text(told) and f"Guest {seat}" in text(told) for seat in range(3))
    for word in ("Points</th>", "<th scope", "<svg class", "place 1", "taki-transcript", "taki-picture"):
        assert word not in text(told)


def test_no_version_of_it_is_shown_nor_a_hand(over: Table, superuser: Client) -> None:
    last = over.head().version
    for version in (1, last - 1, last):
        assert superuser.get(page(over, "at"), {"version": version}).status_code == 403
    looked = superuser.post(page(over, "look"), {"version": 4, "seat": 0, "confirmed": "yes"})
    assert looked.status_code == 403
    assert not HandsLook.objects.exists()


def test_once_it_is_disclosed_all_is_shown(over: Table, superuser: Client) -> None:
    handle(over.id, asking.disclose, SYSTEM)
    told = superuser.get(page(over))
    assert shown.transcript(told)[-1][-1] == "disclosed"
    assert "taki-picture" in text(told)
    assert superuser.get(page(over, "at")).status_code == 200


def test_while_nobody_has_a_place_it_is_shown_as_any_other(superuser: Client) -> None:
    playing = Table.seated(sealed=True)
    assert "taki-picture" in text(superuser.get(page(playing)))
    assert superuser.get(page(playing, "at")).status_code == 200


def test_a_table_that_is_not_sealed_tells_its_end_at_once(superuser: Client) -> None:
    plain = Table.seated()
    handle(plain.id, asking.call_time, SYSTEM)
    assert shown.transcript(superuser.get(page(plain)))[-1][-1] == "disclosed"
