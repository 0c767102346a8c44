"""Headers as a strict WSGI server takes them: of type `str`, nothing that only looks like it."""

import pytest
from rest_framework.test import APIClient


@pytest.mark.parametrize("language", ["en", "he", "km"])
def test_every_header_of_a_problem_is_a_plain_string(api: APIClient, language: str) -> None:
    answer = api.get("/api/v1/nowhere", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 404
    assert answer.headers["Content-Language"] == language
    assert {type(value) for value in answer.headers.values()} == {str}


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_whoever_calls_nowhere_is_told_so(method: str) -> None:
    strict = APIClient(enforce_csrf_checks=True)
    answer = getattr(strict, method)("/api/v1/games/null/moves")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
