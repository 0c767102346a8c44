"""What the API reads from every request alike: who asks, under which key, and its query."""

import re
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.http import QueryDict
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter
from msgspec import inspect
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.asking import Caller
from games.keys import LONGEST_KEY, Key
from games.problems import Refusing, problem_of
from games.wire.reading import alternatives, read
from games.wire.schemas import Schema, properties
from players.permissions import HasToken, token_of
from problems.problem import Problem

_NOBODY_ASKED: Final[list[type[BaseAuthentication]]] = []
_KEY_HEADER: Final = "Idempotency-Key"
_VISIBLE_ASCII: Final = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")

WHOLE_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")  # as queries write one, in one way alone
GAME_PARAMETER: Final = OpenApiParameter("game_id", UUID, OpenApiParameter.PATH, description="The game's id.")
KEY_PARAMETER: Final = OpenApiParameter(
    _KEY_HEADER,
    {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="Under a key of your choice a request is carried out once: whoever repeats it, after a lost "
    "answer, gets the same answer again. A key belongs to one request of one player for ever.",
)
ETAG_PARAMETER: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` of a view that is known already."
)


class GameOperation(APIView):
    """An operation on games: the session is asked for where the game is read, in the same statement."""

    permission_classes = [HasToken]

    def handle_exception(self, exc: Exception) -> Response:
        """Tell refusals of the domain as problems."""
        if isinstance(exc, Refusing):
            exc = problem_of(exc)
        return super().handle_exception(exc)


class OpenOperation(GameOperation):
    """An operation on what is printed on boxes: nobody is asked who they are."""

    authentication_classes = _NOBODY_ASKED
    permission_classes = [AllowAny]


def caller_of(request: Request) -> Caller:
    """Return who asks, by the token alone."""
    token = token_of(request)
    return Caller(token.player_id, token.session_id)


def key_of(request: Request) -> Key | None:
    """Return the idempotency key of the request, or None without one.

    :raises Problem: `invalid` for a key that is not 1 to 255 visible ASCII characters.
    """
    text = request.headers.get(_KEY_HEADER)
    if text is None:
        return None
    if not _VISIBLE_ASCII.fullmatch(text):
        raise Problem("invalid", field=_KEY_HEADER)
    method = str(request.method)
    body = request.data if method == "POST" else None  # what a DELETE brings along says nothing
    return Key.of(text, method=method, path=request.path, body=body)


def is_known(request: Request, etag: str) -> bool:
    """Say whether the sender knows what has this `ETag` already."""
    known = [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return etag in known or "*" in known


def query_of[F: msgspec.Struct](request: Request, form: type[F]) -> F:
    """Return the query of the request as a form.

    :raises Problem: `given_twice` for a parameter that is repeated.
    :raises Unfit: for one that is unknown or out of range.
    """
    given: QueryDict = request.query_params
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(form)}
    values = {}
    for name, texts in given.lists():
        if len(texts) > 1:
            raise Problem("given_twice", field=name)
        values[name] = _value(str(texts[0]), kinds.get(name))
    return read(values, form)


def next_page(request: Request, cursor: object) -> str:
    """Return the address of the page of a list that goes on at a cursor, all else as it was asked for."""
    query = {**request.query_params.dict(), "cursor": str(cursor)}
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")


def _value(text: str, annotation: Any) -> object:
    # A text that is no number or flag stays one, and is then refused for being one.
    kinds = [] if annotation is None else [*alternatives(inspect.type_info(annotation))]
    if any(isinstance(one, inspect.IntType) for one in kinds) and WHOLE_NUMBER.fullmatch(text):
        return int(text)
    if any(isinstance(one, inspect.BoolType) for one in kinds):
        return {"true": True, "false": False}.get(text, text)
    return text


def parameters_of(form: type[msgspec.Struct]) -> list[OpenApiParameter]:
    """Return how the OpenAPI document describes a query."""
    return [_parameter(name, dict(described)) for name, described in properties(form).items()]


def _parameter(name: str, schema: Schema) -> OpenApiParameter:
    description = schema.pop("description", "")
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=description)
