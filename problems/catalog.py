"""The texts of refusals, from `texts/*.toml`: by code, in the language of the reader."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from problems.languages import Language
from problems.problem import Problem

_FOLDER = Path(__file__).parent / "texts"


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
        allowed=_listed(problem.allowed),
        version=problem.version,
        next=problem.next,
        rule=problem.rule,
    )
    return text.title, detail


def _listed(allowed: object) -> str:
    match allowed:
        case {"min": least, "max": most, "also": list(also)}:
            return ", ".join([*map(_as_sent, also), f"{least}–{most}"])
        case {"min": least, "max": most}:
            return f"{least}–{most}"
        case list() | tuple():
            return ", ".join(map(_as_sent, allowed))
        case _:
            return _as_sent(allowed)


def _as_sent(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
