"""Themes, and the names of an edition's cards in the words of one."""

import pytest

from games import boxes
from games.engine.cards import Color, Figure
from tests.games.api.asking import refusal
from tests.games.api.described import API, DescribedClient

pytestmark = pytest.mark.django_db


def test_the_themes_are_listed(stranger: DescribedClient) -> None:
    page = stranger.get(f"{API}/themes").json()
    assert [theme["key"] for theme in page["results"]] == ["animals", "classic", "letters", "sounds"]
    assert page["results"][0]["names"] == {"en": "Animals", "he": "חיות", "km": "សត្វ"}
    assert [theme["key"] for theme in page["results"] if theme["default"]] == ["classic"]
    assert page["next"] is None


@pytest.mark.parametrize("key", boxes.themes())
def test_a_theme_tells_all_that_is_printed_on_cards(stranger: DescribedClient, key: str) -> None:
    theme = stranger.get(f"{API}/themes/{key}").json()
    assert theme["key"] == key
    assert [color["color"] for color in theme["colors"]] == list(Color)
    assert [figure["figure"] for figure in theme["figures"]] == list(Figure)


def test_a_theme_tells_names_and_the_keys_of_pictures_and_sounds(stranger: DescribedClient) -> None:
    theme = stranger.get(f"{API}/themes/animals").json()
    assert theme["pattern"] == {"en": "{color} {figure}", "he": "{figure} {color}", "km": "{figure} {color}"}
    assert theme["colors"][0] == {
        "color": "R",
        "names": {"en": "red", "he": "אדום", "km": "ក្រហម"},
        "picture": "red",
    }
    assert theme["figures"][0] == {
        "figure": "1",
        "names": {"en": "Lion", "he": "אריה", "km": "តោ"},
        "picture": "animal-lion",
        "sound": "animal-lion",
    }


@pytest.mark.parametrize("key", ["animal", "%00", "ANIMALS"])
def test_an_unknown_theme_is_not_found(stranger: DescribedClient, key: str) -> None:
    assert refusal(stranger.get(f"{API}/themes/{key}")) == (404, "not_found", None)


# --- an edition in a theme's words


def red_one(client: DescribedClient, query: str) -> tuple[str, dict[str, str]]:
    """The theme of an edition's answer, and what the red 1 is called in it."""
    edition = client.get(f"{API}/editions/crazy-112{query}").json()
    return edition["theme"], next(card["names"] for card in edition["cards"] if card["card"] == "R1")


def test_cards_are_called_as_in_the_classic_theme_or_the_one_asked_for(stranger: DescribedClient) -> None:
    assert red_one(stranger, "") == ("classic", {"en": "red 1", "he": "1 אדום", "km": "១ ក្រហម"})
    assert red_one(stranger, "?theme=classic") == red_one(stranger, "")
    assert red_one(stranger, "?theme=letters") == (
        "letters",
        {"en": "red A", "he": "א אדום", "km": "ក ក្រហម"},
    )


def test_a_theme_changes_nothing_but_names(stranger: DescribedClient) -> None:
    plain = stranger.get(f"{API}/editions/japan-120").json()
    other = stranger.get(f"{API}/editions/japan-120?theme=sounds").json()
    for edition in (plain, other):
        del edition["theme"]
        for card in edition["cards"]:
            del card["names"]
    assert plain == other


@pytest.mark.parametrize(
    ("query", "field", "allowed"),
    [
        ("theme=animal", "theme", ["animals", "classic", "letters", "sounds"]),
        ("theme=", "theme", ["animals", "classic", "letters", "sounds"]),
        ("theme=%00", "theme", ["animals", "classic", "letters", "sounds"]),
        ("themes=classic", "themes", ["theme"]),
    ],
)
def test_an_edition_in_unknown_words_is_refused(
    stranger: DescribedClient, query: str, field: str, allowed: object
) -> None:
    answer = stranger.get(f"{API}/editions/super-116?{query}")
    assert refusal(answer) == (400, "invalid", field)
    assert answer.json().get("allowed") == allowed


def test_an_edition_is_told_in_the_words_of_one_theme(stranger: DescribedClient) -> None:
    answer = stranger.get(f"{API}/editions/super-116?theme=classic&theme=sounds")
    assert refusal(answer) == (400, "given_twice", "theme")


def test_a_key_of_a_picture_names_a_place_in_the_alphabet_and_its_names_the_letters(
    stranger: DescribedClient,
) -> None:
    figures = stranger.get(f"{API}/themes/letters").json()["figures"]
    (first,) = [one for one in figures if one["picture"] == "letter-1"]
    assert (first["names"], first["sound"]) == ({"en": "A", "he": "א", "km": "ក"}, "letter-1")


def test_an_edition_tells_what_is_called_out_with_one_card_left(stranger: DescribedClient) -> None:
    called = {key: stranger.get(f"{API}/editions/{key}").json()["shout"] for key in boxes.editions()}
    assert called["super-116"] == {"en": "last card", "he": "אחרון", "km": "សន្លឹកចុងក្រោយ"}
    assert called["amigo-2006"] == {"en": "TAKI", "he": "טאקי", "km": "តាគី"}
