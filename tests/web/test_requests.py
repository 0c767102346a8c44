"""What is true of every request: an id, one line in the log, safe headers, no secret anywhere."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from players import sessions
from tests.conftest import GuestClient
from tests.web.conftest import Lines

pytestmark = pytest.mark.django_db

type Guests = Callable[..., GuestClient]


def test_a_request_leaves_one_line(guest: Guests, lines: Lines) -> None:
    noa = guest("Noa")
    answer = noa.get(f"/api/v1/players/{noa.player.pk}?secret=1", headers={"X-Request-Id": "a" * 8})
    (line,) = lines()
    assert answer["X-Request-Id"] == "a" * 8
    assert line.pop("ms") >= 0
    assert line.pop("at")
    assert line == {
        "event": "request",
        "logger": "taki_api.request",
        "level": "info",
        "request_id": "a" * 8,
        "method": "GET",
        "route": "/api/v1/players/<id:player_id>",
        "status": 400,
        "player": str(noa.player.pk),
    }


def test_no_name_token_path_or_query_is_logged(api: APIClient, log: io.StringIO) -> None:
    answer = api.post("/api/v1/auth/guest?q=Gargamel", {"name": "Gargamel"})
    refresh = {"refresh": answer.json()["refresh"]}
    access = {"Authorization": f"Bearer {answer.json()['access']}"}
    api.post("/api/v1/auth/refresh", refresh)
    api.post("/api/v1/auth/refresh", refresh)
    api.get("/api/v1/players/me", headers=access)
    api.get("/api/v1/Gargamel", headers=access)
    api.get("/Gargamel?Gargamel", headers=access | {"Host": "gargamel.example"})
    api.generic("GARGAMEL", "/api/v1/players/me")
    written = log.getvalue()
    assert len(written.splitlines()) == 7
    assert "gargamel" not in written.lower()
    assert answer.json()["refresh"] not in written
    assert answer.json()["access"] not in written


@pytest.mark.parametrize(
    "given",
    ["", "abcd", "a" * 65, "a b c d e f", "{json: 1}", "é" * 10, "a-token-may-look-so_43-letters-of-base64"],
)
def test_an_id_that_is_not_sane_is_replaced(api: APIClient, given: str) -> None:
    answer = api.get("/healthz", headers={"X-Request-Id": given})
    assert len(answer["X-Request-Id"]) == 32
    assert answer["X-Request-Id"] != given


def test_a_bug_is_told_without_details_and_logged_without_its_message(
    api: APIClient, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("Gargamel holds R5")

    monkeypatch.setattr(sessions, "welcome_guest", fail)
    api.raise_request_exception = False
    answer = api.post("/api/v1/auth/guest", {"name": "Noa"})
    assert answer.status_code == 500
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "urn:taki:problem:internal",
        "title": "Something went wrong here",
        "status": 500,
        "detail": "It is our mistake. Try again, and name the request id if it stays.",
        "code": "internal",
    }
    bug, request = lines()
    assert (bug["event"], bug["error"], bug["level"]) == ("bug", "RuntimeError", "error")
    assert bug["request_id"] == request["request_id"] == answer["X-Request-Id"]
    assert bug["frames"][-1].endswith("fail")
    assert "Gargamel" not in json.dumps([bug, request])


@pytest.mark.parametrize("path", ["/api/v1/players/me", "/api/v1/nope", "/api/v1/schema"])
def test_answers_of_the_api_stay_out_of_caches_and_frames(api: APIClient, path: str) -> None:
    answer = api.get(path)
    assert answer["Cache-Control"] == "private, no-store"
    assert "Authorization" in answer["Vary"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("path", ["/api/v1/docs", "/admin/login/"])
def test_pages_load_only_what_is_ours(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert b"http://" not in answer.content.replace(b"http://www.w3.org", b"")
    assert b"https://" not in answer.content


def test_every_asset_of_the_docs_is_served(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()
    assets = [part.split('"')[0] for part in page.split('="') if part.startswith("/")]
    assert len(assets) == 5
    for asset in assets:
        answer = client.get(asset)
        answer.close()
        assert answer.status_code == 200, asset


def test_the_front_door_leads_to_the_docs(client: Client) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer["Location"]) == (302, "/api/v1/docs")


def test_only_configured_origins_may_read(api: APIClient, settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://play.example"]
    allowed = api.get("/api/v1/players/me", headers={"Origin": "https://play.example"})
    assert allowed["Access-Control-Allow-Origin"] == "https://play.example"
    assert "X-Request-Id" in allowed["Access-Control-Expose-Headers"]
    other = api.get("/api/v1/players/me", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in other


def test_a_browser_may_ask_first(api: APIClient, settings: Any) -> None:
    settings.CORS_ALLOWED_ORIGINS = ["https://play.example"]
    answer = api.options(
        "/api/v1/auth/guest",
        headers={
            "Origin": "https://play.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
        },
    )
    assert answer.status_code == 200
    allowed = answer["Access-Control-Allow-Headers"]
    assert {"authorization", "content-type", "idempotency-key"} <= set(allowed.split(", "))
