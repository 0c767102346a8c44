"""Signing in, renewing and signing out, as a client does it."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from players.models import Player, Session
from tests.conftest import FixedClock, GuestClient

pytestmark = pytest.mark.django_db

type Guests = Callable[..., GuestClient]


def test_a_guest_signs_in_by_a_name(api: APIClient) -> None:
    answer = api.post("/api/v1/auth/guest", {"name": " Noa "}, headers={"Accept-Language": "km"})
    assert answer.status_code == 201
    body = answer.json()
    player = Player.objects.get()
    assert body["player"] == {"id": str(player.pk), "name": "Noa"}
    assert body["access_expires_at"] == "2040-01-01T12:10:00Z"
    assert body["refresh_expires_at"] == "2040-03-31T12:00:00Z"
    assert player.locale == "km"
    me = api.get("/api/v1/players/me", headers={"Authorization": f"Bearer {body['access']}"})
    assert me.status_code == 200
    assert me.json() == {
        "id": str(player.pk),
        "name": "Noa",
        "kind": "guest",
        "created_at": "2040-01-01T12:00:00Z",
        "erased": False,
        "locale": "km",
    }


def test_a_pair_is_renewed(api: APIClient, guest: Guests, clock: FixedClock) -> None:
    noa = guest()
    clock.advance(minutes=10)
    assert noa.get("/api/v1/players/me").json()["code"] == "token_expired"
    answer = api.post("/api/v1/auth/refresh", {"refresh": noa.tokens.refresh})
    assert answer.status_code == 200
    assert sorted(answer.json()) == ["access", "access_expires_at", "refresh", "refresh_expires_at"]
    noa.bear(answer.json()["access"])
    assert noa.get("/api/v1/players/me").status_code == 200


def test_an_expired_access_token_does_not_stand_in_the_way(guest: Guests, clock: FixedClock) -> None:
    noa = guest()
    clock.advance(hours=1)
    answer = noa.post("/api/v1/auth/refresh", {"refresh": noa.tokens.refresh})
    assert answer.status_code == 200
    assert noa.post("/api/v1/auth/guest", {"name": "Dana"}).status_code == 201


def test_a_refresh_token_is_good_for_one_exchange(api: APIClient, guest: Guests, clock: FixedClock) -> None:
    noa = guest()
    old = {"refresh": noa.tokens.refresh}
    assert api.post("/api/v1/auth/refresh", old).status_code == 200
    raced = api.post("/api/v1/auth/refresh", old)
    assert (raced.status_code, raced.json()["code"]) == (409, "already_rotated")
    clock.advance(seconds=11)
    stolen = api.post("/api/v1/auth/refresh", old)
    assert (stolen.status_code, stolen.json()["code"]) == (401, "session_ended")
    ended = noa.get("/api/v1/players/me")
    assert (ended.status_code, ended.json()["code"]) == (401, "session_ended")


def test_signing_out_works_at_once(api: APIClient, guest: Guests) -> None:
    noa, dana = guest("Noa"), guest("Dana")
    answer = noa.post("/api/v1/auth/signout")
    assert (answer.status_code, answer.content) == (204, b"")
    assert Session.objects.get(pk=noa.tokens.token.session_id).ended_reason == "signed_out"
    for path in ["/api/v1/players/me", f"/api/v1/players/{dana.player.pk}"]:
        refused = noa.get(path)
        assert (refused.status_code, refused.json()["code"]) == (401, "session_ended")
    again = noa.post("/api/v1/auth/signout")
    assert (again.status_code, again.json()["code"]) == (401, "session_ended")
    renewed = api.post("/api/v1/auth/refresh", {"refresh": noa.tokens.refresh})
    assert (renewed.status_code, renewed.json()["code"]) == (401, "session_ended")
    assert dana.get("/api/v1/players/me").status_code == 200


def test_anybody_signed_in_may_look_at_a_profile(guest: Guests) -> None:
    noa, dana = guest("Noa"), guest("Dana")
    assert noa.get(f"/api/v1/players/{dana.player.pk}").json() == {
        "id": str(dana.player.pk),
        "name": "Dana",
        "kind": "guest",
        "created_at": "2040-01-01T12:00:00Z",
        "erased": False,
    }


def test_nobody_is_not_found(guest: Guests) -> None:
    answer = guest().get("/api/v1/players/01a22a01-0533-723c-aba6-dd1456d89b79")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "not_signed_in"),
        ("Basic bm9hOm5vYQ==", "not_signed_in"),
        ("Bearer", "token_invalid"),
        ("Bearer x", "token_invalid"),
        ("Bearer a.b.c", "token_invalid"),
        ("Bearer \u00e9", "token_invalid"),
        ("bearer  " + "a" * 5000, "token_invalid"),
    ],
)
def test_without_a_token_of_ours_nobody_is_let_in(api: APIClient, header: str, code: str) -> None:
    answer = api.get("/api/v1/players/me", headers={"Authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, code)
    assert answer["WWW-Authenticate"] == "Bearer"


def test_the_own_profile_costs_one_statement_and_another_two(
    guest: Guests, django_assert_num_queries: Callable[..., object]
) -> None:
    noa = guest()
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        noa.get("/api/v1/players/me")
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        noa.get(f"/api/v1/players/{noa.player.pk}")


@pytest.mark.parametrize(
    ("path", "body", "known"),
    [
        ("guest", {"name": "Noa", "kind": "staff"}, "name"),
        ("refresh", {"refresh": "x", "kind": 1}, "refresh"),
    ],
)
def test_a_field_that_nobody_knows_is_refused(
    api: APIClient, path: str, body: dict[str, object], known: str
) -> None:
    answer = api.post(f"/api/v1/auth/{path}", body)
    told = answer.json()
    assert (answer.status_code, told["code"], told["field"], told["allowed"]) == (
        400,
        "invalid",
        "kind",
        [known],
    )
    assert not Player.objects.exists()
