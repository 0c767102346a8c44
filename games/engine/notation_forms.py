"""How a fact becomes one line of words and is read back: seats' names, single values, and forms made of them.

Which lines there are is told in `notation_events` and `notation`; nothing here knows an event or a move.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from string import Formatter
from typing import Any, Final, NamedTuple

Names = Sequence[str]

DEFAULT_NAMES: Final = tuple(f"seat{seat}" for seat in range(10))

# Lines begin with one of these or with a seat's name: a seat of such a name could not be told apart.
RESERVED: Final = frozenset(
    {
        *(
            "abandoned",
            "bot",
            "clock",
            "continue",
            "continued",
            "dealt",
            "debt",
            "direction",
            "discard",
            "disclosed",
        ),
        *(
            "finished",
            "host",
            "open",
            "operator",
            "opened",
            "organizer",
            "run",
            "skip",
            "started",
            "turn",
            "turned",
            "window",
        ),
    }
)


class Unreadable(ValueError):
    """The text is no notation: `part`, at column `at` (from 0) of `text`, stands where `wanted` should."""

    def __init__(self, text: str, part: str, at: int, wanted: str) -> None:
        super().__init__(f"{part!r} at column {at} of {text!r} is not {wanted}")
        self.text = text
        self.part = part
        self.at = at
        self.wanted = wanted


class TurnNotNamed(ValueError):
    """The line is readable and could mean any turn: nothing says which."""


class UnfitNames(Exception):
    """Lines written with these names for the seats could not be read back."""


@lru_cache(maxsize=256)
def _seats_by_name(names: tuple[str, ...]) -> dict[str, int]:
    for name in names:
        if name in RESERVED or not re.fullmatch(r"[^\s,;@-][^\s,;@]*", name):
            raise UnfitNames(f"a seat cannot be called {name!r} in notation")
    if len(set(names)) < len(names):
        raise UnfitNames("two seats have the same name")
    return {name: seat for seat, name in enumerate(names)}


def name_of(seat: int, names: Names) -> str:
    """Return what the seat is called in notation.

    :raises UnfitNames: where it has no name, or the names could not be told apart.
    """
    known = tuple(_seats_by_name(tuple(names)))
    if not 0 <= seat < len(known):
        raise UnfitNames(f"seat {seat} has no name")
    return known[seat]


def seat_called(name: str, names: Names) -> int:
    """Return the seat of that name.

    :raises ValueError: where there is none.
    """
    try:
        return _seats_by_name(tuple(names))[name]
    except KeyError:
        raise ValueError(name) from None


WORD: Final = r"\S+"
WORDS: Final = r"\S+(?: \S+)*"


@dataclass(frozen=True, slots=True)
class Kind:
    """How one sort of value is written: `wanted` says what it is, `pattern` how far its text may reach."""

    wanted: str
    pattern: str
    write: Callable[[Any, Names], str]
    read: Callable[[str, Names], Any]


def many(kind: Kind, separator: str = " ", pattern: str = WORDS) -> Kind:
    """Return the kind of a tuple of such values; `-` is written for one of none."""

    def write(values: Iterable[Any], names: Names) -> str:
        return separator.join(kind.write(value, names) for value in values) or "-"

    def read(text: str, names: Names) -> tuple[Any, ...]:
        values, at = [], 0
        for part in () if text == "-" else text.split(separator):
            values.append(_read_part(kind, part, names, text=text, at=at))
            at += len(part) + len(separator)
        return tuple(values)

    return Kind(kind.wanted, pattern, write, read)


def _read_part(kind: Kind, part: str, names: Names, *, text: str, at: int) -> Any:
    try:
        return kind.read(part, names)
    except Unreadable as inner:
        raise Unreadable(text, inner.part, at + inner.at, inner.wanted) from None
    except ValueError:
        raise Unreadable(text, part, at, kind.wanted) from None


class _Part(NamedTuple):
    field: str
    kind: Kind


class Form[T]:
    """One way to write a line, as a template of literal words and `{field:kind}`, and what the line makes.

    What stands before ` ; ` is what people read. A field may be a path such as `edition.key`; then `make`
    takes it as `edition_key`. A field that stands there twice is read where it stands last.
    """

    def __init__(self, make: Callable[..., T], template: str, kinds: Mapping[str, Kind]) -> None:
        self.make = make
        self._pieces = [
            (literal, _Part(field, kinds[spec or field]) if field else None)
            for literal, field, spec, _ in Formatter().parse(template)
        ]
        self._parts = [part for _, part in self._pieces if part is not None]
        self._pattern = re.compile("".join(f"{re.escape(lit)}{_group(part)}" for lit, part in self._pieces))

    def write(self, thing: T, names: Names) -> str:
        """Return the line for `thing`."""
        words = []
        for literal, part in self._pieces:
            words.append(literal)
            if part is not None:
                words.append(part.kind.write(attrgetter(part.field)(thing), names))
        return "".join(words)

    def read(self, text: str, names: Names) -> T | None:
        """Return what the line says, or None where it is not of this form.

        :raises Unreadable: where it is of this form and a part of it says nothing.
        """
        match = self._pattern.fullmatch(text)
        return None if match is None else self._checked(self._made(match, names), text, names)

    def _made(self, match: re.Match[str], names: Names) -> T:
        values = {}
        for group, (field, kind) in enumerate(self._parts, start=1):
            value = _read_part(kind, match[group], names, text=match.string, at=match.start(group))
            values[field.replace(".", "_")] = value
        return self.make(**values)

    def _checked(self, thing: T, text: str, names: Names) -> T:
        # There is one text for each thing: a wrong count, `07`, or an option left out shows here.
        written = self.write(thing, names)
        if written != text:
            at = next(
                (at for at, pair in enumerate(zip(written, text, strict=False)) if pair[0] != pair[1]), 0
            )
            raise Unreadable(text, text[at:], at, repr(written[at:]))
        return thing


def _group(part: _Part | None) -> str:
    return "" if part is None else f"({part.kind.pattern})"


def read_as[T](forms: Iterable[Form[T]], text: str, names: Names, *, wanted: str) -> T:
    """Return what the line says by the first form that it has.

    :raises Unreadable: where it has none of them, or a part of it says nothing.
    """
    for form in forms:
        thing = form.read(text, names)
        if thing is not None:
            return thing
    raise Unreadable(text, text, 0, wanted)
