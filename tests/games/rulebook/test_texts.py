"""The sentences themselves: each is there in every language, names the same things, and is used."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from string import Formatter

import pytest

from games.engine.cards import Figure
from games.engine.options import KINDS, Choice, Flag, Kind, Options, Value, Whole
from games.rulebook.contents import GROUPS, SENTENCES
from games.rulebook.texts import HEADING, Texts, places, texts
from games.seed_files import LANGUAGES

TRANSLATED = ("he", "km")


def every_text(said: Texts) -> dict[str, str]:
    """All texts into which something can be put, by a name that says where they stand."""
    options = {f"options.{name}": text.sentence for name, text in said.options.items()}
    meanings = {
        f"options.{name}.{value}": meaning
        for name, text in said.options.items()
        for value, meaning in text.values.items()
    }
    sections = {
        f"sections.{section}.{key}": sentence
        for section, sentences in said.sections.items()
        for key, sentence in sentences.items()
    }
    return {"title": said.title, **options, **meanings, **sections}


def own_words(text: str) -> str:
    return "".join(literal for literal, *_ in Formatter().parse(text))


def words_of(kind: Kind) -> list[str]:
    match kind:
        case Choice(words):
            return [*words]
        case Flag():
            return []
        case Whole(_, _, also):
            return [str(value) for value in also]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_sentence_and_every_word_of_it_a_meaning(language: str) -> None:
    options = texts(language).options
    assert list(options) == list(KINDS)
    for name, kind in KINDS.items():
        assert list(options[name].values) == words_of(kind), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_its_place_and_every_place_its_sentence(language: str) -> None:
    sections = texts(language).sections
    assert list(sections) == list(dict.fromkeys(one.section for one in SENTENCES))
    for section, sentences in sections.items():
        assert list(sentences) == [HEADING, *(one.key for one in SENTENCES if one.section == section)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_says_everything_and_names_the_same_things(language: str) -> None:
    english, translated = every_text(texts("en")), every_text(texts(language))
    assert list(translated) == list(english)
    for where, text in english.items():
        assert set(places(translated[where])) == set(places(text)), where
        if own_words(text).strip(" ,"):
            assert translated[where] != text, where


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_noun_has_a_form_for_every_number(language: str) -> None:
    counted = texts(language).counted
    assert list(counted) == list(texts("en").counted)
    for noun, forms in counted.items():
        assert places(forms["other"]) == ("n",), noun
        for number, form in forms.items():
            assert number == "other" or (number.isdecimal() and places(form) == ()), noun


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_a_clean_line(language: str) -> None:
    for where, text in every_text(texts(language)).items():
        assert text == " ".join(text.split()), where
        assert text, where


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_latin_letter_digit_or_sign_stands_in_the_words_of_a_translation(language: str) -> None:
    for where, text in every_text(texts(language)).items():
        assert re.findall(r"[A-Za-z0-9+×]", own_words(text)) == [], where


def test_every_option_belongs_to_one_group() -> None:
    grouped = [option for options in GROUPS.values() for option in options]
    assert sorted(grouped) == sorted(KINDS)
    assert set(GROUPS) <= {one.section for one in SENTENCES}


def test_every_condition_can_hold_and_can_fail() -> None:
    for sentence in SENTENCES:
        for condition in sentence.conditions:
            results = {condition.holds(options) for options in some_options(condition.options)}
            assert results == {True, False}, (sentence.section, sentence.key)


def some_options(names: Iterable[str]) -> Iterator[Options]:
    """Options with every choice of values that conditions on these names can tell apart."""
    ordered = sorted(names)
    for values in product(*(some_values(KINDS[name]) for name in ordered)):
        yield replace(Options(), **dict(zip(ordered, values, strict=True)))  # type: ignore[arg-type]


def some_values(kind: Kind) -> list[Value]:
    match kind:
        case Choice(words):
            return [*words]
        case Flag():
            return [True, False]
        case Whole(lowest, highest, also):
            return [lowest, highest, *also]


def test_a_card_is_named_as_the_engine_names_its_figure() -> None:
    named = {name for text in every_text(texts("en")).values() for name in places(text)}
    figures = {figure.name.lower() for figure in Figure}
    assert named & figures == {
        *("plus_two", "plus", "stop", "change_direction", "taki"),
        *("change_color", "super_taki", "king", "plus_three", "breaker", "crazy", "right_pass", "left_pass"),
    }
