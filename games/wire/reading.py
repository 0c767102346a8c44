"""Reading JSON values into forms; what does not fit is refused with its path and what would have fitted.

The path is found by a walk of our own: the texts of msgspec's errors quote what the client sent, so that
nothing in them can be relied on.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect


class Unfit(ValueError):
    """A value that does not fit: its path, such as `moves[1].card`, and what is allowed there.

    `path` is empty where no value can be named, `allowed` None where it cannot be listed.
    """

    def __init__(self, path: str, allowed: object = None) -> None:
        super().__init__(path)
        self.path = path
        self.allowed = allowed


class NotAnObject(Unfit):
    """What came is no JSON object at all."""

    def __init__(self) -> None:
        super().__init__("")


def read[F: msgspec.Struct](value: object, form: type[F]) -> F:
    """Return the JSON value as a form.

    :raises NotAnObject: where it is none.
    :raises Unfit: for the first value that does not fit.
    """
    if not isinstance(value, dict):
        raise NotAnObject
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError:
        raise next(_misfits(inspect.type_info(form), value, ""), Unfit("")) from None


def _misfits(kind: inspect.Type, value: Any, path: str) -> Iterator[Unfit]:
    kinds = [*alternatives(kind)]
    if value is None and any(isinstance(one, inspect.NoneType) for one in kinds):
        return
    structs = [one for one in kinds if isinstance(one, inspect.StructType)]
    if structs:
        yield from _misfits_in_struct(structs, value, path)
    elif isinstance(kinds[0], inspect.ListType):
        yield from _misfits_in_list(kinds[0], value, path)
    elif isinstance(kinds[0], inspect.DictType) and isinstance(value, dict):
        for name, item in value.items():
            yield from _misfits(kinds[0].value_type, item, _joined(path, name))
    elif not any(_fits(one, value) for one in kinds):
        yield Unfit(path, _allowed(kinds))


def _misfits_in_struct(structs: list[inspect.StructType], value: Any, path: str) -> Iterator[Unfit]:
    tag_field = structs[0].tag_field
    tags = [one.tag for one in structs]
    if not isinstance(value, dict):
        yield Unfit(path)
    elif (tag := value.get(tag_field) if tag_field else None) not in tags:
        yield Unfit(_joined(path, str(tag_field)), tags)
    else:
        yield from _misfits_in_fields(structs[tags.index(tag)], value, path)


def _misfits_in_fields(struct: inspect.StructType, value: dict[str, Any], path: str) -> Iterator[Unfit]:
    for field in struct.fields:
        if field.encode_name in value:
            yield from _misfits(field.type, value[field.encode_name], _joined(path, field.encode_name))
        elif field.required:
            yield Unfit(_joined(path, field.encode_name), _allowed([*alternatives(field.type)]))
    known = [
        *([struct.tag_field] if struct.tag_field else []),
        *(field.encode_name for field in struct.fields),
    ]
    yield from (Unfit(_joined(path, name), known) for name in value if name not in known)


def _misfits_in_list(kind: inspect.ListType, value: Any, path: str) -> Iterator[Unfit]:
    if isinstance(value, list) and (kind.min_length or 0) <= len(value) <= (kind.max_length or len(value)):
        for index, item in enumerate(value):
            yield from _misfits(kind.item_type, item, f"{path}[{index}]")
    else:
        yield Unfit(path)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the kinds that a union is made of; any other kind is its own only one."""
    match kind:
        case inspect.UnionType(types=types):
            for one in types:
                yield from alternatives(one)
        case inspect.Metadata(type=inner):
            yield from alternatives(inner)
        case _:
            yield kind


def _fits(kind: inspect.Type, value: object) -> bool:
    match kind:
        case inspect.EnumType(cls=words):
            return isinstance(value, str) and value in [word.value for word in words]
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType(ge=least, le=most):
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            return (least is None or least <= value) and (most is None or value <= most)
        case inspect.StrType(max_length=longest, pattern=pattern):
            if not isinstance(value, str) or (longest is not None and len(value) > longest):
                return False
            return pattern is None or re.search(pattern, value) is not None
        case inspect.DictType() | inspect.NoneType():
            return False  # what would have fitted has been looked into before
        case _:
            return True  # a kind that no form has: nothing is said of it


def _allowed(kinds: list[inspect.Type]) -> object:
    match kinds:
        case [inspect.EnumType(cls=words)]:
            return [word.value for word in words]
        case [inspect.BoolType()]:
            return [True, False]
        case [inspect.IntType(ge=int(least), le=int(most))]:
            return {"min": least, "max": most}
        case _:
            return None
