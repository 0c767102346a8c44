"""JSON Schema as OpenAPI 3.1 uses it: formats are binding, and a discriminator picks the one that counts."""

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

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


SchemaValidator: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {word: _by_discriminator(Draft202012Validator.VALIDATORS[word]) for word in ("oneOf", "anyOf")},
)
"""A validator class of JSON Schema 2020-12 that heeds `discriminator`."""
