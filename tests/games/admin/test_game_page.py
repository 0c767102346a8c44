"""A game's own page: its head, its people, its transcript, and its stored rows once it is disclosed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games import asking
from games.admin import transcripts
from games.engine import events as ev
from games.engine.cards import card
from games.engine.commands import Draw, Lay
from games.handling import handle
from games.models import Game, StoredEvent
from players.models import Player
from tests.games.admin import shown
from tests.games.admin.conftest import Operator
from tests.games.tables import Table

NOON = "2040-01-01 12:00:00"


def page(table: Table, word: str = "change") -> str:
    return f"/admin/games/game/{table.id}/{word}/"


@pytest.fixture
def running(table: Callable[..., Table]) -> Table:
    """Three of four seats are dealt; seat 0 has laid, seat 1 has drawn."""
    opened = table(4, taken=3)
    opened.deal("R5 G1 G3", "B1 B3", "Y1 Y3 Y4", leading="R3", pile="K G3 G4")
    opened.play(0, Lay(card("R5")))
    opened.play(1, Draw())
    return opened


@pytest.fixture
def finished(table: Callable[..., Table]) -> Table:
    """Seat 0 has laid its only card."""
    opened = table(2)
    opened.deal("R5", "B1 B3", leading="R3", pile="K G3")
    opened.play(0, Lay(card("R5")))
    assert opened.head().disclosed_at is not None
    return opened


def test_the_head_is_told(reader: Client, running: Table) -> None:
    facts = shown.facts(reader.get(page(running)))
    assert facts["hand_size"] == "8"
    assert {name: facts[name] for name in list(facts)[:14]} == {
        "Status": "playing",
        "Edition": "super-116",
        "Visibility": "public",
        "Origin": "played",
        "Spectators": "yes",
        "Seats taken": "3 of 4",
        "Host": "Guest 0",
        "Version": str(running.head().version),
        "Turn": "3, seat2",
        "Deadline (UTC)": "2040-01-01 12:00:30",
        "Opened (UTC)": NOON,
        "Started (UTC)": NOON,
        "Ended (UTC)": "-",
        "Disclosed (UTC)": "-",
    }


def test_what_only_some_games_have_is_told_of_those(reader: Client, running: Table, finished: Table) -> None:
    Game.objects.filter(pk=running.id).update(
        previous=finished.id,
        context_kind="tournament",
        context_id=finished.id,
        rated=True,
        spectator_delay_seconds=60,
    )
    facts = shown.facts(reader.get(page(running)))
    assert facts["Previous game"] == str(finished.id)
    assert "Next game" not in facts
    assert facts["Context"] == f"tournament {finished.id}"
    assert facts["Origin"] == "played, rated"
    assert facts["Spectators"] == "yes, 60 s late"
    Game.objects.filter(pk=running.id).update(spectators=False)
    assert shown.facts(reader.get(page(running)))["Spectators"] == "no"


def test_a_game_leads_to_the_one_that_goes_on_from_it(reader: Client, finished: Table) -> None:
    finished.happen(ev.GameContinued(str(finished.id)))
    facts = shown.facts(reader.get(page(finished)))
    assert facts["Next game"] == str(finished.id)


def test_people_stand_by_their_seats(reader: Client, running: Table) -> None:
    assert shown.table(reader.get(page(running)), "Seat") == [
        ["seat0", "Guest 0 (host)", "2", "in play", "0", "-", "-"],
        ["seat1", "Guest 1", "3", "in play", "0", "-", "-"],
        ["seat2", "Guest 2", "3", "in play, to move", "0", "-", "-"],
        ["seat3", "nobody", "", "", "", "", ""],
    ]


def test_the_log_reads_as_a_transcript(reader: Client, running: Table) -> None:
    rows = shown.transcript(reader.get(page(running)))
    assert [row[0] for row in rows] == [str(number) for number in range(1, running.head().version + 1)]
    assert {row[1] for row in rows} == {NOON}
    assert [row[2:] for row in rows] == [
        ["Guest 0", "opened super-116 for 4"],
        ["Guest 0", "seat0 sat down"],
        ["Guest 0", "host seat0"],
        ["Guest 1", "seat1 sat down"],
        ["Guest 2", "seat2 sat down"],
        ["system", "started seat0 seat1 seat2"],
        ["system", "dealt"],
        ["system", "turned up R3"],
        ["system for Guest 0", "turn seat0 ; 1 ordinary"],
        ["Guest 0", "seat0 lays R5 ; R leads"],
        ["Guest 0", "turn seat1 ; 2 ordinary"],
        ["Guest 1", "seat1 draws 1"],
        ["Guest 1", "turn seat2 ; 3 ordinary"],
    ]


def test_after_disclosure_the_transcript_is_whole(reader: Client, finished: Table) -> None:
    answer = reader.get(page(finished))
    lines = [row[3] for row in shown.transcript(answer)]
    opened = lines[0]
    assert opened.startswith("opened super-116 for 2 all of it game ")
    assert f"seed {finished.standing().state.setup.seed.hex()}" in opened
    assert lines[4:] == [
        "started seat0 seat1 ; packs 1 pile R5 B1 B3 R3 K G3",
        "dealt ; R5, B1 B3",
        "turned up R3",
        "turn seat0 ; 1 ordinary",
        "seat0 lays R5 ; R leads",
        "seat0 finishes 1",
        "finished empty_hand places 1 2 points 0 4",
        "disclosed",
    ]
    assert shown.table(answer, "Seat") == [
        ["seat0", "Guest 0 (host)", "0", "-", "finished", "0", "1", "0"],
        ["seat1", "Guest 1", "2", "B1 B3", "in play", "0", "2", "4"],
    ]


def test_a_long_log_comes_in_pages(reader: Client, running: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "EVENTS_A_PAGE", 5)
    first, last = reader.get(page(running)), reader.get(page(running), {"page": "3"})
    assert [row[0] for row in shown.transcript(first)] == ["1", "2", "3", "4", "5"]
    assert [row[0] for row in shown.transcript(last)] == ["11", "12", "13"]
    assert "Page 3 of 3" in last.content.decode()
    assert [link for link in shown.links(first) if link.startswith("?")] == ["?page=2", "?page=3"] * 2
    assert [link for link in shown.links(last) if link.startswith("?")] == ["?page=1", "?page=2"] * 2


@pytest.mark.parametrize(("asked", "status"), [("0", 404), ("2", 404), ("-1", 404), ("x", 400), ("", 400)])
def test_a_page_that_is_not_there_is_told(reader: Client, running: Table, asked: str, status: int) -> None:
    assert reader.get(page(running), {"page": asked}).status_code == status


def test_people_are_linked_for_those_who_may_read_them(
    reader: Client, operator: Operator, running: Table
) -> None:
    link = f"/admin/players/player/{running.people[1]}/change/"
    assert link not in shown.links(reader.get(page(running)))
    for right in ("view_player", "change_player"):
        both = operator("view_game", right, login=right)
        assert link in shown.links(both.get(page(running)))
        assert both.get(link).status_code == 200


def test_erased_people_and_names_with_markup_are_told_safely(reader: Client, running: Table) -> None:
    zero, one, _ = running.people
    Player.objects.filter(pk=zero).update(name="", name_key="", erased_at="2040-01-01T12:00Z")
    Player.objects.filter(pk=one).update(name="<b>x")
    answer = reader.get(page(running))
    assert [row[1] for row in shown.table(answer, "Seat")][:2] == [f"erased {zero} (host)", "<b>x"]
    assert "<b>x" not in answer.content.decode()


def test_an_actor_whose_row_is_gone_is_told_by_id(reader: Client, table: Callable[..., Table]) -> None:
    left = table(2)
    handle(left.id, asking.leave, left.caller(1))
    Player.objects.filter(pk=left.people[1]).delete()
    assert shown.transcript(reader.get(page(left)))[-1][2:] == [str(left.people[1]), "seat1 stood up"]


@pytest.mark.parametrize("word", ["change", "at"])
def test_a_page_takes_the_same_statements_however_many_people_and_events(
    superuser: Client, table: Callable[..., Table], django_assert_num_queries: Any, word: str
) -> None:
    for seats in (2, 10):
        opened = table(seats)
        opened.start()
        for _ in range(seats):
            opened.play(opened.standing().state.seat, Draw())
        # The session, the operator, the head; the events and whoever did them; whoever sits, and who hosts.
        with django_assert_num_queries(7 if word == "change" else 6):
            superuser.get(page(opened, word))


# --- stored rows


def test_stored_rows_are_closed_until_disclosure(superuser: Client, running: Table) -> None:
    answer = superuser.get(page(running, "rows"))
    assert answer.status_code == 403
    assert shown.reason(answer) == "The rows of a log are shown once its game is disclosed."
    assert page(running, "rows") not in shown.links(superuser.get(page(running)))


def test_stored_rows_are_shown_after_disclosure(
    reader: Client, finished: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page(finished, "rows") in shown.links(reader.get(page(finished)))
    monkeypatch.setattr(transcripts, "EVENTS_A_PAGE", 5)
    answer = reader.get(page(finished, "rows"), {"page": "2"})
    row = StoredEvent.objects.get(game_id=finished.id, version=6)
    assert shown.table(answer, "Version")[0] == [
        "6",
        "hands_dealt",
        "1",
        "2040-01-01T12:00:00.000000Z",
        '{"hands":[["R5"],["B1","B3"]]} envelope actor null subject null command'
        f" {row.command} digest {bytes(row.digest).hex()}",
    ]
    assert [row[0] for row in shown.table(answer, "Version")] == ["6", "7", "8", "9", "10"]
