"""What bad input gets: a typed refusal, nothing changed, never a 500."""

from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework.test import APIClient

from players.models import Player, RefreshToken, Session

pytestmark = pytest.mark.django_db

GUEST = "/api/v1/auth/guest"
REFRESH = "/api/v1/auth/refresh"


@pytest.fixture(autouse=True)
def _nothing_changes(db: None) -> Iterator[None]:
    def everything() -> list[list[tuple[Any, ...]]]:
        tables = [Player.objects, Session.objects, RefreshToken.objects]
        return [sorted(table.values_list()) for table in tables]

    before = everything()
    yield
    assert everything() == before


def post(api: APIClient, path: str, body: bytes, media: str = "application/json") -> Any:
    return api.generic(
        "POST",
        path,
        body,  # type: ignore[arg-type]
        content_type=media,
    )


@pytest.mark.parametrize("path", [GUEST, REFRESH])
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="cut off"),
        pytest.param(b"name=Noa", id="a form"),
        pytest.param(b'{"name": NaN}', id="NaN"),
        pytest.param(b'{"name": Infinity}', id="infinity"),
        pytest.param(b'{"name": "\\ud800"}', id="half a character"),
        pytest.param(b'{"name": "\\udc00\\ud800"}', id="halves the wrong way round"),
        pytest.param(b'{"name": "\xff"}', id="no UTF-8"),
        pytest.param('{"name": "Noa"}'.encode("utf-16"), id="UTF-16"),
        pytest.param(b'\xef\xbb\xbf{"name": "Noa"}', id="byte order mark"),
        pytest.param(b'{"name": "\x00"}', id="a raw NUL"),
        pytest.param(b'{"name": "Noa"} x', id="more after the end"),
        pytest.param(b'{"name":' + b"[" * 1000 + b"]" * 1000 + b"}", id="a thousand lists"),
        pytest.param(b'{"name":' * 1000 + b"1" + b"}" * 1000, id="a thousand objects"),
        pytest.param(b'{"name":' + b"[" * 32000 + b"]" * 32000 + b"}", id="as deep as fits"),
        pytest.param(b'{"name":' + b"[" * 32 + b"]" * 32 + b"}", id="one list too deep"),
        pytest.param(b'{"name": "Noa", "name": "Noa"}', id="a name twice"),
        pytest.param(b'{"name": "Noa", "na\\u006de": "Dana"}', id="a name twice, written otherwise"),
        pytest.param(b'{"name": [{"x": 1, "y": 2, "x": 3}]}', id="a name twice inside"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b'["Noa"]', id="a list of names"),
        pytest.param(b'"Noa"', id="a string"),
        pytest.param(b"7", id="a number"),
        pytest.param(b"null", id="null"),
        pytest.param(b" ", id="a space"),
    ],
)
def test_a_body_that_is_no_json_object_is_malformed(api: APIClient, path: str, body: bytes) -> None:
    answer = post(api, path, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("path", [GUEST, REFRESH])
@pytest.mark.parametrize("size", [64 * 1024 + 1, 2 * 1024 * 1024])
def test_a_large_body_is_not_even_read(api: APIClient, path: str, size: int) -> None:
    answer = post(api, path, b'{"name": "' + b"a" * (size - 12) + b'"}')
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert answer.json()["allowed"] == {"min": 0, "max": 64 * 1024}


@pytest.mark.parametrize(
    "media",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/octet-stream",
        "nonsense",
        "",
    ],
)
def test_only_json_is_taken(api: APIClient, media: str) -> None:
    answer = post(api, GUEST, b'{"name": "Noa"}', media)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert answer.json()["allowed"] == ["application/json"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("No\x00a", "name_characters"),
        ("\u202eNoa", "name_characters"),
        ("Noa\u200f", "name_characters"),
        ("N\u200boa", "name_characters"),
        ("\u0410dmin", "name_mixed_scripts"),
        ("z" + "\u0335" * 40, "name_marks"),
        ("", "name_empty"),
        ("\u00a0", "name_empty"),
        ("a" * 25, "name_too_long"),
        ("a" * 1000, "name_too_long"),
    ],
)
def test_a_name_that_may_not_be_shown_is_refused(api: APIClient, name: str, code: str) -> None:
    answer = api.post(GUEST, {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["field"] == "name"
    assert answer.json()["allowed"]


@pytest.mark.parametrize("name", [None, 7, True, 1.5, [], ["Noa"], {}, {"en": "Noa"}])
def test_a_name_is_a_string(api: APIClient, name: object) -> None:
    answer = api.post(GUEST, {"name": name})
    body = answer.json()
    assert (answer.status_code, body["code"], body["field"]) == (400, "invalid", "name")


def test_a_missing_value_is_named(api: APIClient) -> None:
    for path, field in [(GUEST, "name"), (REFRESH, "refresh")]:
        for body in [b"", b"{}", b'{"other": 1}']:
            answer = post(api, path, body)
            assert answer.status_code == 400
            assert (answer.json()["code"], answer.json()["field"]) == ("invalid", field)


@pytest.mark.parametrize("refresh", ["x", "x" * 43, "\u05d0", "\x01"])
def test_a_made_up_refresh_token_is_refused(api: APIClient, refresh: str) -> None:
    answer = api.post(REFRESH, {"refresh": refresh})
    assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")


@pytest.mark.parametrize("refresh", ["", "a\x00b", 7, None, ["x"], "x" * 1000])
def test_a_refresh_token_is_a_short_string(api: APIClient, refresh: object) -> None:
    answer = api.post(REFRESH, {"refresh": refresh})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["field"] == "refresh"


@pytest.mark.parametrize("player", ["me2", "7", "-1", "%00", "x" * 300, "../me", "\u202e"])
def test_an_id_that_is_none_leads_nowhere(api: APIClient, player: str) -> None:
    answer = api.get(f"/api/v1/players/{player}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_body_of_unknown_length_is_refused_where_nobody_measured_it(api: APIClient) -> None:
    answer = api.generic("POST", GUEST, content_type="application/json", HTTP_TRANSFER_ENCODING="chunked")
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
