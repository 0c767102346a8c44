"""The sentences of the rulebook by language, read from `texts/*.toml`; what is put into them is elsewhere."""

import tomllib
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated, Final, Literal

import msgspec

_FOLDER: Final = Path(__file__).parent / "texts"
HEADING: Final = "heading"


class OptionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an option decides, and what each of its words, or the value beside its range, means."""

    sentence: str
    values: dict[str, str] = {}


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the rulebook can say in one language.

    `counted` has a noun's forms by number, `other` for the rest. `times` says how many of a card there are.
    """

    direction: Literal["ltr", "rtl"]
    digits: Annotated[str, msgspec.Meta(min_length=10, max_length=10)]
    separator: str
    times: str
    title: str
    counted: dict[str, dict[str, str]]
    options: dict[str, OptionText]
    sections: dict[str, dict[str, str]]


@cache
def texts(language: str) -> Texts:
    """Return what can be said in a language, one of `seed_files.LANGUAGES`.

    :raises msgspec.ValidationError: when the file holds anything else.
    """
    content = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(content, Texts)


@cache
def places(text: str) -> tuple[str, ...]:
    """Return the names of the places in a text where something is put in, in their order."""
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name is not None)
