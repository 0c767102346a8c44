"""A sealed game in the admin: hidden until it is disclosed, but for looks that are written down."""

from typing import Any

import pytest
from django.test import Client

from games import asking
from games.asking import SYSTEM
from games.engine.commands import Resign
from games.handling import handle
from games.models import HandsLook
from tests.games.admin import shown
from tests.games.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)


def page(table: Table, word: str = "change") -> str:
    return f"/admin/games/game/{table.id}/{word}/"


@pytest.fixture
def running(transactional_db: None) -> Table:
    """Three people in the middle of a deal that others may play too."""
    return Table.seated(sealed=True)


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


def test_the_page_of_one_that_runs_tells_who_plays_and_nothing_of_the_deal(
    reader: Client, superuser: Client, running: Table
) -> None:
    for client in (reader, superuser):
        told = client.get(page(running))
        assert told.status_code == 200
        assert shown.facts(told)["Status"] == "playing"
        assert all(f"seat{seat}: " in text(told) and f"Guest {seat}" in text(told) for seat in range(3))
        for word in ("taki-card", "<th scope", "<svg class", "taki-transcript", "taki-picture", "/at/"):
            assert word not in text(told)


def test_no_version_of_one_that_runs_is_shown_nor_its_rows(superuser: Client, running: Table) -> None:
    last = running.head().version
    for query in ({}, {"version": 1}, {"version": last}, {"version": last, "seat": 0}):
        assert superuser.get(page(running, "at"), query).status_code == 403
    assert superuser.get(page(running, "rows")).status_code == 403
    assert not HandsLook.objects.exists()


def test_one_that_runs_is_seen_by_a_look_that_is_written_down(looker: Client, running: Table) -> None:
    assert shown.buttons(looker.get(page(running)))[-3:] == [f"Look into seat {seat}" for seat in range(3)]
    asked = looker.post(page(running, "look"), {"version": running.head().version, "seat": 1})
    assert "/at/" not in text(asked)
    assert "taki-card" not in text(asked)
    assert not HandsLook.objects.exists()
    looked = looker.post(
        page(running, "look"), {"version": running.head().version, "seat": 1, "confirmed": "yes"}
    )
    assert "The hand of seat1" in text(looked)
    assert "/at/" not in text(looked)
    assert [*HandsLook.objects.values_list("game", "seat")] == [(running.id, 1)]


def test_who_may_not_look_has_no_button_there(reader: Client, running: Table) -> None:
    assert "Look into" not in text(reader.get(page(running)))
    asked = {"version": running.head().version, "seat": 1, "confirmed": "yes"}
    assert reader.post(page(running, "look"), asked).status_code == 403
    assert not HandsLook.objects.exists()


def test_who_is_out_already_is_not_told_by_the_form_that_gives_a_seat_up(
    superuser: Client, running: Table
) -> None:
    handle(running.id, asking.play(None, [Resign()]), running.caller(1))
    asked = text(superuser.get(page(running, "give-up")))
    assert all(f"seat{seat}, Guest {seat}" in asked for seat in range(3))


def test_one_that_was_aborted_in_its_middle_stays_hidden(superuser: Client, running: Table) -> None:
    handle(running.id, asking.abort("Rain."), SYSTEM)
    assert "taki-card" not in text(superuser.get(page(running)))
    assert superuser.get(page(running, "at")).status_code == 403
    looked = superuser.post(page(running, "look"), {"version": 8, "seat": 0, "confirmed": "yes"})
    assert looked.status_code == 403
    assert not HandsLook.objects.exists()


def test_a_table_that_is_not_sealed_tells_its_end_at_once(superuser: Client) -> None:
    plain = Table.seated()
    handle(plain.id, asking.call_time, SYSTEM)
    assert shown.transcript(superuser.get(page(plain)))[-1][-1] == "disclosed"
