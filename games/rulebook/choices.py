"""What a settings dialog says of the options: a sentence each, what its values mean, and its group."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from games.engine.cards import Figure
from games.rulebook.contents import GROUPS, SENTENCES, Sentence
from games.rulebook.texts import HEADING, places, texts
from games.rulebook.wording import Box, as_text, card_names, line
from games.seed_files import LANGUAGES

type Names = Mapping[str, str]

_GROUP_OF: Final = {option: group for group, options in GROUPS.items() for option in options}
_FIGURES: Final = {figure.name.lower(): figure for figure in Figure}


def group_of(option: str) -> str:
    """Return the key of the section under whose heading an option stands."""
    return _GROUP_OF[option]


@cache
def groups() -> Mapping[str, Names]:
    """Return the heading of each group in each language, in the order of the rules."""
    return {
        group: {language: _said(texts(language).sections[group][HEADING], language) for language in LANGUAGES}
        for group in GROUPS
    }


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
    figures = {card.figure for card, _ in box}
    return any(_named(one) <= figures for one in SENTENCES if _depends(one, option))


def _depends(one: Sentence, option: str) -> bool:
    conditions = {condition.option for condition in one.conditions}
    return option in conditions or option in places(_text(one))


def _named(one: Sentence) -> set[Figure]:
    heading = texts(LANGUAGES[0]).sections[one.section][HEADING]
    return {_FIGURES[name] for name in (*places(heading), *places(_text(one))) if name in _FIGURES}


def _text(one: Sentence) -> str:
    return texts(LANGUAGES[0]).sections[one.section][one.key]


def _said(text: str, language: str) -> str:
    runs = line(text, card_names(language))
    assert runs is not None  # every figure has a name, whichever boxes hold it
    return as_text(runs, language)
