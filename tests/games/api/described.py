"""A client whose every answer is held against the OpenAPI document: an undocumented one fails the test."""

import re
from functools import cache
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from players import sessions
from players.models import Player
from tests.conftest import GuestClient

API = "/api/v1"


@cache
def document() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: dict[str, Any] = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    return made


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    # What is spelled out comes before what a parameter stands for: games/join is no game, a picture no list.
    templates = sorted(document()["paths"], key=lambda path: (path.count("{"), -len(path)))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in templates]


@cache
def _validator(path: str, method: str, status: str, media: str) -> Draft202012Validator:
    form = document()["paths"][path][method]["responses"][status]["content"][media]
    return Draft202012Validator({**form["schema"], "components": document()["components"]})


def check_described(method: str, path: str, answer: HttpResponse) -> None:
    """Fail unless the document describes this status and this body for the operation."""
    template = next(template for pattern, template in _paths() if pattern.fullmatch(path))
    described = document()["paths"][template][method.lower()]["responses"]
    status = str(answer.status_code)
    assert status in described, f"{method} {template} answered {status}, which is not described"
    content = described[status].get("content")
    if content is None:
        assert answer.content == b""
        return
    media = answer["Content-Type"].partition(";")[0]
    assert media in content
    if media.endswith("json"):
        errors = _validator(template, method.lower(), status, media).iter_errors(answer.json())  # type: ignore[attr-defined]
        assert [f"{error.json_path}: {error.message}" for error in errors] == []


class DescribedClient(GuestClient):
    """Somebody signed in, who believes the OpenAPI document."""

    @classmethod
    def of(cls, player_id: UUID) -> "DescribedClient":
        player = Player.objects.get(pk=player_id)
        return cls(player, sessions.open_session(player))

    def request(self, **kwargs: Any) -> Any:
        answer = super().request(**kwargs)
        check_described(kwargs["REQUEST_METHOD"], kwargs["PATH_INFO"], answer)
        return answer
