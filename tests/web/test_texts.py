"""Every refusal has a text in every language, and each text fits its refusal."""

import re
from http import HTTPStatus
from string import Formatter

import pytest

from problems import catalog
from problems.languages import Language, preferred
from problems.problem import Problem, known

PLACES = {"field", "allowed", "version", "next", "rule"}


def places(sentence: str | None) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence or "") if name is not None}


@pytest.mark.parametrize("language", Language)
def test_every_code_has_a_text(language: Language) -> None:
    assert set(known()) - set(catalog.texts(language)) == set()


@pytest.mark.parametrize("language", Language)
def test_no_text_has_lost_its_code(language: Language) -> None:
    assert set(catalog.texts(language)) - set(known()) == set()


@pytest.mark.parametrize("language", Language)
def test_a_text_says_something_and_names_only_what_a_problem_has(language: Language) -> None:
    for code, text in catalog.texts(language).items():
        assert text.title.strip(), code
        assert text.detail.strip(), code
        assert places(text.title) == set(), code
        assert places(text.detail) | places(text.detail_allowed) <= PLACES, code


@pytest.mark.parametrize("language", [Language.HEBREW, Language.KHMER])
def test_a_translation_names_the_same_things_as_the_english_text(language: Language) -> None:
    for code, text in catalog.texts(Language.ENGLISH).items():
        translated = catalog.texts(language)[code]
        assert places(translated.detail) == places(text.detail), code
        assert places(translated.detail_allowed) == places(text.detail_allowed), code
        assert translated.title != text.title, code


@pytest.mark.parametrize(
    ("allowed", "sentence"),
    [
        (None, "Correct a: it is missing or not of the form that the API's description gives."),
        (["R", "G"], "Correct a: it may be R, G."),
        ({"min": 2, "max": 10}, "Correct a: it may be 2–10."),
        ({"min": 2, "max": 2}, "Correct a: it may be 2."),
        ({"min": 5, "max": 9, "also": [0, "auto"]}, "Correct a: it may be 0, auto, 5–9."),
        ("five", "Correct a: it may be five."),
        ([True, 7, None], "Correct a: it may be true, 7, null."),
        ([], "Correct a: it is missing or not of the form that the API's description gives."),
    ],
)
def test_what_is_allowed_is_told(allowed: object, sentence: str) -> None:
    told = catalog.told(Problem("invalid", field="a", allowed=allowed), Language.ENGLISH)
    assert told == ("A value cannot be used", sentence)


@pytest.mark.parametrize(
    ("allowed", "listed"),
    [
        ({"min": 5, "max": 604_800, "also": [0, "auto"]}, "០, auto, ៥–៦០៤៨០០"),
        ([0, 12, "R5", True], "០, ១២, R5, true"),
    ],
)
def test_khmer_has_digits_of_its_own_and_what_is_sent_as_text_stays(allowed: object, listed: str) -> None:
    _, detail = catalog.told(Problem("invalid", field="moves[0]", allowed=allowed), Language.KHMER)
    assert detail == f"សូមកែ moves[0]៖ តម្លៃដែលអាចប្រើបានគឺ {listed}។"


def test_no_latin_digit_and_no_latin_name_of_a_card_stands_in_a_khmer_text() -> None:
    for code, text in catalog.texts(Language.KHMER).items():
        said = " ".join(filter(None, (text.title, text.detail, text.detail_allowed))).replace("UTF-8", "")
        assert re.findall(r"[0-9]|TAKI|Crazy|King|Plus|Stop", said) == [], code


def test_a_code_without_a_text_is_told_by_its_name() -> None:
    told = catalog.told(Problem("odd_thing", status=HTTPStatus.CONFLICT), Language.KHMER)
    assert told == ("odd_thing", "odd_thing")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("he", "he"),
        ("HE-il", "he"),
        ("iw", "he"),
        ("km-KH,km;q=0.9,en;q=0.8", "km"),
        ("fr, he;q=0.5, km;q=0.7", "km"),
        ("en;q=0.1, he;q=0.2", "he"),
        ("he;q=0, km;q=0.1", "km"),
        ("fr", "en"),
        ("*", "en"),
        ("hebrew", "en"),
        (";;q=,,", "en"),
        ("he;q=x", "en"),
        ("a" * 10_000, "en"),
    ],
)
def test_the_language_is_the_one_that_the_client_weighs_highest(header: str, language: str) -> None:
    assert preferred(header) == language
