"""Looking into a hand: by permission, on purpose, and never without a row that says so."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.engine.cards import card
from games.engine.commands import Lay
from games.models import HandsLook
from players.models import Player
from tests.games.admin import shown
from tests.games.admin.conftest import Operator
from tests.games.tables import Table

LOOKS = "/admin/games/handslook/"


@pytest.fixture
def running(table: Callable[..., Table]) -> Table:
    """Seat 0 is to move; version 8 of 8."""
    opened = table(3, taken=2)
    opened.deal("R5 CC", "B1 K", leading="R3", pile="K G3 G4")
    return opened


def look(client: Client, table: Table, *, confirmed: bool = True, **fields: int | str) -> Any:
    asked: dict[str, int | str] = {"version": 8, "seat": 0, **fields}
    if confirmed:
        asked["confirmed"] = "yes"
    return client.post(f"/admin/games/game/{table.id}/look/", asked)


def rows() -> list[dict[str, Any]]:
    return [
        dict(row)
        for row in HandsLook.objects.order_by("pk").values("who__login", "at", "game_id", "version", "seat")
    ]


def test_first_it_is_asked_whether_that_is_meant(looker: Client, running: Table) -> None:
    answer = look(looker, running, confirmed=False, seat=1)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "You are about to see the hand of seat 1 (<bdi>Guest 1</bdi>) at version 8" in page
    assert '<input type="hidden" name="version" value="8">' in page
    assert "taki-card" not in page
    assert rows() == []


def test_a_confirmed_look_shows_the_hand_and_its_moves_and_leaves_a_row(
    looker: Client, running: Table
) -> None:
    answer = look(looker, running)
    page = answer.content.decode()
    assert answer.status_code == 200
    own = page[page.index("The hand of seat0") : page.index("</section>")]
    assert [code for code in ("R5", "CC", "B1", "K") if f">{code}<" in own] == ["R5", "CC"]
    assert re.findall(r"<li><code>(.*?)</code></li>", own) == [
        "seat0 lays R5",
        "seat0 lays R5 last card",
        *(
            f"seat0 lays CC color {color}{said}"
            for color in ("R", "G", "B", "Y")
            for said in ("", " last card")
        ),
        "seat0 draws",
    ]
    assert rows() == [
        {
            "who__login": "looker",
            "at": running.standing().last_at,
            "game_id": running.id,
            "version": 8,
            "seat": 0,
        }
    ]


def test_stepping_on_with_the_same_eyes_is_a_look_of_its_own(looker: Client, running: Table) -> None:
    page = look(looker, running, version=7).content.decode()
    assert re.findall(r'name="version" value="(\d)"><input type="hidden" name="seat" value="0">', page)[
        :2
    ] == [
        "6",
        "8",
    ]
    assert "Seat 0 at version 6</button>" in page
    assert "Seat 0 at version 8</button>" in page
    assert "Each of these looks is written down as well." in page
    assert [row["version"] for row in rows()] == [7]


def test_a_seat_that_may_do_nothing_has_no_moves(looker: Client, running: Table) -> None:
    page = look(looker, running, seat=1).content.decode()
    assert "None at this version." in page


def test_an_older_version_can_be_looked_into(looker: Client, running: Table) -> None:
    running.play(0, Lay(card("R5")))
    page = look(looker, running, version=7).content.decode()
    own = page[page.index("The hand of seat0") : page.index("</section>")]
    assert ">R5<" in own
    assert [row["version"] for row in rows()] == [7]


def test_every_look_leaves_a_row_also_a_superusers(superuser: Client, looker: Client, running: Table) -> None:
    for client in (superuser, superuser, looker):
        assert look(client, running, seat=1).status_code == 200
    assert [(row["who__login"], row["seat"]) for row in rows()] == [("root", 1), ("root", 1), ("looker", 1)]


@pytest.mark.django_db(transaction=True)
def test_where_the_row_cannot_be_written_nothing_is_shown(
    looker: Client, playing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(Exception):
        pass

    def create(**_columns: object) -> None:
        raise Full

    monkeypatch.setattr(HandsLook.objects, "create", create)
    with pytest.raises(Full):
        look(looker, playing, version=playing.head().version)


def test_without_the_permission_there_is_no_button_and_no_look(reader: Client, running: Table) -> None:
    assert shown.buttons(reader.get(f"/admin/games/game/{running.id}/at/")) == []
    for confirmed in (False, True):
        answer = look(reader, running, confirmed=confirmed)
        assert answer.status_code == 403
        assert shown.reason(answer) == "Looking into hands takes a permission that you do not have."
    assert rows() == []


def test_with_the_permission_every_taken_seat_has_a_button(looker: Client, running: Table) -> None:
    at = f"/admin/games/game/{running.id}/at/"
    assert shown.buttons(looker.get(at)) == ["Look into seat 0", "Look into seat 1"]
    assert shown.buttons(looker.get(at, {"version": 4})) == []


def test_looking_is_never_a_get(looker: Client, running: Table) -> None:
    asked: dict[str, int | str] = {"version": 8, "seat": 0, "confirmed": "yes"}
    assert looker.get(f"/admin/games/game/{running.id}/look/", asked).status_code == 405
    assert rows() == []


def test_looking_takes_the_forms_own_token(operator: Operator, running: Table) -> None:
    assert look(operator("view_game", "look_into_hands", csrf=True), running).status_code == 403
    assert rows() == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"seat": 2}, 404),  # nobody sits there
        ({"seat": 3}, 404),
        ({"seat": -1}, 404),
        ({"seat": "9" * 5000}, 404),
        ({"seat": "x"}, 400),
        ({"seat": ""}, 400),
        ({"version": 9}, 404),
        ({"version": 0}, 404),
        ({"version": "x"}, 400),
        ({"version": ""}, 400),
        ({"version": 4}, 400),  # the lobby
    ],
)
def test_what_cannot_be_looked_at_is_told(
    looker: Client, running: Table, fields: dict[str, int | str], status: int
) -> None:
    for confirmed in (False, True):
        assert look(looker, running, confirmed=confirmed, **fields).status_code == status
    assert rows() == []


def test_a_disclosed_game_needs_no_look(looker: Client, table: Callable[..., Table]) -> None:
    finished = table(2)
    finished.deal("R5", "B1 B3", leading="R3", pile="K G3")
    finished.play(0, Lay(card("R5")))
    assert shown.buttons(looker.get(f"/admin/games/game/{finished.id}/at/")) == []
    answer = look(looker, finished)
    assert (answer.status_code, shown.reason(answer)) == (
        400,
        "This game is disclosed: its pages show every hand.",
    )
    assert rows() == []


def test_who_may_not_look_is_not_told_what_could_be_seen(reader: Client, running: Table) -> None:
    assert look(reader, running, seat=2).status_code == 403


# --- the list of looks


def test_looks_are_listed_newest_first(operator: Operator, looker: Client, running: Table) -> None:
    look(looker, running, seat=1)
    look(looker, running, seat=0)
    auditor = operator("view_handslook", login="auditor")
    assert shown.table(auditor.get(LOOKS), "At (UTC)") == [
        ["2040-01-01 12:00:00", "looker", f"{running.id} at 8", "0"],
        ["2040-01-01 12:00:00", "looker", f"{running.id} at 8", "1"],
    ]


@pytest.mark.parametrize(("term", "found"), [("looker", 1), ("root", 0), ("look", 0), ("", 1)])
def test_looks_are_found_by_login(
    superuser: Client, looker: Client, running: Table, term: str, found: int
) -> None:
    look(looker, running)
    assert superuser.get(LOOKS, {"q": term}).content.decode().count("at 8</a>") == found


def test_looks_are_found_by_game_and_operator(superuser: Client, looker: Client, running: Table) -> None:
    look(looker, running)
    who = Player.objects.get(login="looker").pk
    for term, found in ((running.id, 1), (who, 1), (running.people[0], 0)):
        assert superuser.get(LOOKS, {"q": str(term)}).content.decode().count("at 8</a>") == found


def test_an_operator_without_a_login_is_told_otherwise(
    superuser: Client, looker: Client, running: Table
) -> None:
    look(looker, running)
    Player.objects.filter(login="looker").update(
        login=None, name="", name_key="", erased_at="2040-01-01T12:00Z"
    )
    who = HandsLook.objects.get().who_id
    assert shown.table(superuser.get(LOOKS), "At (UTC)")[0][1] == f"erased {who}"


def test_looks_are_filtered_by_nothing(superuser: Client, looker: Client, running: Table) -> None:
    look(looker, running)
    assert superuser.get(LOOKS, {"who__password__startswith": "p"}).status_code == 400
    assert superuser.get(LOOKS, {"seat": "0"}).status_code == 400
