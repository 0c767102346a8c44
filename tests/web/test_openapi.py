"""The OpenAPI document: whole, exact, and true of the answers that are really given."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from tests.conftest import FixedClock, GuestClient

type Guests = Callable[..., GuestClient]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    with GENERATOR_STATS.silence():
        GENERATOR_STATS.reset()
        made: dict[str, Any] = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
        assert not GENERATOR_STATS, "the document could not be worked out in full"
    return made


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def test_the_document_is_valid_openapi(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    validate_schema(document)  # type: ignore[no-untyped-call]


def test_anybody_gets_the_document_as_json(api: APIClient, document: dict[str, Any]) -> None:
    for _ in range(2):
        answer = api.get("/api/v1/schema")
        assert answer.status_code == 200
        assert answer.json() == document


def test_every_operation_says_what_it_does(operations: list[dict[str, Any]]) -> None:
    for operation in operations:
        assert operation["operationId"]
        assert operation["summary"], operation["operationId"]
        assert operation["description"], operation["operationId"]
        assert operation["tags"], operation["operationId"]


SHOWN_TO_BROWSERS = {"editions_rules", "games_rules"}


def test_every_refusal_has_the_one_form(operations: list[dict[str, Any]]) -> None:
    for operation in operations:
        for status, response in operation["responses"].items():
            if status >= "400":
                page = {"text/html": {"schema": {"type": "string"}}}
                assert response["content"] == {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}},
                    **(page if operation["operationId"] in SHOWN_TO_BROWSERS else {}),
                }
                assert response["description"].startswith("Refused: `"), operation["operationId"]


def test_what_may_always_happen_is_described(document: dict[str, Any]) -> None:
    guest = document["paths"]["/api/v1/auth/guest"]["post"]
    assert list(guest["responses"]) == ["201", "400", "406", "413", "415", "429", "500", "503"]
    assert guest["responses"]["400"]["description"] == (
        "Refused: `name_empty`, `name_too_long`, `name_characters`, `name_marks`, "
        "`name_mixed_scripts`, `malformed`, `invalid`."
    )
    assert guest["security"] == [{}]
    me = document["paths"]["/api/v1/players/me"]["get"]
    assert list(me["responses"]) == ["200", "400", "401", "406", "500", "503"]
    assert me["security"] == [{"bearer": []}]


@pytest.mark.django_db
def test_answers_are_as_described(
    api: APIClient, guest: Guests, clock: FixedClock, document: dict[str, Any]
) -> None:
    noa = guest("Noa")
    answers = [
        ("post", "/api/v1/auth/guest", api.post("/api/v1/auth/guest", {"name": "Dana"})),
        ("post", "/api/v1/auth/guest", api.post("/api/v1/auth/guest", {"name": ""})),
        ("post", "/api/v1/auth/guest", api.post("/api/v1/auth/guest", {})),
        (
            "post",
            "/api/v1/auth/refresh",
            api.post("/api/v1/auth/refresh", {"refresh": noa.tokens.refresh}),
        ),
        (
            "post",
            "/api/v1/auth/refresh",
            api.post("/api/v1/auth/refresh", {"refresh": noa.tokens.refresh}),
        ),
        ("get", "/api/v1/players/me", noa.get("/api/v1/players/me")),
        ("get", "/api/v1/players/me", api.get("/api/v1/players/me")),
        ("get", "/api/v1/players/{player_id}", noa.get(f"/api/v1/players/{noa.player.pk}")),
        ("post", "/api/v1/auth/signout", noa.post("/api/v1/auth/signout")),
    ]
    assert [answer.status_code for *_, answer in answers] == [
        *[201, 400, 400],
        *[200, 409],
        *[200, 401],
        200,
        204,
    ]
    for method, path, answer in answers:
        described = document["paths"][path][method]["responses"][str(answer.status_code)]
        assert answer.headers.keys() >= described["headers"].keys()
        if answer.status_code == 204:
            assert "content" not in described
            continue
        ((media, form),) = described["content"].items()
        assert answer["Content-Type"] == media
        schema = {**form["schema"], "components": document["components"]}
        assert list(_errors(schema, answer.json())) == []


def _errors(schema: dict[str, Any], value: object) -> Iterator[str]:
    for error in Draft202012Validator(schema).iter_errors(value):
        yield f"{error.json_path}: {error.message}"
