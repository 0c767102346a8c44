"""What is read from a request for rules: the language, the options and the form of the answer."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never, override

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.requests import WHOLE_NUMBER
from games.engine.options import KINDS, Choice, Flag, Kind, Whole
from games.wire.reading import Unfit
from games.wire.schemas import Schema
from problems.languages import Language, preferred

_LANGUAGE: Final = "lang"
_FORM: Final = "format"
_FORMS: Final = ("json", "html")
_FLAGS: Final = {"true": True, "false": False}

LANGUAGE_PARAMETERS: Final = [
    OpenApiParameter(
        _LANGUAGE,
        {"type": "string", "enum": Language.values},
        OpenApiParameter.QUERY,
        description="The language; else by `Accept-Language`.",
        examples=[OpenApiExample("Hebrew", value="he")],
    ),
    OpenApiParameter(
        _FORM,
        {"type": "string", "enum": [*_FORMS]},
        OpenApiParameter.QUERY,
        description="The form of the answer; else by `Accept`.",
        examples=[OpenApiExample("A page", value="html")],
    ),
]


class ByFormat(DefaultContentNegotiation):
    """`format` in the query goes before the header `Accept`, which nobody can set in an address."""

    @override
    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and its media type.

        :raises Unfit: for a format that there is not.
        """
        wanted = request.query_params.get(_FORM)
        if wanted is None:
            chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
            return chosen
        for renderer in renderers:
            if renderer.format == wanted:
                return renderer, renderer.media_type
        raise Unfit(_FORM, [*_FORMS])


def language_of(request: Request, *, with_options: bool = True) -> Language:
    """Return the language in which rules are asked for; the query may name options where it says so.

    :raises Unfit: for a parameter that is unknown or repeated, and for another language.
    """
    known = (_LANGUAGE, _FORM, *(KINDS if with_options else ()))
    for name, values in request.query_params.lists():
        if name not in known:
            raise Unfit(name, [*known])
        if len(values) > 1:
            raise Unfit(name)
    wanted = request.query_params.get(_LANGUAGE)
    if wanted is None:
        return preferred(request.headers.get("Accept-Language", ""))
    if wanted not in Language.values:
        raise Unfit(_LANGUAGE, Language.values)
    return Language(wanted)


def options_of(request: Request) -> dict[str, object]:
    """Return the options in the query; a text that is no number or flag stays one, to be refused for it."""
    given = request.query_params
    return {name: _value(given[name], kind) for name, kind in KINDS.items() if name in given}


def _value(text: str, kind: Kind) -> object:
    match kind:
        case Choice():
            return text
        case Flag():
            return _FLAGS.get(text, text)
        case Whole():
            return int(text) if WHOLE_NUMBER.fullmatch(text) else text
        case _:
            assert_never(kind)


def _parameters() -> Iterator[OpenApiParameter]:
    for name, kind in KINDS.items():
        yield OpenApiParameter(
            name,
            _schema(kind),
            OpenApiParameter.QUERY,
            description=f"The rule option `{name}`; `GET editions/{{key}}` says what it decides.",
        )


def _schema(kind: Kind) -> Schema:
    match kind:
        case Choice(words):
            return {"type": "string", "enum": [*words]}
        case Flag():
            return {"type": "boolean"}
        case Whole(lowest, highest, also):
            numbers = {"type": "integer", "minimum": lowest, "maximum": highest}
            return {"anyOf": [*({"const": value} for value in also), numbers]} if also else numbers
        case _:
            assert_never(kind)


OPTION_PARAMETERS: Final[Sequence[OpenApiParameter]] = [*_parameters()]
