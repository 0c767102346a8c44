"""What is read from a request for rules: the language, the options and the form of the answer."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never, override

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.requests import WHOLE_NUMBER
from games.engine.options import KINDS, Choice, Flag, Kind, Whole
from games.wire.option_schemas import of_kind
from games.wire.reading import Unfit
from problems.languages import Language, preferred
from problems.problem import Problem

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
        """Return the renderer and its media type; a format that there is not is refused with the query."""
        wanted = request.query_params.get(_FORM)
        for renderer in renderers:
            if renderer.format == wanted:
                return renderer, renderer.media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen


def language_named(request: Request) -> Language | None:
    """Return the language in the query; None without one that the server speaks."""
    wanted = request.query_params.get(_LANGUAGE)
    return Language(wanted) if wanted in Language.values else None


def language_of(request: Request, *, with_options: bool = True) -> Language:
    """Return the language in which rules are asked for; the query may name options where it says so.

    :raises Problem: `given_twice` for a parameter that is repeated.
    :raises Unfit: for one that is unknown, for another language and another form.
    """
    known = (_LANGUAGE, _FORM, *(KINDS if with_options else ()))
    for name, values in request.query_params.lists():
        if name not in known:
            raise Unfit(name, [*known])
        if len(values) > 1:
            raise Problem("given_twice", field=name)
    if request.query_params.get(_FORM, _FORMS[0]) not in _FORMS:
        raise Unfit(_FORM, [*_FORMS])
    if _LANGUAGE in request.query_params:
        named = language_named(request)
        if named is None:
            raise Unfit(_LANGUAGE, Language.values)
        return named
    return preferred(request.headers.get("Accept-Language", ""))


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
            of_kind(kind),
            OpenApiParameter.QUERY,
            description=f"The rule option `{name}`; `GET editions/{{key}}` says what it decides.",
        )


OPTION_PARAMETERS: Final[Sequence[OpenApiParameter]] = [*_parameters()]
