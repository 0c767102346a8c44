"""Which names may be shown, and what is said of those which may not."""

import pytest

from players import names
from problems.problem import Problem


@pytest.mark.parametrize(
    "name",
    [
        "Noa",
        "נועה",
        "נֹעָ֖ה",
        "סוֹפִי כֹּהֵן",
        "សុខា",
        "ស្រ្តី ស៊ាំ",
        "محمد",
        "Аня",
        "Ελένη",
        "山田タロウ",
        "김철수",
        "Nguyễn",
        "O'Brien-Smith 7",
        "😀",
        "...",
        "Noa נועה",
        "סוֿ",
        "a" * 24,
    ],
)
def test_a_name_of_any_language_is_taken_as_it_is(name: str) -> None:
    assert names.normalized(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Noa   Levi ", "Noa Levi"),
        ("Noa\u00a0Levi", "Noa Levi"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("\u05e9\u05c1\u05bc", "\u05e9\u05bc\u05c1"),
    ],
)
def test_spaces_become_single_and_letters_composed(typed: str, kept: str) -> None:
    assert names.normalized(typed) == kept


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\n",
        "\t",
        "\x7f",
        "\u200b",
        "\u200c",
        "\u200d",
        "\u200e",
        "\u200f",
        "\u202a",
        "\u202e",
        "\u2066",
        "\u2069",
        "\u061c",
        "\u2060",
        "\ufeff",
        "\u00ad",
        "\u034f",
        "\u2800",
        "\u3164",
        "\u17b4",
        "\ufe0f",
        "\U000e0041",
        "\U000e0100",
        "\ud800",
        chr(0xDFFF),
        "\ue000",
        "\u0378",
        "\uffff",
        "\u2028",
    ],
)
@pytest.mark.parametrize("place", ["{}Noa", "N{}oa", "Noa{}"])
def test_what_nobody_can_see_is_refused_wherever_it_stands(character: str, place: str) -> None:
    with pytest.raises(Problem) as refusal:
        names.normalized(place.format(character))
    assert (refusal.value.code, refusal.value.field) == ("name_characters", "name")
    assert refusal.value.status == 400
    assert refusal.value.allowed == [
        "letters",
        "marks",
        "digits",
        "punctuation",
        "symbols",
        "spaces",
    ]


@pytest.mark.parametrize(
    ("name", "code", "allowed"),
    [
        ("", "name_empty", {"min": 1, "max": 24}),
        ("   ", "name_empty", {"min": 1, "max": 24}),
        ("a" * 25, "name_too_long", {"min": 1, "max": 24}),
        ("a " * 13, "name_too_long", {"min": 1, "max": 24}),
        ("a" * 100_000, "name_too_long", {"min": 1, "max": 24}),
        ("z" + "\u0335" * 5, "name_marks", {"min": 0, "max": 4}),
        ("\u0301Noa", "name_marks", {"min": 0, "max": 4}),
        ("Noa \u05b8", "name_marks", {"min": 0, "max": 4}),
        ("\u0410dmin", "name_mixed_scripts", ["Cyrillic", "Latin"]),
        ("payp\u0430l", "name_mixed_scripts", ["Cyrillic", "Latin"]),
        ("\u039doa", "name_mixed_scripts", ["Greek", "Latin"]),
        ("Noa \u0410\u043d\u044f", "name_mixed_scripts", ["Cyrillic", "Latin"]),
        ("N\u05e1a", "name_mixed_scripts", ["Hebrew", "Latin"]),
        ("\u179fa", "name_mixed_scripts", ["Khmer", "Latin"]),
    ],
)
def test_a_refused_name_is_told_why(name: str, code: str, allowed: object) -> None:
    with pytest.raises(Problem) as refusal:
        names.normalized(name)
    assert (refusal.value.code, refusal.value.allowed) == (code, allowed)


def test_marks_do_not_count_as_visible_characters() -> None:
    name = "\u05d0\u05b8" * 24
    assert names.normalized(name) == name


@pytest.mark.parametrize(
    ("name", "key"),
    [("Noa", "noa"), ("\uff2e\uff4f\uff41", "noa"), ("STRASSE", "strasse"), ("Straße", "strasse")],
)
def test_names_are_compared_without_case_and_width(name: str, key: str) -> None:
    assert names.key(name) == key


def test_a_key_that_grows_is_cut_to_its_column() -> None:
    assert len(names.key("\ufdfa" * 24)) == 120
