"""Who may open what: every page by every sort of operator; and nothing that changes a row, for anybody."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client, RequestFactory

from games.models import FailedTask, Game, HandsLook
from players.models import Player
from tests.games.admin import shown
from tests.games.admin.conftest import Operator, staff
from tests.games.tables import Table

GAMES = "/admin/games/game/"
LOOKS = "/admin/games/handslook/"


@pytest.fixture
def running(table: Callable[..., Table]) -> Table:
    opened = table(2)
    opened.deal("R5 G1", "B1 B3", leading="R3")
    return opened


def statuses(client: Client, table: Table) -> list[int]:
    """The list, the four pages of a game, and the looks."""
    one = f"{GAMES}{table.id}"
    asked = {"version": 8, "seat": 0, "confirmed": "yes"}
    answers = [
        client.get(GAMES),
        client.get(f"{one}/change/"),
        client.get(f"{one}/at/"),
        client.get(f"{one}/rows/"),
        client.post(f"{one}/look/", asked),
        client.get(LOOKS),
    ]
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize(
    ("permissions", "expected", "looks"),
    [
        ([], [403, 403, 403, 403, 403, 403], 0),
        (["view_game"], [200, 200, 200, 403, 403, 403], 0),
        (["view_game", "look_into_hands"], [200, 200, 200, 403, 200, 403], 1),
        (["look_into_hands"], [403, 403, 403, 403, 403, 403], 0),
        (["view_handslook"], [403, 403, 403, 403, 403, 200], 0),
        (["abort_game", "give_up_seat"], [403, 403, 403, 403, 403, 403], 0),
    ],
)
def test_each_permission_opens_its_pages_and_no_other(
    operator: Operator, running: Table, permissions: list[str], expected: list[int], looks: int
) -> None:
    assert statuses(operator(*permissions), running) == expected
    assert HandsLook.objects.count() == looks


def test_no_right_can_be_granted_that_has_no_effect(db: None) -> None:
    rights = Permission.objects.filter(content_type__app_label="games").exclude(codename__startswith="view_")
    assert sorted(right.codename for right in rights) == ["abort_game", "give_up_seat", "look_into_hands"]


def test_a_superuser_may_read_and_look(superuser: Client, running: Table) -> None:
    # The rows of a log are closed until its game is disclosed, to everybody.
    assert statuses(superuser, running) == [200, 200, 200, 403, 200, 200]
    assert HandsLook.objects.count() == 1


def test_whoever_is_not_staff_is_sent_to_sign_in(running: Table) -> None:
    player = Client()
    player.force_login(Player.objects.get(pk=running.people[0]))
    for client in (Client(), player):
        assert statuses(client, running) == [302] * 6
    assert HandsLook.objects.count() == 0


def test_an_unknown_game_looks_like_any_other_to_whoever_may_not_read_games(
    operator: Operator, running: Table
) -> None:
    client = operator()
    known = client.get(f"{GAMES}{running.id}/change/")
    unknown = client.get(f"{GAMES}00000000-0000-7000-8000-000000000000/change/")
    assert shown.told(known) == shown.told(unknown)


# --- nothing can be changed


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("word", ["change", "at", "rows"])
def test_pages_are_only_read(superuser: Client, running: Table, method: str, word: str) -> None:
    before = running.rows()
    send: Any = getattr(superuser, method)
    assert send(f"{GAMES}{running.id}/{word}/", {"status": "finished"}).status_code in (403, 405)
    assert running.rows() == before


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
@pytest.mark.parametrize("word", ["abort", "give-up", "check", "look"])
def test_forms_are_only_sent_by_post(superuser: Client, running: Table, method: str, word: str) -> None:
    before = running.rows()
    send: Any = getattr(superuser, method)
    assert send(f"{GAMES}{running.id}/{word}/", {"reason": "Away"}).status_code == 405
    assert running.rows() == before


@pytest.mark.parametrize("word", ["delete", "history", "password", "add"])
def test_other_pages_do_not_exist(superuser: Client, running: Table, word: str) -> None:
    for path in (f"{GAMES}{running.id}/{word}/", f"{GAMES}{word}/", f"{LOOKS}1/{word}/", f"{LOOKS}{word}/"):
        assert superuser.get(path).status_code == 404
        assert superuser.post(path, {"post": "yes"}).status_code == 404


@pytest.mark.parametrize("model", ["seat", "storedevent", "command", "heartbeat"])
def test_other_tables_have_no_admin(superuser: Client, model: str) -> None:
    assert superuser.get(f"/admin/games/{model}/").status_code == 404


def test_only_games_looks_and_failures_are_registered() -> None:
    models = apps.get_app_config("games").get_models()
    assert [model for model in models if admin.site.is_registered(model)] == [Game, HandsLook, FailedTask]


@pytest.mark.parametrize("model", [Game, HandsLook, FailedTask])
def test_a_superuser_may_only_view(db: None, rf: RequestFactory, model: type[Any]) -> None:
    request = rf.get("/admin/")
    request.user = staff("root", is_superuser=True)
    assert admin.site.get_model_admin(model).get_model_perms(request) == {
        "add": False,
        "change": False,
        "delete": False,
        "view": True,
    }


@pytest.mark.parametrize("path", [GAMES, LOOKS, "/admin/games/failedtask/"])
def test_lists_take_no_action(superuser: Client, running: Table, path: str) -> None:
    before = running.rows()
    asked = {"action": "delete_selected", "_selected_action": str(running.id), "post": "yes", "index": "0"}
    answer = superuser.post(path, asked)
    assert answer.status_code in (200, 302)
    assert running.rows() == before
    assert "delete_selected" not in superuser.get(path).content.decode()
