"""The admin of people: to be searched and read, hardly to be changed."""

from collections.abc import Callable

import pytest
from django.test import Client

from players.models import Player, Session
from players.tokens import refresh_hash
from tests.conftest import GuestClient

pytestmark = pytest.mark.django_db

type Guests = Callable[..., GuestClient]

PLAYERS = "/admin/players/player/"
SESSIONS = "/admin/players/session/"


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(Player.objects.create_superuser("operator", "secret"))
    return client


def test_the_operator_signs_in_by_login(client: Client) -> None:
    Player.objects.create_superuser("operator", "secret")
    answer = client.post("/admin/login/?next=/admin/", {"username": "operator", "password": "x"})
    assert answer.status_code == 200
    answer = client.post("/admin/login/?next=/admin/", {"username": "operator", "password": "secret"})
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_a_guest_has_no_way_into_the_admin(client: Client, guest: Guests) -> None:
    client.force_login(guest().player)
    assert client.get("/admin/").status_code == 302


@pytest.mark.parametrize("term", ["Gargamel", "gargAMEL", "{id}"])
def test_players_are_found_by_name_and_id(operator: Client, guest: Guests, term: str) -> None:
    wanted, other = guest("Gargamel").player, guest("Azrael").player
    answer = operator.get(PLAYERS, {"q": term.format(id=wanted.pk)})
    assert answer.status_code == 200
    assert str(wanted.pk) in answer.content.decode()
    assert str(other.pk) not in answer.content.decode()


@pytest.mark.parametrize("page", [PLAYERS, SESSIONS])
@pytest.mark.parametrize("term", ["7", "\u202e", "'", "%", "0" * 40])
def test_any_search_is_answered(operator: Client, guest: Guests, page: str, term: str) -> None:
    guest()
    assert operator.get(page, {"q": term}).status_code == 200


def test_nothing_is_added_or_deleted(operator: Client, guest: Guests) -> None:
    noa = guest()
    for page, row in [(PLAYERS, noa.player.pk), (SESSIONS, noa.tokens.token.session_id)]:
        assert operator.get(f"{page}add/").status_code == 403
        assert operator.get(f"{page}{row}/change/").status_code == 200
        assert operator.post(f"{page}{row}/delete/", {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=noa.player.pk).exists()


def test_only_rights_can_be_changed(operator: Client, guest: Guests) -> None:
    player = guest("Noa").player
    operator.post(f"{PLAYERS}{player.pk}/change/", {"name": "Gargamel", "is_staff": "on"})
    kept = Player.objects.get(pk=player.pk)
    assert (kept.name, kept.is_staff, kept.is_active) == ("Noa", True, False)


def test_who_is_locked_out_has_no_session_left(operator: Client, guest: Guests) -> None:
    noa, dana = guest("Noa"), guest("Dana")
    operator.post(f"{PLAYERS}{noa.player.pk}/change/", {})
    assert not Player.objects.get(pk=noa.player.pk).is_active
    assert Session.objects.get(pk=noa.tokens.token.session_id).ended_reason == "operator"
    assert noa.get("/api/v1/players/me").json()["code"] == "session_ended"
    assert dana.get("/api/v1/players/me").status_code == 200


def test_a_session_can_be_ended(operator: Client, guest: Guests) -> None:
    noa, dana = guest("Noa"), guest("Dana")
    session = noa.tokens.token.session_id
    operator.post(SESSIONS, {"action": "end", "_selected_action": [str(session)]})
    assert Session.objects.get(pk=session).ended_reason == "operator"
    assert noa.get("/api/v1/players/me").status_code == 401
    assert dana.get("/api/v1/players/me").status_code == 200


def test_no_page_shows_a_token(operator: Client, guest: Guests) -> None:
    noa = guest()
    pages = [
        PLAYERS,
        f"{PLAYERS}{noa.player.pk}/change/",
        SESSIONS,
        f"{SESSIONS}{noa.tokens.token.session_id}/change/",
        "/admin/",
    ]
    for page in pages:
        shown = operator.get(page).content.decode()
        assert refresh_hash(noa.tokens.refresh).hex() not in shown
        assert "refreshtoken" not in shown
        assert "pbkdf2" not in shown
