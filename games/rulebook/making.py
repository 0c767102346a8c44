"""The rules of one box with one choice of options, as sections of lines in one language."""

from typing import NamedTuple

from games.engine.editions import Edition
from games.engine.options import Options
from games.rulebook.contents import SENTENCES, Sentence
from games.rulebook.texts import HEADING, Texts, texts
from games.rulebook.wording import Line, Values, line, values


class Section(NamedTuple):
    """A part of the rules under a heading; `key` is the same in all languages."""

    key: str
    heading: Line
    paragraphs: tuple[Line, ...]


class Rules(NamedTuple):
    """The rules that somebody can read."""

    language: str
    title: Line
    sections: tuple[Section, ...]


def rules_for(edition: Edition, options: Options, language: str) -> Rules:
    """Return the rules of a box as played with these options, in a language of `seed_files.LANGUAGES`."""
    said, put_in = texts(language), values(edition, options, language)
    title = line(said.title, put_in)
    assert title is not None  # every edition has a name
    made = (_section(key, said, put_in, options) for key in said.sections)
    return Rules(language, title, tuple(section for section in made if section is not None))


def _section(key: str, said: Texts, put_in: Values, options: Options) -> Section | None:
    heading = line(said.sections[key][HEADING], put_in)
    lines = (
        line(said.sections[key][one.key], put_in)
        for one in SENTENCES
        if one.section == key and _stands(one, options)
    )
    paragraphs = tuple(paragraph for paragraph in lines if paragraph is not None)
    return None if heading is None or not paragraphs else Section(key, heading, paragraphs)


def _stands(sentence: Sentence, options: Options) -> bool:
    return all(condition.holds(options) for condition in sentence.conditions)
