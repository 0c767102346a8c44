"""The admin of people: to be searched and read, hardly to be changed."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from players import sessions
from players.models import Player, Session
from players.tokens import refresh_hash
from tests.conftest import FixedClock, GuestClient
from tests.games.admin.shown import links, table

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


def test_a_players_sessions_are_listed_newest_first(
    operator: Client, guest: Guests, clock: FixedClock
) -> None:
    noa = guest("Noa")
    first = noa.tokens.token.session_id
    clock.advance(hours=1)
    second = sessions.open_session(noa.player).token.session_id
    sessions.end_session(first, Session.Ending.SIGNED_OUT)
    page = operator.get(f"{PLAYERS}{noa.player.pk}/change/")
    assert table(page, "Session") == [
        [str(second), "2040-01-01 13:00:00", "2040-03-31 13:00:00", "-", "-", "End"],
        [str(first), "2040-01-01 12:00:00", "2040-03-31 12:00:00", "2040-01-01 13:00:00", "signed_out", ""],
    ]


def test_no_more_sessions_are_listed_than_can_be_read(operator: Client, guest: Guests) -> None:
    noa = guest("Noa")
    for _ in range(21):
        sessions.open_session(noa.player)
    page = operator.get(f"{PLAYERS}{noa.player.pk}/change/")
    assert len(table(page, "Session")) == 20
    assert f"{SESSIONS}?q={noa.player.pk}" in links(page)


def test_whoever_never_signed_in_has_none(operator: Client) -> None:
    player = Player.objects.create_guest("Dana")
    page = operator.get(f"{PLAYERS}{player.pk}/change/").content.decode()
    assert "None: this player never signed in to play." in page


@pytest.mark.parametrize("back", ["player", "session"])
def test_one_session_is_ended_by_its_button(operator: Client, guest: Guests, back: str) -> None:
    noa, dana = guest("Noa"), guest("Dana")
    session = noa.tokens.token.session_id
    ways = {"player": f"{PLAYERS}{noa.player.pk}/change/", "session": f"{SESSIONS}{session}/change/"}
    assert f'action="{SESSIONS}{session}/end/"' in operator.get(ways[back]).content.decode()
    answer = operator.post(f"{SESSIONS}{session}/end/", {"back": back})
    assert (answer.status_code, answer["Location"]) == (302, ways[back])
    page = operator.get(ways[back]).content.decode()
    assert "The session is ended." in page
    assert f"{SESSIONS}{session}/end/" not in page
    assert Session.objects.get(pk=session).ended_reason == "operator"
    assert noa.get("/api/v1/players/me").json()["code"] == "session_ended"
    assert dana.get("/api/v1/players/me").status_code == 200


def test_a_session_that_had_ended_stays_as_it_was(operator: Client, guest: Guests) -> None:
    session = guest("Noa").tokens.token.session_id
    sessions.end_session(session, Session.Ending.SIGNED_OUT)
    before = Session.objects.values().get(pk=session)
    operator.post(f"{SESSIONS}{session}/end/")
    assert Session.objects.values().get(pk=session) == before
    assert "The session had ended before." in operator.get(SESSIONS).content.decode()


def test_all_sessions_of_a_player_are_ended_at_once(operator: Client, guest: Guests) -> None:
    noa, dana = guest("Noa"), guest("Dana")
    sessions.open_session(noa.player)
    answer = operator.post(f"{PLAYERS}{noa.player.pk}/end-sessions/")
    assert (answer.status_code, answer["Location"]) == (302, f"{PLAYERS}{noa.player.pk}/change/")
    ended = Session.objects.order_by("started_at").values_list("player__name", "ended_reason")
    assert sorted(ended) == [("Dana", ""), ("Noa", "operator"), ("Noa", "operator")]
    assert noa.get("/api/v1/players/me").status_code == 401
    assert dana.get("/api/v1/players/me").status_code == 200


@pytest.mark.parametrize(
    ("rights", "sees", "ends"),
    [
        (["view_player"], False, False),
        (["view_player", "view_session"], True, False),
        (["view_player", "change_session"], True, True),
    ],
)
def test_sessions_take_a_right_to_see_and_one_to_end(
    client: Client, guest: Guests, rights: list[str], sees: bool, ends: bool
) -> None:
    noa = guest("Noa")
    reader = Player.objects.create_guest("Ruth")
    Player.objects.filter(pk=reader.pk).update(is_staff=True, login="ruth")
    reader.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client.force_login(reader)
    session = noa.tokens.token.session_id
    paths = [f"{SESSIONS}{session}/end/", f"{PLAYERS}{noa.player.pk}/end-sessions/"]
    page = client.get(f"{PLAYERS}{noa.player.pk}/change/").content.decode()
    assert (str(session) in page) == sees
    assert [path in page for path in paths] == [ends, ends]
    assert client.get(f"{SESSIONS}{session}/change/").status_code == (200 if sees else 403)
    before = Session.objects.values().get(pk=session)
    for path in paths:
        assert client.get(path).status_code == 405
        assert client.post(path).status_code == (302 if ends else 403)
    assert (Session.objects.values().get(pk=session) == before) == (not ends)


def test_buttons_take_their_forms_own_token(guest: Guests) -> None:
    noa = guest("Noa")
    client = Client(enforce_csrf_checks=True)
    client.force_login(Player.objects.create_superuser("operator", "secret"))
    for path in (
        f"{SESSIONS}{noa.tokens.token.session_id}/end/",
        f"{PLAYERS}{noa.player.pk}/end-sessions/",
    ):
        assert client.post(path).status_code == 403
    assert noa.get("/api/v1/players/me").status_code == 200


def test_there_is_nothing_to_end_where_there_is_nobody(operator: Client) -> None:
    nobody = "00000000-0000-7000-8000-000000000000"
    for path in (f"{SESSIONS}{nobody}/end/", f"{PLAYERS}{nobody}/end-sessions/"):
        assert operator.post(path).status_code == 404


def test_a_session_cannot_be_written(operator: Client, guest: Guests) -> None:
    session = guest("Noa").tokens.token.session_id
    before = Session.objects.values().get(pk=session)
    answer = operator.post(f"{SESSIONS}{session}/change/", {"ended_reason": "erased"})
    assert answer.status_code == 403
    assert Session.objects.values().get(pk=session) == before


def test_a_player_leads_to_their_games(operator: Client, guest: Guests) -> None:
    noa = guest("Noa").player
    assert f"/admin/games/game/?q={noa.pk}" in links(operator.get(f"{PLAYERS}{noa.pk}/change/"))


def test_nobody_is_led_to_games_who_may_not_read_them(client: Client, guest: Guests) -> None:
    noa = guest("Noa").player
    reader = Player.objects.create_guest("Ruth")
    Player.objects.filter(pk=reader.pk).update(is_staff=True, login="ruth")
    reader.user_permissions.set(Permission.objects.filter(codename="view_player"))
    client.force_login(reader)
    assert f"/admin/games/game/?q={noa.pk}" not in links(client.get(f"{PLAYERS}{noa.pk}/change/"))


def test_rights_are_given_by_group(operator: Client) -> None:
    right = Permission.objects.get(codename="abort_game")
    operator.post("/admin/auth/group/add/", {"name": "Referees", "permissions": [str(right.pk)]})
    group = Group.objects.get(name="Referees")
    assert list(group.permissions.all()) == [right]
    assert operator.get("/admin/auth/group/").status_code == 200
    operator.post(
        "/admin/auth/group/",
        {"action": "delete_selected", "_selected_action": [str(group.pk)], "post": "yes"},
    )
    assert not Group.objects.exists()


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
