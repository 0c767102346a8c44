"""What the document describes, what it does not, and how that is told."""

import json
from typing import Any

import pytest

from taki_api.local.play.faults import Fault
from taki_api.local.play.openapi import Answer, Document

LAY = {
    "type": "object",
    "properties": {"type": {"const": "lay"}, "card": {"enum": ["R1", "K"]}},
    "required": ["type", "card"],
    "additionalProperties": False,
}
DRAW = {"type": "object", "properties": {"type": {"const": "draw"}}, "required": ["type"]}
GAME = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "format": "uuid"},
        "at": {"type": "string", "format": "date-time"},
        "seats": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        "legal": {"type": "array", "items": {"$ref": "#/components/schemas/Move"}},
    },
    "required": ["id"],
    "additionalProperties": False,
}
MOVE = {
    "oneOf": [{"$ref": "#/components/schemas/Lay"}, {"$ref": "#/components/schemas/Draw"}],
    "discriminator": {
        "propertyName": "type",
        "mapping": {"lay": "#/components/schemas/Lay", "draw": "#/components/schemas/Draw"},
    },
}
ONE = {
    "get": {
        "responses": {
            "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}}
        }
    }
}
DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/games/{id}": ONE,
        "/games/join": {
            "get": {
                "responses": {
                    "204": {"description": "Done."},
                    "4XX": {"content": {"application/problem+json": {"schema": {"required": ["code"]}}}},
                }
            },
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"required": ["code"]}}}},
                "responses": {"default": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
            },
        },
    },
    "components": {"schemas": {"Game": GAME, "Move": MOVE, "Lay": LAY, "Draw": DRAW}},
}
ID = "0198f0c4-0000-7000-8000-000000000000"


def answer(
    body: Any,
    *,
    path: str = "/games/7",
    method: str = "GET",
    status: int = 200,
    media: str = "application/json",
) -> Answer:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Answer(method, path, status, media, content)


def facts(fault: Fault) -> dict[str, object]:
    return dict(fault.facts)


def test_a_described_answer_gives_its_body() -> None:
    body = {"id": ID, "at": "2026-11-30T01:02:03Z", "seats": [0, 1], "legal": [{"type": "draw"}]}

    assert Document(DOCUMENT).judge(answer(body)) == body


def test_a_path_without_parameters_goes_first() -> None:
    document = Document(DOCUMENT)

    assert document.judge(answer(b"", path="/games/join", status=204)) is None


def test_an_operation_is_named_without_its_ids() -> None:
    assert Document(DOCUMENT).template("GET", "/games/7") == "/games/{id}"


def test_a_text_is_judged_as_a_text() -> None:
    told = answer(
        b"1 opened", path="/games/join", method="POST", status=201, media="text/plain; charset=utf-8"
    )

    assert Document(DOCUMENT).judge(told) == "1 opened"


def test_statuses_may_be_described_by_their_class() -> None:
    refusal = answer({"code": "no"}, path="/games/join", status=409, media="application/problem+json")

    assert Document(DOCUMENT).judge(refusal) == {"code": "no"}


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        (answer({"id": ID}, status=201), "status 201, described: 200"),
        (answer(b"", media=""), "content type '', described: application/json"),
        (answer(b"<p>", media="text/html"), "content type 'text/html', described: application/json"),
        (answer(b"oops", path="/games/join", status=204), "a body where none is described"),
        (
            answer(b"{"),
            "application/json that cannot be read: "
            "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        ),
        (answer(b'{"id": NaN}'), "application/json that cannot be read: NaN is no JSON"),
    ],
)
def test_what_is_not_described_is_told(told: Answer, problem: str) -> None:
    with pytest.raises(Fault) as caught:
        Document(DOCUMENT).judge(told)

    assert caught.value.headline == "an answer that the OpenAPI document does not describe"
    assert facts(caught.value)["problem"] == problem
    assert facts(caught.value)["status"] == told.status


@pytest.mark.parametrize(
    ("body", "where", "problem"),
    [
        ({}, "$", "'id' is a required property"),
        ({"id": ID, "cheat": 1}, "$", "Additional properties are not allowed ('cheat' was unexpected)"),
        ({"id": "7"}, "$.id", "'7' is not a 'uuid'"),
        ({"id": ID, "at": "2026-11-30T01:02:03"}, "$.at", "'2026-11-30T01:02:03' is not a 'date-time'"),
        ({"id": ID, "at": "soon"}, "$.at", "'soon' is not a 'date-time'"),
        ({"id": ID, "seats": [0, -1]}, "$.seats[1]", "-1 is less than the minimum of 0"),
        ({"id": ID, "seats": [True]}, "$.seats[0]", "True is not of type 'integer'"),
        ({"id": ID, "legal": [{"type": "fly"}]}, "$.legal[0]", "type is 'fly', not one of lay, draw"),
        (
            {"id": ID, "legal": [{"type": "lay", "card": "Z9"}]},
            "$.legal[0].card",
            "'Z9' is not one of ['R1', 'K']",
        ),
    ],
)
def test_a_body_that_does_not_fit_is_told_with_its_path(body: Any, where: str, problem: str) -> None:
    with pytest.raises(Fault) as caught:
        Document(DOCUMENT).judge(answer(body))

    assert facts(caught.value)["at"] == where
    assert facts(caught.value)["problem"] == problem


def test_what_fitted_before_does_not_make_another_fit() -> None:
    document = Document(DOCUMENT)
    document.judge(answer({"id": ID, "seats": [1, 0], "legal": [{"type": "lay", "card": "K"}]}))

    for body in (
        {"id": ID, "seats": [True, 0]},
        {"id": ID, "seats": [1.5]},
        {"id": ID, "legal": [{"type": "lay"}]},
    ):
        with pytest.raises(Fault):
            document.judge(answer(body))


def test_without_a_discriminator_any_branch_will_do() -> None:
    either = {
        "oneOf": [{"type": "integer"}, {"type": "array", "prefixItems": [{"const": 1}], "items": False}]
    }
    content = {"application/json": {"schema": either}}
    paths = {"/plain": {"get": {"responses": {"200": {"content": content}}}}}
    document = Document({"openapi": "3.1.0", "paths": paths})

    assert document.judge(answer([1], path="/plain")) == [1]
    with pytest.raises(Fault) as caught:
        document.judge(answer([1, 2], path="/plain"))
    assert facts(caught.value)["problem"] == "Expected at most 1 item but found 1 extra: 2"


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taki_api.local.play.dialect.MOST_REMEMBERED", 1)
    document = Document(DOCUMENT)

    for seats in ([0, 1, 2], [2, 1, 0]):
        assert document.judge(answer({"id": ID, "seats": seats}))["seats"] == seats


def test_an_operation_that_is_not_described_is_not_asked_for() -> None:
    with pytest.raises(Fault, match="describes no such operation"):
        Document(DOCUMENT).judge_request("DELETE", "/games/7", None)
    with pytest.raises(Fault, match="describes no such operation"):
        Document(DOCUMENT).judge_request("GET", "/games/", None)


def test_a_request_must_fit_as_well() -> None:
    document = Document(DOCUMENT)
    document.judge_request("POST", "/games/join", {"code": "ABCDEF"})

    with pytest.raises(Fault, match="does not describe a request"):
        document.judge_request("POST", "/games/join", {})
    with pytest.raises(Fault, match="describes no JSON body"):
        document.judge_request("GET", "/games/7", {})


@pytest.mark.parametrize("document", [[], {}, {"openapi": "3.0.3", "paths": {}}, {"openapi": "3.1.0"}])
def test_only_a_document_of_openapi_3_1_will_do(document: Any) -> None:
    with pytest.raises(Fault, match="not one of version"):
        Document(document)


def test_a_fault_is_one_block_without_tokens() -> None:
    told = answer(b'{"access": "secret", "refresh": "secret"}', status=500)

    with pytest.raises(Fault) as caught:
        Document(DOCUMENT).judge(told)

    assert caught.value.block() == (
        "FAULT: an answer that the OpenAPI document does not describe\n"
        "  request   GET /games/7\n"
        "  status    500\n"
        "  document  #/paths/~1games~1{id}/get\n"
        "  problem   status 500, described: 200\n"
        '  body      {"access": "...", "refresh": "..."}'
    )
