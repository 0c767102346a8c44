"""The JSON forms as JSON Schema 2020-12, which is what OpenAPI 3.1 holds; no framework is known here."""

from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from typing import Any, Final

import msgspec

from games.wire import option_schemas
from games.wire.events import EventForm
from games.wire.moves import Move

type Schema = option_schemas.Schema

_REF: Final = "#/components/schemas/{name}"
# Unions with a name of their own, so that a generated client has one type for each.
_UNIONS: Final[dict[str, tuple[Any, str]]] = {
    "Move": (Move, "What a seat does in play."),
    "Event": (EventForm, "A fact in a game's log."),
}


# What is called otherwise in the document than in the code, where a module tells what it belongs to.
_CALLED: Final[dict[str, str]] = {}


def call(name: str, otherwise: str) -> None:
    """Give an enumeration or a form another name in the document; to be called before that is made."""
    _CALLED[name] = otherwise
    _unions.cache_clear()


def name_union(name: str, union: Any, told: str) -> None:
    """Give a union a name of its own in the document; to be called before that is made."""
    _UNIONS[name] = (union, told)
    _unions.cache_clear()


def components(form: type[msgspec.Struct]) -> dict[str, Schema]:
    """Return the schema of a form and of every form in it, by name; they refer to each other."""
    # A copy: whoever makes a document of it may change it in place.
    return _described(form) | deepcopy(_unions()[1]) | option_schemas.components()


def properties(form: type[msgspec.Struct]) -> dict[str, Schema]:
    """Return the schema of each field of a form; no file is read for it."""
    described: dict[str, Schema] = _described(form)[form.__name__]["properties"]
    return described


def _described(form: type[msgspec.Struct]) -> dict[str, Schema]:
    _, described = msgspec.json.schema_components([form], ref_template=_REF)
    return _under_their_names({name: _named(schema) for name, schema in described.items()})


def ref(name: str) -> Schema:
    """Return a reference to a described form."""
    return {"$ref": _REF.format(name=name)}


@cache
def _unions() -> tuple[list[tuple[Schema, str]], dict[str, Schema]]:
    # The bare unions as msgspec inlines them, with their names; and all components that they need.
    bare, described = msgspec.json.schema_components(
        [union for union, _ in _UNIONS.values()], ref_template=_REF
    )
    inlined = [(dict(schema), name) for schema, name in zip(bare, _UNIONS, strict=True)]
    named = {
        name: {"title": name, "description": told, **schema}
        for (name, (_, told)), schema in zip(_UNIONS.items(), bare, strict=True)
    }
    forms = {name: _typed(schema) for name, schema in (described | named).items()}
    return inlined, _under_their_names(forms)


def _named(schema: Any) -> Any:
    for inlined, name in _unions()[0]:
        if schema == inlined:
            return ref(name)
    return _typed(_each(schema, _named))


def _typed(schema: Any) -> Any:
    # msgspec leaves the type of enumerated values to be seen from the values, even where there is but one,
    # and of options knows no more than that they are values by name.
    schema = _each(schema, _typed)
    if isinstance(schema, dict) and (called := _called(schema)):
        return {**schema, **called}
    if isinstance(schema, dict) and option_schemas.NAMED in schema:
        return {**ref(schema[option_schemas.NAMED]), "description": schema["description"]}
    if not isinstance(schema, dict) or not isinstance(values := schema.get("enum"), list):
        return schema
    rest = {name: value for name, value in schema.items() if name != "enum"}
    choice = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return {**rest, "type": _type_of(values), **choice}


def _under_their_names(forms: dict[str, Schema]) -> dict[str, Schema]:
    renamed = {name: {**forms[name], "title": _CALLED[name]} for name in forms.keys() & _CALLED.keys()}
    return {_CALLED.get(name, name): renamed.get(name, form) for name, form in forms.items()}


def _called(schema: Schema) -> Schema:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return ref(_CALLED[name]) if name in _CALLED else {}


def _type_of(values: Iterable[object]) -> str:
    return "string" if all(isinstance(value, str) for value in values) else "integer"


def _each(schema: Any, change: Any) -> Any:
    match schema:
        case dict():
            return {key: change(value) for key, value in schema.items()}
        case list():
            return [change(item) for item in schema]
        case _:
            return schema
