"""JSON in and out of the API: one parser and one renderer, strict and fast."""

import json
from collections.abc import Iterable, Mapping
from math import isinf
from typing import IO, Any, Final, override

import msgspec
from django.conf import settings
from django.http import UnreadablePostError
from django.utils.functional import Promise
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from problems.problem import Problem

PROBLEM = "application/problem+json"
# No request of ours needs more than four; what recurses over a body must never run out of stack.
MOST_LEVELS = 32
# Beyond it a number with a fraction cannot be told from its neighbors.
_LAST_EXACT = 2**53


class JSONParser(BaseParser):
    """Reads a body of at most `settings.MOST_BODY_BYTES` as JSON in UTF-8.

    `4.0` is the integer 4, as JSON Schema, and with it our OpenAPI document, has it.
    """

    media_type = "application/json"

    @override
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the value in the body.

        :raises Problem: `body_too_large`; `malformed` for what is no JSON, for numbers that JSON
            does not have, for halves of characters, for nesting deeper than `MOST_LEVELS` and for a name
            that stands twice in an object.
        """
        request: Request = (parser_context or {})["request"]
        most = settings.MOST_BODY_BYTES
        # What is announced to be too large is not even read.
        if int(request.META.get("CONTENT_LENGTH") or 0) > most:
            raise Problem("body_too_large", allowed={"min": 0, "max": most})
        try:
            body = stream.read(most)
            value = _DECODER.decode(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, UnreadablePostError) as e:
            raise Problem("malformed") from e
        if _is_deep(value) or _says_twice(body):
            raise Problem("malformed")
        return value


class JSONRenderer(BaseRenderer):
    """Writes answers as compact JSON; datetimes are RFC 3339, UUIDs have hyphens."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    @override
    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of `data`; none for an answer without a body. Bytes are taken as ready JSON."""
        if data is None:
            return b""
        if isinstance(data, bytes):
            return data
        return msgspec.json.encode(data, enc_hook=_plain)


def _number(literal: str) -> int | float:
    number = float(literal)
    if isinf(number):
        raise ValueError("no number that can be kept")  # which msgspec tells as its own
    return int(number) if number.is_integer() and abs(number) <= _LAST_EXACT else number


# It calls on us for numbers that are written with a point or an exponent, and for no others.
_DECODER: Final = msgspec.json.Decoder(float_hook=_number)


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [inner for outer in level for inner in _parts(outer)]
        if not level:
            return False
    return True


def _says_twice(body: bytes) -> bool:
    # msgspec keeps the last value of a name and does not tell of the others; its sender meant one of them.
    try:
        json.loads(body, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
    except _SaidTwice:
        return True
    return False


class _SaidTwice(Exception):
    """A name stands twice in an object."""


def _each_once(pairs: list[tuple[str, object]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise _SaidTwice


def _parts(value: object) -> Iterable[object]:
    match value:
        case dict():
            return value.values()
        case list():
            return value
        case _:
            return ()


def _plain(value: object) -> object:
    if isinstance(value, Promise):
        return str(value)
    raise NotImplementedError(type(value).__qualname__)
