"""The texts of refusals, from `texts/*.toml`: by code, in the language of the reader."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from problems.languages import Language
from problems.problem import Problem

_FOLDER = Path(__file__).parent / "texts"
_DIGITS = {Language.KHMER: str.maketrans("0123456789", "០១២៣៤៥៦៧៨៩")}


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people read: a few words, and a sentence that says what to do.

    Sentences may name `{field}`, `{allowed}`, `{version}`, `{next}` and `{rule}`. `detail_allowed` stands in
    for `detail` where the problem says what is allowed.
    """

    title: str
    detail: str
    detail_allowed: str | None = None


@cache
def texts(language: Language) -> dict[str, Text]:
    """Return the catalog of one language, by code.

    :raises msgspec.ValidationError: when the file holds anything but texts.
    """
    content = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(content, dict[str, Text])


def told(problem: Problem, language: Language) -> tuple[str, str]:
    """Return title and detail of a problem in a language."""
    text = texts(language).get(problem.code) or texts(Language.ENGLISH).get(problem.code)
    if text is None:  # a test keeps this from happening; a refusal must be told all the same
        text = Text(problem.code, problem.code)
    sentence = text.detail
    if problem.allowed and text.detail_allowed is not None:  # nothing allowed is nothing to choose
        sentence = text.detail_allowed
    detail = sentence.format(
        field=problem.field,
        allowed=_listed(problem.allowed, language),
        version=_as_sent(problem.version, language),
        next=problem.next,
        rule=problem.rule,
    )
    return text.title, detail


def _listed(allowed: object, language: Language) -> str:
    match allowed:
        case {"min": least, "max": most, "also": list(also)}:
            return ", ".join([_listed(also, language), _listed({"min": least, "max": most}, language)])
        case {"min": least, "max": most} if least == most:
            return _as_sent(least, language)
        case {"min": least, "max": most}:
            return f"{_as_sent(least, language)}–{_as_sent(most, language)}"
        case list() | tuple():
            return ", ".join(_as_sent(value, language) for value in allowed)
        case _:
            return _as_sent(allowed, language)


def _as_sent(value: object, language: Language) -> str:
    # Words and codes are told as they are sent; numbers as the language writes them.
    if isinstance(value, str):
        return value
    text = msgspec.json.encode(value).decode()
    return text.translate(_DIGITS.get(language, {}))
