"""What each rule option may be, as JSON Schema; whether a value is taken is said by the engine alone."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, assert_never

from msgspec import Meta

from games.engine.options import KINDS, Choice, Flag, Kind, Value, Whole
from games.rulebook import choices

type Schema = dict[str, Any]

NAMED: Final = "x-named"  # under this key a field names the one of `components` that describes it
_VALUES: Final = "OptionValues"
_CHOSEN: Final = "OptionsChosen"

OptionValues = Annotated[
    dict[str, Value],
    Meta(
        description="Every option's value; `GET editions/{key}` tells which.",
        extra_json_schema={NAMED: _VALUES},
    ),
]
# Read as it comes: a value that an option cannot have is refused with those that it can.
OptionsChosen = Annotated[dict[str, Any], Meta(extra_json_schema={NAMED: _CHOSEN})]

_TYPES: Final[Mapping[type, str]] = {str: "string", int: "integer"}


def of_kind(kind: Kind) -> Schema:
    """Return the schema of a value that an option of this kind may have."""
    match kind:
        case Choice(words):
            return {"type": "string", "enum": [*words]}
        case Flag():
            return {"type": "boolean"}
        case Whole(lowest, highest, also):
            numbers = {"type": "integer", "minimum": lowest, "maximum": highest}
            return {"anyOf": [*map(_only, also), numbers]} if also else numbers
        case _:
            assert_never(kind)


def components() -> dict[str, Schema]:
    """Return the objects of options by name: one with every value, and one with some that are chosen.

    A sentence of the rulebook says what each option decides.
    """
    properties = {
        name: {**of_kind(kind), "description": choices.sentence(name)["en"]} for name, kind in KINDS.items()
    }
    form = {"type": "object", "properties": properties, "additionalProperties": False}
    return {
        _VALUES: {
            "title": _VALUES,
            "description": "The value of every rule option.",
            **form,
            "required": [*KINDS],
        },
        _CHOSEN: {"title": _CHOSEN, "description": "Rule options that shall be otherwise.", **form},
    }


def _only(value: Value) -> Schema:
    return {"type": _TYPES[type(value)], "const": value}
