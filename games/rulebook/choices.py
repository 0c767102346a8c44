"""What a settings dialog says of the options: a sentence each, what its values mean, and its group."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from games.engine.cards import Figure
from games.rulebook.contents import GROUPS, OTHER_HEADINGS, SENTENCES, Sentence
from games.rulebook.texts import HEADING, places, texts
from games.rulebook.wording import Box, as_text, card_names, line
from games.seed_files import LANGUAGES

type Names = Mapping[str, str]

_GROUP_OF: Final = {option: group for group, options in GROUPS.items() for option in options}
_FIGURES: Final = {figure.name.lower(): figure for figure in Figure}


def group_of(option: str, box: Box) -> str:
    """Return the key of the section under whose heading an option of this box stands."""
    return _heading_for(_GROUP_OF[option], box)


def groups(box: Box) -> Mapping[str, Names]:
    """Return the heading of each group of a box in each language, in the order of the rules."""
    headings = [_heading_for(group, box) for group in GROUPS]
    return {
        group: {language: _said(texts(language).sections[group][HEADING], language) for language in LANGUAGES}
        for group in headings
    }


def _heading_for(group: str, box: Box) -> str:
    other = OTHER_HEADINGS.get(group)
    if other is None or _in_heading(group) <= _figures_in(box) or not _in_heading(other) <= _figures_in(box):
        return group
    return other


@cache
def sentence(option: str) -> Names:
    """Return what an option decides, in each language."""
    return {language: _said(texts(language).options[option].sentence, language) for language in LANGUAGES}


@cache
def meanings(option: str) -> Mapping[str, Names]:
    """Return what each word that an option takes means, in each language; none for a flag or a range."""
    return {
        value: {
            language: _said(texts(language).options[option].values[value], language) for language in LANGUAGES
        }
        for value in texts(LANGUAGES[0]).options[option].values
    }


def matters(option: str, box: Box) -> bool:
    """Say whether an option could change anything that the rules of this box say."""
    figures = _figures_in(box)
    return any(_named(one) <= figures for one in SENTENCES if _depends(one, option))


def _depends(one: Sentence, option: str) -> bool:
    in_conditions = any(option in condition.options for condition in one.conditions)
    return in_conditions or option in places(_text(one))


def _figures_in(box: Box) -> set[Figure]:
    return {card.figure for card, _ in box}


def _named(one: Sentence) -> set[Figure]:
    return _in_heading(one.section) | _in_text(_text(one))


def _in_heading(section: str) -> set[Figure]:
    return _in_text(texts(LANGUAGES[0]).sections[section][HEADING])


def _in_text(text: str) -> set[Figure]:
    return {_FIGURES[name] for name in places(text) if name in _FIGURES}


def _text(one: Sentence) -> str:
    return texts(LANGUAGES[0]).sections[one.section][one.key]


def _said(text: str, language: str) -> str:
    runs = line(text, card_names(language))
    assert runs is not None  # every figure has a name, whichever boxes hold it
    return as_text(runs, language)
