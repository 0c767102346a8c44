"""Names as they are shown and compared: what is refused in one, and why. No database here."""

import unicodedata

from confusable_homoglyphs import categories, confusables

from players.characters import is_unseen
from problems.problem import Problem

MOST_VISIBLE = 24
# Marks stacked on one letter: pointed Hebrew needs four, Khmer three; more is a flood.
MOST_MARKS = 4
MOST_CODE_POINTS = MOST_VISIBLE * (1 + MOST_MARKS)

_CHARACTERS = ["letters", "marks", "digits", "punctuation", "symbols", "spaces"]

_NO_SCRIPT = frozenset({"COMMON", "INHERITED", "Unknown"})
# Whole alphabets that look alike: even one word in each reads as something that it is not.
_LOOK_ALIKES = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE"})
# Scripts that one language writes in one word.
_TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)


def normalized(name: str) -> str:
    """Return the name as it is kept and shown: in NFC, single spaces between its words.

    One to `MOST_VISIBLE` visible characters in any script, marks not counted.

    :raises Problem: with a code `name_...`, the field `name` and what is allowed.
    """
    # Before anything else: what comes later takes more than linear time.
    if len(name) > 2 * MOST_CODE_POINTS:
        raise _too_long()
    if any(is_unseen(character) for character in name):
        raise Problem("name_characters", field="name", allowed=_CHARACTERS)
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not shown:
        raise Problem("name_empty", field="name", allowed=_range(1, MOST_VISIBLE))
    if sum(not _is_mark(character) for character in shown) > MOST_VISIBLE:
        raise _too_long()
    if _is_flooded(shown):
        raise Problem("name_marks", field="name", allowed=_range(0, MOST_MARKS))
    if scripts := _mixed_scripts(shown):
        raise Problem("name_mixed_scripts", field="name", allowed=scripts)
    return shown


def key(name: str) -> str:
    """Return the form in which names are compared and searched: without case, width and other dress."""
    return unicodedata.normalize("NFKC", name).casefold()[:MOST_CODE_POINTS]


def _too_long() -> Problem:
    return Problem("name_too_long", field="name", allowed=_range(1, MOST_VISIBLE))


def _range(least: int, most: int) -> dict[str, int]:
    return {"min": least, "max": most}


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _is_flooded(name: str) -> bool:
    marks = MOST_MARKS  # a name must not begin with a mark, nor a word: it has nothing to sit on
    for character in name:
        if character == " ":
            marks = MOST_MARKS
        elif not _is_mark(character):
            marks = 0
        else:
            marks += 1
            if marks > MOST_MARKS:
                return True
    return False


def _mixed_scripts(name: str) -> list[str]:
    look_alikes = _scripts(name) & _LOOK_ALIKES
    if len(look_alikes) > 1:
        return _titles(look_alikes)
    for word in name.split():
        scripts = _scripts(word)
        if len(scripts) < 2 or any(scripts <= together for together in _TOGETHER):
            continue
        if confusables.is_confusable(word):
            return _titles(scripts)
    return []


def _scripts(text: str) -> frozenset[str]:
    return frozenset(categories.unique_aliases(text)) - _NO_SCRIPT


def _titles(scripts: frozenset[str]) -> list[str]:
    return sorted(script.title() for script in scripts)
