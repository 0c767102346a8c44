"""JSON Schema as OpenAPI 3.1 uses it: formats are binding, and a discriminator picks the one that counts."""

import json
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

MOST_REMEMBERED = 50_000
LONGEST_REMEMBERED = 2_000
"""Signs of a text, or of an array or object as JSON; longer ones hardly come twice."""

type Keyword = Callable[[Any, Any, Any, Any], Iterator[ValidationError]]

# Those that this API uses; what a checker does not know passes.
FORMATS = FormatChecker(formats=())


@FORMATS.checks("date-time", raises=ValueError)
def _is_instant(value: object) -> bool:
    # RFC 3339 wants an offset; without one `fromisoformat` gives a naive time.
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


@FORMATS.checks("uuid", raises=ValueError)
def _is_uuid(value: object) -> bool:
    return not isinstance(value, str) or str(uuid.UUID(value)) == value.lower()


def _by_discriminator(plain: Keyword) -> Keyword:
    def check(validator: Any, branches: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        discriminator = schema.get("discriminator", {})
        mapping = discriminator.get("mapping")
        if not mapping or not isinstance(value, dict):
            yield from plain(validator, branches, value, schema)
            return
        name = discriminator["propertyName"]
        chosen = mapping.get(value.get(name))
        if chosen is None:
            yield ValidationError(f"{name} is {value.get(name)!r}, not one of {', '.join(mapping)}")
            return
        # Only the one: trying all is slow, and its errors tell nobody which was meant.
        yield from validator.descend(value, {"$ref": chosen})

    return check


class Memory:
    """What was found to fit before: most of an answer has been in an answer before."""

    def __init__(self) -> None:
        # With the schema as value, since an id means nothing once its object is gone.
        self._fitting: dict[tuple[object, ...], Any] = {}

    def descend(self, validator: Any, value: Any, schema: Any, place: str | int) -> Iterator[ValidationError]:
        """What does not fit in the value at this place."""
        key = _key(value, schema)
        if key in self._fitting:
            return
        errors = list(validator.descend(value, schema, path=place))
        if not errors and key is not None:
            if len(self._fitting) >= MOST_REMEMBERED:
                self._fitting.clear()
            self._fitting[key] = schema
        yield from errors

    def properties(self, validator: Any, parts: Any, value: Any, _: Any) -> Iterator[ValidationError]:
        """The keyword `properties`."""
        for name, part in parts.items() if isinstance(value, dict) else ():
            if name in value:
                yield from self.descend(validator, value[name], part, name)

    def items(self, validator: Any, each: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        """The keyword `items`."""
        if each is False or "prefixItems" in schema or not isinstance(value, list):
            yield from Draft202012Validator.VALIDATORS["items"](validator, each, value, schema)
            return
        for index, item in enumerate(value):
            yield from self.descend(validator, item, each, index)


def _key(value: Any, schema: Any) -> tuple[object, ...] | None:
    # The type, too: in Python 1 equals True and 1.0, in JSON Schema not.
    text = json.dumps(value) if isinstance(value, dict | list) else value
    if isinstance(text, str) and len(text) > LONGEST_REMEMBERED:
        return None
    return id(schema), type(value), text


def schema_validator() -> Any:
    """A new validator class of JSON Schema 2020-12, with the changes of this module."""
    memory, plain = Memory(), Draft202012Validator.VALIDATORS
    changed = {word: _by_discriminator(plain[word]) for word in ("oneOf", "anyOf")}
    changed |= {"properties": memory.properties, "items": memory.items}
    return extend(Draft202012Validator, changed)  # type: ignore[no-untyped-call]
