"""The table at any version: a spectator's view before disclosure, every hand after it."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games.asking import Caller
from games.engine import events as ev
from games.engine.cards import Color, card
from games.engine.commands import Lay, Resign, TakeSeat
from games.engine.events import Pending
from games.handling import handle
from games.models import HandsLook
from players.models import Player
from tests.games.admin import shown
from tests.games.tables import Table


def at(table: Table) -> str:
    return f"/admin/games/game/{table.id}/at/"


@pytest.fixture
def running(table: Callable[..., Table]) -> Table:
    """Seat 0 is in a run of red."""
    opened = table(3, taken=2)
    opened.deal("RT R5 G1 G3", "B1 K", leading="R3", pile="K G3 G4")
    opened.play(0, Lay(card("RT")))
    opened.play(0, Lay(card("R5")))
    return opened


def test_without_a_version_it_is_the_table_now(reader: Client, running: Table) -> None:
    answer = reader.get(at(running))
    assert shown.facts(answer) == {
        "Leading card": "R5",
        "Color to follow": "R",
        "On top": "R5",
        "Pile": "3 cards",
        "Beneath the leading card": "2 cards",
        "Direction": "1",
        "Debt": "0",
        "Run": "R of seat0",
        "+3 window": "-",
        "Turn": "1, seat0",
        "Pending": "run",
        "Deadline (UTC)": "2040-01-01 12:00:30",
    }
    assert shown.table(answer, "Seat") == [
        ["seat0", "Guest 0 (host)", "2", "in play, to move", "0", "-", "-"],
        ["seat1", "Guest 1", "2", "in play", "0", "-", "-"],
        ["seat2", "nobody", "", "", "", "", ""],
    ]
    assert "Version 11 of 11" in answer.content.decode()


def test_an_older_version_is_the_table_as_it_was(reader: Client, running: Table) -> None:
    answer = reader.get(at(running), {"version": "8"})
    facts = shown.facts(answer)
    assert (facts["Leading card"], facts["Run"], facts["Turn"], facts["Pending"]) == (
        "R3",
        "-",
        "1, seat0",
        "ordinary",
    )
    assert [row[2] for row in shown.table(answer, "Seat")] == ["4", "2", ""]
    page = answer.content.decode()
    assert '<code>turn seat0<span class="taki-rest"> ; 1 ordinary</span></code>' in page


def test_one_can_step_through_the_versions(reader: Client, running: Table) -> None:
    def steps(version: int) -> list[str]:
        links = shown.links(reader.get(at(running), {"version": version}))
        return [link.removeprefix(at(running)) for link in links if "?version=" in link]

    assert steps(1) == ["?version=2", "?version=11"]
    assert steps(5) == ["?version=1", "?version=4", "?version=6", "?version=11"]
    assert steps(11) == ["?version=1", "?version=10"]


def test_every_version_can_be_seen(reader: Client, running: Table) -> None:
    for version in range(1, 12):
        assert reader.get(at(running), {"version": version}).status_code == 200


def test_in_the_lobby_nothing_lies_on_the_table(reader: Client, running: Table) -> None:
    answer = reader.get(at(running), {"version": "3"})
    assert shown.facts(answer) == {}
    assert "the game has not begun" in answer.content.decode()
    assert shown.table(answer, "Seat") == [
        ["seat0", "Guest 0 (host)", "0", "seated", "0", "-", "-"],
        ["seat1", "nobody", "", "", "", "", ""],
        ["seat2", "nobody", "", "", "", "", ""],
    ]


def test_a_window_a_debt_and_an_open_run_are_told(reader: Client, table: Callable[..., Table]) -> None:
    opened = table(2)
    opened.deal("+3 R1 R4", "RT R4 R5", leading="R3")
    opened.play(0, Lay(card("+3")))
    answer = reader.get(at(opened))
    facts = shown.facts(answer)
    assert (facts["+3 window"], facts["Turn"], facts["Pending"]) == ("of seat0", "1, nobody's", "plus_three")
    assert [row[3] for row in shown.table(answer, "Seat")] == ["in play, laid the +3", "in play"]


def test_stages_and_who_waits_to_finish_are_told(reader: Client, table: Callable[..., Table]) -> None:
    opened = table(3, stages=8, plus_two_last_wins="if_it_does_not_return")
    opened.deal("R+2", "G1 G3", "B1 B3", leading="R3")
    opened.happen(
        ev.StageReached(1, 7),
        ev.CardLaid(0, card("R+2"), Color.RED, leads=True),
        ev.FinishHeldBack(0),
        ev.DebtRaised(2),
        ev.TurnPassed(1, 2, Pending.DEBT),
    )
    answer = reader.get(at(opened))
    assert shown.facts(answer)["Debt"] == "2, seat0 waits to finish"
    assert [row[3] for row in shown.table(answer, "Seat")] == [
        "in play, stage 8, waits to finish",
        "in play, stage 7, to move",
        "in play, stage 8",
    ]
    assert "seat0, Guest 0: 0 cards, waits to finish." in answer.content.decode()
    assert "seat2, Guest 2: 2 cards, stage 8." in answer.content.decode()


def test_bots_and_those_for_whom_they_stand_in_are_told(reader: Client, table: Callable[..., Table]) -> None:
    opened = table(3, taken=2)
    bot = Player.objects.create(kind=Player.Kind.BOT, bot_level=3, bot_version="1", name="Robot")
    handle(opened.id, lambda _now, _caller: TakeSeat(2, bot="hard"), Caller(bot.pk))
    assert [row[3] for row in shown.table(reader.get(at(opened)), "Seat")][2] == "seated, bot (hard)"
    opened.start()
    opened.happen(ev.TurnSettled(1), ev.BotStoodIn(1))
    rows = shown.table(reader.get(at(opened)), "Seat")
    assert [row[3:5] for row in rows] == [
        ["in play, to move", "0"],
        ["in play, a bot stands in", "1"],
        ["in play, bot (hard)", "0"],
    ]


def test_who_has_finished_has_not_given_up(reader: Client, table: Callable[..., Table]) -> None:
    opened = table(4, places="play_on")
    opened.deal("R5", "G1 G3", "B1 B3", "Y1 Y3", leading="R3")
    opened.play(0, Lay(card("R5")))
    opened.play(2, Resign())
    assert [[row[3], row[5]] for row in shown.table(reader.get(at(opened)), "Seat")] == [
        ["finished", "1"],
        ["in play, to move", "-"],
        ["given up", "4"],
        ["in play", "-"],
    ]


def test_passed_hands_are_a_fact_without_cards_before_disclosure(
    reader: Client, table: Callable[..., Table]
) -> None:
    opened = table(2)
    opened.deal("R5 K", "B1 B3 B4", leading="R3")
    held = opened.standing().state.hands
    opened.happen(ev.HandsPassed(0, 1, (held[1], held[0]), (False, False)))
    answer = reader.get(at(opened))
    page = answer.content.decode()
    assert "<code>seat0 passes hands left</code>" in page
    assert [row[2] for row in shown.table(answer, "Seat")] == ["3", "2"]
    opened.happen(ev.Disclosed())
    page = reader.get(at(opened), {"version": "9"}).content.decode()
    rest = '<span class="taki-rest"> ; declared no no hands B1 B3 B4, R5 K</span>'
    assert f"<code>seat0 passes hands left{rest}</code>" in page


def test_the_card_just_drawn_is_told_to_who_looks_into_its_hand(
    reader: Client, looker: Client, table: Callable[..., Table]
) -> None:
    opened = table(2)
    opened.deal("R5 B4", "B1 B3", leading="R3", pile="R9 G1")
    opened.happen(ev.CardsDrawn(0, (card("R9"),)), ev.DrawnCardKept(0, card("R9")))
    assert shown.facts(reader.get(at(opened)))["Pending"] == "drawn_card"
    look = f"/admin/games/game/{opened.id}/look/"
    asked = {"version": "10", "seat": "0", "confirmed": "yes"}
    page = looker.post(look, asked).content.decode()
    assert 'may be laid: <span class="taki-card taki-card-R">R9</span>' in page
    assert "may be laid" not in looker.post(look, asked | {"seat": "1"}).content.decode()
    assert "R9" not in shown.lasting(reader.get(at(opened)))


def test_after_disclosure_every_hand_of_every_version_is_open(
    reader: Client, table: Callable[..., Table]
) -> None:
    opened = table(2)
    opened.deal("R5", "B1 B3", leading="R3", pile="K G3")
    opened.play(0, Lay(card("R5")))
    answer = reader.get(at(opened), {"version": "8"})
    assert shown.table(answer, "Seat") == [
        ["seat0", "Guest 0 (host)", "1", "R5", "in play, to move", "0", "-", "-"],
        ["seat1", "Guest 1", "2", "B1 B3", "in play", "0", "-", "-"],
    ]


def test_a_slider_leads_to_every_version(reader: Client, running: Table) -> None:
    page = reader.get(at(running), {"version": "5"}).content.decode()
    assert f'<form method="get" action="{at(running)}" class="taki-slider"' in page
    assert '<input type="range" id="version" name="version" min="1" max="11" value="5"' in page


def test_through_a_seats_eyes_the_slider_of_a_running_game_looks_anew(looker: Client, running: Table) -> None:
    look = f"/admin/games/game/{running.id}/look/"
    asked = {"version": "11", "seat": "0", "confirmed": "yes"}
    page = looker.post(look, asked).content.decode()
    slider = page[page.index(f'<form method="post" action="{look}" class="taki-slider"') :]
    slider = slider[: slider.index("</form>")]
    assert '<input type="hidden" name="seat" value="0">' in slider
    assert '<input type="hidden" name="confirmed" value="yes">' in slider
    assert '<input type="range" id="version" name="version" min="1" max="11" value="11"' in slider
    assert "csrfmiddlewaretoken" in slider


# --- by a seat's eyes


@pytest.fixture
def disclosed(table: Callable[..., Table]) -> Table:
    """Seat 0 has laid its only card."""
    opened = table(2)
    opened.deal("R5", "B1 B3", leading="R3", pile="K G3")
    opened.play(0, Lay(card("R5")))
    return opened


def test_a_disclosed_game_is_seen_by_any_seats_eyes(reader: Client, disclosed: Table) -> None:
    page = reader.get(at(disclosed), {"version": "8", "seat": "0"}).content.decode()
    own = page[page.index("The hand of seat0") : page.index("</section>")]
    assert re.findall(r"<li><code>(.*?)</code></li>", own) == [
        "seat0 lays R5",
        "seat0 draws",
        "seat0 declares last card",
    ]
    assert "written down" not in own
    assert HandsLook.objects.count() == 0


def test_its_steps_keep_those_eyes(reader: Client, disclosed: Table) -> None:
    answer = reader.get(at(disclosed), {"version": "8", "seat": "1"})
    links = [link.removeprefix(at(disclosed)) for link in shown.links(answer) if "?version=" in link]
    assert links == [
        *(f"?version={version}&seat=1" for version in (1, 7, 9, 12)),
        "?version=8",
        "?version=8&seat=0",
        "?version=8&seat=1",
    ]
    assert '<input type="hidden" name="seat" value="1">' in answer.content.decode()


def test_before_somebody_sat_down_there_is_nothing_to_see(reader: Client, disclosed: Table) -> None:
    answer = reader.get(at(disclosed), {"version": "2", "seat": "1"})
    assert answer.status_code == 200
    assert "Nobody sits on seat1 at this version." in answer.content.decode()


def test_until_disclosure_no_address_opens_a_hand(superuser: Client, running: Table) -> None:
    for seat in ("0", "2", "x", "99"):
        answer = superuser.get(at(running), {"version": "8", "seat": seat})
        assert answer.status_code == 403
        assert shown.reason(answer) == "Until a game is disclosed, a hand is looked into by its button."


@pytest.mark.parametrize(("seat", "status"), [("2", 404), ("-1", 404), ("x", 400), ("", 400)])
def test_a_seat_that_is_not_there_is_told(reader: Client, disclosed: Table, seat: str, status: int) -> None:
    assert reader.get(at(disclosed), {"seat": seat}).status_code == status


@pytest.mark.parametrize("version", ["0", "12", "-1", "99999999", "9" * 400, "9" * 5000])
def test_a_version_that_is_not_there_is_told(reader: Client, running: Table, version: str) -> None:
    answer = reader.get(at(running), {"version": version})
    assert answer.status_code == 404
    assert shown.reason(answer) == "The version must be from 1 to 11."


@pytest.mark.parametrize("version", ["", "x", "1.5", "-", "--1", "１", "1\x00", "1e1", " 1"])
def test_a_version_that_is_no_number_is_told(reader: Client, running: Table, version: str) -> None:
    answer = reader.get(at(running), {"version": version})
    assert answer.status_code == 400
    assert shown.reason(answer) == "The version must be a whole number."
