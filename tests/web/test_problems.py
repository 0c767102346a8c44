"""One form for every error, whatever went wrong."""

from http import HTTPStatus
from typing import Any

import psycopg
import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions as rest
from rest_framework import serializers
from rest_framework.test import APIClient, APIRequestFactory

from players.fields import Choice
from problems.openapi import refusals
from problems.problem import Problem, declare, known
from taki_api.exceptions import problem
from taki_api.media import JSONRenderer


def told(error: Exception, language: str = "en") -> tuple[int, dict[str, Any], dict[str, str]]:
    class View:
        allowed_methods = ("GET", "OPTIONS")
        renderer_classes = (JSONRenderer,)

    request = APIRequestFactory().get("/api/v1/x", headers={"Accept-Language": language})
    answer = problem(error, {"request": request, "view": View()})
    assert answer is not None
    assert answer.content_type == "application/problem+json"
    assert answer.data["status"] == answer.status_code
    assert answer.data["type"] == f"urn:taki:problem:{answer.data['code']}"
    return answer.status_code, dict(answer.data), dict(answer.headers)


def from_database(cause: Exception) -> OperationalError:
    error = OperationalError("Key (name)=(Noa) is held")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status", "code", "extras"),
    [
        (rest.NotAuthenticated(), 401, "not_signed_in", {}),
        (rest.AuthenticationFailed(), 401, "token_invalid", {}),
        (rest.PermissionDenied(), 403, "forbidden", {}),
        (PermissionDenied(), 403, "forbidden", {}),
        (rest.NotFound(), 404, "not_found", {}),
        (Http404(), 404, "not_found", {}),
        (rest.ParseError(), 400, "malformed", {}),
        (rest.MethodNotAllowed("PUT"), 405, "method_not_allowed", {"allowed": ["GET", "OPTIONS"]}),
        (rest.NotAcceptable(), 406, "not_acceptable", {"allowed": ["application/json"]}),
        (
            rest.UnsupportedMediaType("text/plain"),
            415,
            "unsupported_media_type",
            {"allowed": ["application/json"]},
        ),
        (rest.Throttled(wait=4.2), 429, "too_many_requests", {}),
        (RequestDataTooBig(), 413, "body_too_large", {}),
        (OperationalError("gone"), 503, "unavailable", {}),
        (InterfaceError("closed"), 503, "unavailable", {}),
        (from_database(psycopg.errors.AdminShutdown()), 503, "unavailable", {}),
        (from_database(psycopg.errors.LockNotAvailable()), 503, "busy", {}),
        (from_database(psycopg.errors.QueryCanceled()), 503, "busy", {}),
        (from_database(psycopg.errors.DeadlockDetected()), 503, "busy", {}),
        (from_database(psycopg.errors.SerializationFailure()), 503, "busy", {}),
        (
            Problem("not_your_turn", status=HTTPStatus.CONFLICT, rule="1", version=17),
            409,
            "not_your_turn",
            {"rule": "1", "version": 17},
        ),
        (Problem("invalid", field="a", allowed=[0]), 400, "invalid", {"field": "a", "allowed": [0]}),
    ],
)
def test_an_error_is_told_by_its_code(
    error: Exception, status: int, code: str, extras: dict[str, object]
) -> None:
    answered, body, _ = told(error)
    assert (answered, body["code"]) == (status, code)
    always = {"type", "title", "status", "detail", "code"}
    assert {name: value for name, value in body.items() if name not in always} == extras


def test_a_bug_is_left_to_django() -> None:
    request = APIRequestFactory().get("/")
    assert problem(ZeroDivisionError(), {"request": request, "view": None}) is None


def test_who_must_wait_is_told_how_long() -> None:
    assert told(rest.Throttled(wait=4.2))[2]["Retry-After"] == "5"
    assert told(rest.Throttled())[2]["Retry-After"] == "1"
    assert told(OperationalError())[2]["Retry-After"] == "1"


def test_a_401_says_how_to_sign_in() -> None:
    assert told(Problem("session_ended"))[2]["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "You are not signed in"), ("he", "לא התחברת"), ("km", "អ្នកមិនទាន់បានចូលទេ")],
)
def test_an_error_is_told_in_the_language_of_the_reader(language: str, title: str) -> None:
    _, body, headers = told(Problem("not_signed_in"), language)
    assert body["title"] == title
    assert headers["Content-Language"] == language
    assert headers["Vary"] == "Accept-Language"


class Card(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    color = Choice(["R", "G"], required=False)


class Turn(serializers.Serializer[Any]):
    turn = serializers.IntegerField()
    moves = Card(many=True, required=False)
    numbers = serializers.ListField(child=serializers.IntegerField(), required=False)


@pytest.mark.parametrize(
    ("data", "field", "allowed"),
    [
        ({}, "turn", None),
        ({"turn": "x"}, "turn", None),
        ({"turn": 1, "moves": 7}, "moves", None),
        ({"turn": 1, "moves": [{"card": 1}, {}]}, "moves[1].card", None),
        ({"turn": 1, "moves": [{"card": 1, "color": "B"}]}, "moves[0].color", ["R", "G"]),
        ({"turn": 1, "moves": [{"card": 1, "color": ["R"]}]}, "moves[0].color", ["R", "G"]),
        ({"turn": 1, "numbers": [1, "x"]}, "numbers[1]", None),
    ],
)
def test_a_bad_value_is_found_by_its_path(data: object, field: str, allowed: object) -> None:
    turn = Turn(data=data)
    with pytest.raises(rest.ValidationError) as refusal:
        turn.is_valid(raise_exception=True)
    status, body, _ = told(refusal.value)
    assert (status, body["code"], body["field"]) == (400, "invalid", field)
    assert body.get("allowed") == allowed


def test_a_choice_is_taken() -> None:
    assert Choice(["R", "G"]).run_validation("G") == "G"


@pytest.mark.parametrize("path", ["/api/v1/nope", "/api/v2/players/me", "/api/", "/nope", "/x.png"])
def test_an_unknown_path_is_told_like_any_error(api: APIClient, path: str) -> None:
    answer = api.get(path)
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


def test_unknown_paths_are_told_while_debugging_too(api: APIClient, settings: pytest.FixtureRequest) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    assert api.get("/api/v1/nope").json()["code"] == "not_found"


def test_a_wrong_method_is_told_the_right_ones(api: APIClient) -> None:
    answer = api.get("/api/v1/auth/guest")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST, OPTIONS"
    assert answer.json()["allowed"] == ["POST", "OPTIONS"]


def test_answers_are_json_or_nothing(api: APIClient) -> None:
    answer = api.post("/api/v1/auth/guest", {"name": "Noa"}, headers={"Accept": "text/html"})
    assert answer.status_code == 406
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["allowed"] == ["application/json"]


def test_another_host_is_refused(api: APIClient) -> None:
    answer = api.get("/api/v1/players/me", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_code_is_declared_with_one_status() -> None:
    with pytest.raises(ValueError, match="not_found is known with status 404, not 409"):
        declare({"not_found": HTTPStatus.CONFLICT})
    assert known()["not_found"] == 404


def test_nobody_refuses_by_an_undeclared_code() -> None:
    with pytest.raises(KeyError):
        Problem("odd_thing")


def test_the_refusals_of_an_operation_are_described_by_status() -> None:
    described = refusals("not_found", "token_invalid", "session_ended")
    assert {status: response.description for status, response in described.items()} == {
        404: "Refused: `not_found`.",
        401: "Refused: `token_invalid`, `session_ended`.",
    }
