"""Events to stored payloads and back, and canonical JSON; what surrounds an event is in `envelope`.

`docs/log-format.md` specifies the form. msgspec writes the JSON; it does not map the events themselves,
since a card is one shared value and it would make a copy of it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from games.engine.cards import Card, card
from games.engine.events import Event
from games.engine.options import KINDS, Options, as_mapping, is_allowed

type Payload = dict[str, Any]
type Upcaster = Callable[[Payload], Payload]

FIRST_SCHEMA: Final = 1


class Unreadable(ValueError):
    """A stored event has not the form of its type and schema."""


class Encoded(NamedTuple):
    """The form in which an event is stored."""

    type: str
    schema: int
    payload: Payload


def canonical(value: object) -> bytes:
    """Return the one JSON text of a value: keys sorted, no blanks, UTF-8 (docs/log-format.md)."""
    return msgspec.json.encode(value, order="sorted")


def type_name(event_type: type) -> str:
    """Return the name under which events of this class are stored, such as `card_laid`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event_type.__name__).lower()


class Codec[E]:
    """The stored form of a family of events.

    `schemas` holds the present schema of each type that is past the first; `upcasters` turns the payload of
    a type and schema into that of the next schema. A stored example of each pair that ever shipped is kept
    under `tests/`.
    """

    def __init__(
        self,
        types: Iterable[type[E]],
        *,
        schemas: Mapping[str, int] = MappingProxyType({}),
        upcasters: Mapping[tuple[str, int], Upcaster] = MappingProxyType({}),
    ) -> None:
        self.types: Final = MappingProxyType({type_name(event_type): event_type for event_type in types})
        self._schemas = schemas
        self._upcasters = upcasters
        self._forms = {event_type: _forms_of(event_type) for event_type in self.types.values()}

    def schema(self, type_: str) -> int:
        """Return the schema in which events of this type are written today."""
        return self._schemas.get(type_, FIRST_SCHEMA)

    def encode(self, event: E) -> Encoded:
        """Return the stored form of an event."""
        name = type_name(type(event))
        forms = self._forms[type(event)]
        return Encoded(
            name,
            self.schema(name),
            {field: form.write(getattr(event, field)) for field, form in forms.items()},
        )

    def decode(self, type_: str, schema: int, payload: Payload) -> E:
        """Return the event stored so, whichever schema it was written in; its types come back exactly.

        :raises Unreadable: for an unknown type or schema, or a payload of another form.
        """
        event_type = self.types.get(type_)
        if event_type is None:
            raise Unreadable(f"no event is called {type_!r}")
        payload = self._upcast(type_, schema, payload)
        forms = self._forms[event_type]
        if payload.keys() != forms.keys():
            raise Unreadable(f"{type_} has the fields {sorted(forms)}, not {sorted(payload)}")
        try:
            return event_type(**{field: form.read(payload[field]) for field, form in forms.items()})
        except ValueError as error:
            raise Unreadable(f"{type_}: {error}") from error

    def _upcast(self, type_: str, schema: int, payload: Payload) -> Payload:
        present = self.schema(type_)
        if not FIRST_SCHEMA <= schema <= present:
            raise Unreadable(f"{type_} has the schemas 1 to {present}, not {schema}")
        for old in range(schema, present):
            payload = self._upcasters[type_, old](payload)
        return payload


# --- the forms of values


class _Form(NamedTuple):
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _forms_of(event_type: type[Any]) -> dict[str, _Form]:
    hints = get_type_hints(event_type)
    return {field.name: _form(hints[field.name]) for field in fields(event_type)}


def _form(hint: Any) -> _Form:
    if get_origin(hint) is tuple:
        return _tuple_form(*get_args(hint))
    if isinstance(hint, UnionType):
        (inner,) = (arg for arg in get_args(hint) if arg is not NoneType)
        return _optional_form(_form(inner))
    if hint in _PLAIN:
        return _PLAIN[hint]
    if issubclass(hint, StrEnum):
        return _Form(lambda word: word.value, lambda text: hint(_exactly(str, text)))
    return _fields_form(hint)


def _fields_form(value_type: type[Any]) -> _Form:
    forms = _forms_of(value_type)

    def read(item: object) -> Any:
        named: Payload = _exactly(dict, item)
        if named.keys() != forms.keys():
            raise Unreadable(f"the fields {sorted(forms)} expected, not {sorted(named)}")
        return value_type(**{field: form.read(named[field]) for field, form in forms.items()})

    return _Form(
        lambda value: {field: form.write(getattr(value, field)) for field, form in forms.items()}, read
    )


def _tuple_form(first: Any, *rest: Any) -> _Form:
    form = _form(first)
    if rest == (Ellipsis,):
        return _Form(
            lambda values: [form.write(value) for value in values],
            lambda items: tuple([form.read(item) for item in _exactly(list, items)]),
        )
    forms = (form, *map(_form, rest))
    return _Form(
        lambda values: [form.write(value) for form, value in zip(forms, values, strict=True)],
        lambda items: tuple(form.read(item) for form, item in zip(forms, _exactly(list, items), strict=True)),
    )


def _optional_form(form: _Form) -> _Form:
    return _Form(
        lambda value: None if value is None else form.write(value),
        lambda item: None if item is None else form.read(item),
    )


def _exactly[T](kind: type[T], item: object) -> T:
    # `type`, not `isinstance`: True is no number.
    if type(item) is not kind:
        raise Unreadable(f"{kind.__name__} expected, not {type(item).__name__}")
    return item


def _options(item: object) -> Options:
    named: Payload = _exactly(dict, item)
    if named.keys() != KINDS.keys():
        raise Unreadable(f"options missing or unknown: {sorted(named.keys() ^ KINDS.keys())}")
    for name, value in named.items():
        if not is_allowed(KINDS[name], value):
            raise Unreadable(f"option {name} may not be {value!r}")
    return Options(**named)


_PLAIN: Final[Mapping[object, _Form]] = MappingProxyType(
    {
        bool: _Form(bool, lambda item: _exactly(bool, item)),
        int: _Form(int, lambda item: _exactly(int, item)),
        str: _Form(str, lambda item: _exactly(str, item)),
        bytes: _Form(bytes.hex, lambda item: bytes.fromhex(_exactly(str, item))),
        Card: _Form(lambda value: value.code, lambda item: card(_exactly(str, item))),
        Options: _Form(as_mapping, _options),
    }
)


def _with_nobody_to_begin(opened: Payload) -> Payload:
    # No game went on from another then.
    return {**opened, "begins": None}


def _disclosed_by_its_end(opened: Payload) -> Payload:
    # No game was sealed then.
    return {**opened, "sealed": False}


def _with_a_person(taken: Payload) -> Payload:
    # No bot sat at a table then.
    return {**taken, "bot": None}


def _alike_for_all(extended: Payload) -> Payload:
    # The running turn and all who were waited for got the same then.
    return {**extended, "waiting": extended["seconds"]}


GAME_EVENTS: Final[Codec[Event]] = Codec(
    get_args(Event),
    schemas=MappingProxyType({"game_opened": 3, "seat_taken": 2, "clock_extended": 2}),
    upcasters=MappingProxyType(
        {
            ("game_opened", 1): _with_nobody_to_begin,
            ("game_opened", 2): _disclosed_by_its_end,
            ("seat_taken", 1): _with_a_person,
            ("clock_extended", 1): _alike_for_all,
        }
    ),
)
