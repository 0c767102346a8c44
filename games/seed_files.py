"""Reading one TOML file of `seeds/` so that whatever is wrong in it is told with file, line and key."""

import re
import sys
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "he", "km")
LONGEST_KEY: Final = 32


class BadSeed(Exception):
    """A seed file does not say what it must; the message names the file, the line and the key."""


class Table:
    """A table of a seed file that knows where it stands; every value is taken with its type."""

    def __init__(self, file: "SeedFile", path: tuple[str, ...], values: Mapping[str, Any]) -> None:
        self._file, self._path, self._values = file, path, values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)  # in the order of the file

    def take[T](self, key: str, kind: type[T]) -> T:
        """Return the value of a key.

        :raises BadSeed: where it is missing or of another type, or an empty text.
        """
        if key not in self._values:
            raise self.bad("is missing", key)
        value = self._values[key]
        if type(value) is not kind:
            raise self.bad(f"must be {_SAID[kind]}", key)
        if isinstance(value, str) and not as_seen(value):
            raise self.bad("must not be empty", key)
        return value

    def value(self, key: str) -> object:
        """Return the value of a key that is there, whatever it is."""
        return self._values[key]

    def table(self, key: str) -> "Table":
        """Return a table inside this one.

        :raises BadSeed: where there is none.
        """
        return Table(self._file, (*self._path, key), self.take(key, dict))

    def word(self, key: str) -> str:
        """Return a word that can stand in an address.

        :raises BadSeed: for anything but 1 to `LONGEST_KEY` small letters, digits and hyphens.
        """
        word = self.take(key, str)
        if not _FIT_KEY.fullmatch(word):
            raise self.bad(f"must be 1 to {LONGEST_KEY} of a-z, 0-9 and hyphens", key)
        return word

    def count(self, key: str, *, most: int) -> int:
        """Return a number of cards.

        :raises BadSeed: for anything but a whole number from 1 to `most`.
        """
        number = self.take(key, int)
        if not 1 <= number <= most:
            raise self.bad(f"must be from 1 to {most}", key)
        return number

    def in_each_language(self, key: str, *, beside: tuple[str, ...] = ()) -> dict[str, str]:
        """Return the texts of a table that has one a language, and no other keys than those `beside` them.

        :raises BadSeed: where one is missing, or a key means nothing here.
        """
        table = self.table(key)
        table.only((*LANGUAGES, *beside))
        return {language: table.take(language, str) for language in LANGUAGES}

    def only(self, known: Collection[str]) -> None:
        """Refuse keys that mean nothing here.

        :raises BadSeed: for the first of them.
        """
        for key in self._values:
            if key not in known:
                raise self.bad(f"is not known here: use {', '.join(known)}", key)

    def bad(self, what: str, key: str) -> BadSeed:
        """Return the error that says what is wrong with a key."""
        return self._file.bad(what, (*self._path, key))


class SeedFile(Table):
    """A whole file."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        :raises BadSeed: where it is not there or no TOML.
        """
        self.path = path
        try:
            self._text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadSeed(f"{path}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise BadSeed(f"{path}:{line}: {error}") from error
        try:
            values = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            raise self._no_toml(str(error)) from error
        except ValueError as error:
            raise self._endless_number() from error
        super().__init__(self, (), values)

    def key(self) -> str:
        """Return the file's `key`, by which everybody calls what it describes.

        :raises BadSeed: where it is not the name of the file, or cannot stand in an address.
        """
        if self.take("key", str) != self.path.stem:
            raise self.bad(f"must be {self.path.stem}, the name of the file", "key")
        return self.word("key")

    def bad(self, what: str, key: str | tuple[str, ...]) -> BadSeed:
        """Return the error that says what is wrong with a key, given with the tables it stands in."""
        path = (key,) if isinstance(key, str) else key
        return BadSeed(f"{self.path}:{self.line_of(*path)}: {'.'.join(path)} {what}")

    def _no_toml(self, told: str) -> BadSeed:
        # The library tells a line and no key, and of a key that is doubled not where it stood first.
        position = _POSITION.search(told)
        line = int(position[1]) if position and position[1] else len(self._text.splitlines())
        paths = dict(self._paths())
        path = paths.get(line)
        named = f"{self.path}:{line}: {'.'.join(path)}" if path else f"{self.path}:{line}"
        first = min((number for number, other in paths.items() if other == path), default=line)
        if first < line:
            return BadSeed(f"{named} must not be there twice, as in line {first}")
        return BadSeed(f"{named}: {_POSITION.sub('', told)}")

    def _endless_number(self) -> BadSeed:
        # The only number that Python does not read; it does not tell where it stands.
        lines = enumerate(self._text.splitlines(), start=1)
        line = next((number for number, line in lines if _ENDLESS.search(line)), 1)
        return BadSeed(
            f"{self.path}:{line}: {'.'.join(dict(self._paths()).get(line, ()))} has too many digits"
        )

    def line_of(self, *path: str) -> int:
        """Return the line of a key; for one that is missing that of the table in which it was looked for."""
        found = 1
        for number, here in self._paths():
            if here == path:
                return number
            if here == path[: len(here)]:
                found = number
        return found

    def _paths(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        # The lines that begin a table or have a key, each with the path of that.
        table = tuple[str, ...]()
        for number, line in enumerate(self._text.splitlines(), start=1):
            if header := _HEADER.match(line):
                table = _parts(header[1])
                yield number, table
            elif pair := _PAIR.match(line):
                yield number, (*table, *_parts(pair[1]))


def as_seen(text: str) -> str:
    """Return what of a text can be seen, in small letters: where it is the same, nobody tells two apart."""
    seen = [
        character
        for character in unicodedata.normalize("NFC", text)
        if character not in _UNSEEN and not unicodedata.category(character).startswith("C")
    ]
    return " ".join("".join(seen).split()).casefold()


_SAID: Final[Mapping[type, str]] = {int: "a whole number", str: "a text", dict: "a table"}
_FIT_KEY: Final = re.compile(rf"[a-z0-9-]{{1,{LONGEST_KEY}}}")
# Letters that are blank: fillers of Hangul, and of Braille the cell without a dot.
_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_KEY: Final = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
# What begins a line, whether it goes on as TOML or not.
_HEADER: Final = re.compile(rf"\s*\[\[?\s*({_KEY}(?:\s*\.\s*{_KEY})*)")
_PAIR: Final = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)")
_ENDLESS: Final = re.compile(rf"(?:[0-9]_?){{{sys.get_int_max_str_digits() + 1}}}")
_POSITION: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))
