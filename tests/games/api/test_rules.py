"""`GET editions/{key}/rules` and `GET games/{id}/rules`: the rules for people, as JSON and as a page."""

import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from games import boxes
from games.asking import Caller
from games.engine.options import KINDS, Options, as_mapping
from games.models import Game
from games.opening import Opening, open_game
from problems import catalog
from problems.languages import Language
from tests.games.api.asking import games, refusal
from tests.games.api.conftest import Clients
from tests.games.api.described import API, DescribedClient
from tests.games.tables import Table

type Tables = Callable[..., Table]

RULES = f"{API}/editions/super-116/rules"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture
def reader(stranger: DescribedClient) -> DescribedClient:
    """Whoever reads; nobody has to sign in for the rules of an edition."""
    stranger.credentials()
    return stranger


def paragraphs(answer: Any, key: str) -> list[str]:
    (found,) = [section for section in answer.json()["sections"] if section["key"] == key]
    told: list[str] = found["paragraphs"]
    return told


def test_the_rules_of_an_edition_are_told_by_its_defaults(reader: DescribedClient) -> None:
    answer = reader.get(RULES)
    assert answer.status_code == 200
    rules = answer.json()
    sections = rules.pop("sections")
    assert rules == {
        "edition": "super-116",
        "language": "en",
        "direction": "ltr",
        "title": "Rules: Super TAKI, 116 cards",
        "options": as_mapping(Options()),
    }
    assert [section["key"] for section in sections] == [
        *("game", "box", "deal", "turn", "plus_two", "plus", "stop", "change_direction", "taki"),
        *("change_color", "super_taki", "king", "plus_three", "breaker", "last_card", "ending", "time"),
    ]
    assert sections[6] == {
        "key": "stop",
        "heading": "Stop",
        "paragraphs": ["The next player loses the turn. With two players it is your turn again."],
    }


@pytest.mark.parametrize("key", boxes.editions())
def test_every_edition_has_rules(reader: DescribedClient, key: str) -> None:
    rules = reader.get(f"{API}/editions/{key}/rules?lang=km").json()
    assert (rules["edition"], rules["options"]) == (key, as_mapping(boxes.editions()[key].options))


def test_options_in_the_query_are_told(reader: DescribedClient) -> None:
    query = "stages=8&plus_last=wins&drawn_card_playable=true&voluntary_draw=false&packs=auto&turn_seconds=0"
    answer = reader.get(f"{RULES}?{query}")
    changed = {"stages": 8, "plus_last": "wins", "drawn_card_playable": True, "voluntary_draw": False}
    assert answer.json()["options"] == as_mapping(Options()) | changed | {"turn_seconds": 0}
    assert "As the last card it lets you finish." in paragraphs(answer, "plus")
    assert paragraphs(answer, "stages")[0].endswith("8, 7, 6, 5, 4, 3, 2, 1.")
    assert paragraphs(answer, "time")[0] == "A turn may take as long as it takes."


@pytest.mark.parametrize(
    ("query", "header", "language", "direction"),
    [
        ("", "", "en", "ltr"),
        ("", "he-IL,he;q=0.9,en;q=0.8", "he", "rtl"),
        ("?lang=km", "he", "km", "ltr"),
        ("?lang=en", "he", "en", "ltr"),
    ],
)
def test_the_language_is_that_of_the_query_before_that_of_the_header(
    reader: DescribedClient, query: str, header: str, language: str, direction: str
) -> None:
    answer = reader.get(f"{RULES}{query}", HTTP_ACCEPT_LANGUAGE=header)
    rules = answer.json()
    assert (rules["language"], rules["direction"]) == (language, direction)
    assert answer["Content-Language"] == language


def test_names_of_cards_are_kept_apart_from_hebrew(reader: DescribedClient) -> None:
    answer = reader.get(f"{RULES}?lang=he")
    assert paragraphs(answer, "plus_two")[2] == "\u2068מלך\u2069 מבטל את כל החוב."
    assert paragraphs(answer, "deal")[0].startswith("טורפים את הקלפים ומחלקים לכל שחקן \u20688 קלפים\u2069.")


@pytest.mark.parametrize(("query", "accept"), [("", BROWSER), ("&format=html", "application/json")])
def test_a_browser_is_shown_a_page(reader: DescribedClient, query: str, accept: str) -> None:
    answer = reader.get(f"{RULES}?lang=he{query}", HTTP_ACCEPT=accept)
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    page = answer.content.decode()
    assert page.startswith('<!DOCTYPE html>\n<html lang="he" dir="rtl">')
    assert "<title>חוקי המשחק: \u2068סופר טאקי, 116 קלפים\u2069</title>" in page
    assert "<li><bdi>מלך</bdi> מבטל את כל החוב.\n</li>" in page
    headings = re.findall(r'<h2 id="(\w+)">', page)
    assert headings == re.findall(r'<a href="#(\w+)">', page)
    assert headings == re.findall(r'<section aria-labelledby="(\w+)">', page)


def test_a_page_runs_nothing_and_loads_nothing(reader: DescribedClient) -> None:
    answer = reader.get(f"{RULES}?format=html")
    page = answer.content.decode()
    assert re.findall(r"<(?:script|link|img|iframe|form)|\bsrc=|\bon\w+=|url\(", page) == []
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert answer["Content-Security-Policy"] == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"
    )


def test_json_can_be_asked_for_by_name(reader: DescribedClient) -> None:
    assert reader.get(f"{RULES}?format=json", HTTP_ACCEPT=BROWSER).json()["language"] == "en"


@pytest.mark.parametrize("form", ["json", "html"])
def test_the_rules_of_an_edition_may_be_kept_by_anybody(reader: DescribedClient, form: str) -> None:
    answer = reader.get(f"{RULES}?format={form}")
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert {"Accept", "Accept-Language"} <= set(answer["Vary"].split(", "))


def test_no_database_is_asked_for_the_rules_of_an_edition() -> None:
    assert Client().get(RULES).status_code == 200


@pytest.mark.parametrize(
    ("query", "code", "field", "allowed"),
    [
        ("lang=fr", "invalid", "lang", ["en", "he", "km"]),
        ("lang=", "invalid", "lang", ["en", "he", "km"]),
        ("lang=he&lang=he", "given_twice", "lang", None),
        ("format=xml", "invalid", "format", ["json", "html"]),
        ("house=true", "invalid", "house", ["lang", "format", *KINDS]),
        ("stages=1&stages=2", "given_twice", "stages", None),
        ("plus_last=loses", "option_not_allowed", "options.plus_last", ["draws", "wins", "refused"]),
        ("voluntary_draw=yes", "option_not_allowed", "options.voluntary_draw", [True, False]),
        ("voluntary_draw=True", "option_not_allowed", "options.voluntary_draw", [True, False]),
        ("hand_size=13", "option_not_allowed", "options.hand_size", {"min": 3, "max": 12}),
        ("hand_size=eight", "option_not_allowed", "options.hand_size", {"min": 3, "max": 12}),
        ("packs=5", "option_not_allowed", "options.packs", {"min": 1, "max": 4, "also": ["auto"]}),
        ("stages=08", "option_not_allowed", "options.stages", {"min": 1, "max": 12}),
        ("stages=%2B8", "option_not_allowed", "options.stages", {"min": 1, "max": 12}),
        ("winner_bonus=-0", "option_not_allowed", "options.winner_bonus", {"min": 0, "max": 100}),
        ("bot_after_turns=11", "option_not_allowed", "options.bot_after_turns", {"min": 0, "max": 10}),
    ],
)
def test_a_query_that_does_not_fit_is_refused(
    reader: DescribedClient, query: str, code: str, field: str, allowed: object
) -> None:
    answer = reader.get(f"{RULES}?{query}")
    assert answer["Content-Type"] == "application/problem+json"
    assert refusal(answer) == (400, code, field)
    assert answer.json().get("allowed") == allowed


@pytest.mark.parametrize(
    ("query", "header", "language", "detail"),
    [
        ("lang=he", "", "he", "יש לבחור ערך ל-options.stages: 1–12."),
        ("lang=km", "he", "km", "សូមជ្រើសរើសតម្លៃសម្រាប់ options.stages៖ ១–១២។"),
        ("lang=en", "he", "en", "Choose a value for options.stages: 1–12."),
        ("lang=fr", "km", "km", "សូមកែ lang៖ តម្លៃដែលអាចប្រើបានគឺ en, he, km។"),
    ],
)
def test_a_refusal_is_told_in_the_language_that_was_asked_for(
    reader: DescribedClient, query: str, header: str, language: str, detail: str
) -> None:
    answer = reader.get(f"{RULES}?{query}&stages=13", HTTP_ACCEPT_LANGUAGE=header)
    assert answer.status_code == 400
    assert (answer["Content-Language"], answer.json()["detail"]) == (language, detail)


@pytest.mark.parametrize(
    ("path", "accept", "status", "code"),
    [
        (f"{RULES}?lang=he&stages=13", BROWSER, 400, "option_not_allowed"),
        (f"{RULES}?lang=he&format=html&lang=he", "application/json", 400, "given_twice"),
        (f"{RULES}?lang=he&format=xml", BROWSER, 400, "invalid"),
        (f"{API}/editions/super-117/rules?lang=he", BROWSER, 404, "not_found"),
        (f"{API}/editions/crazy-112/rules?lang=he&crazy_direction=printed", BROWSER, 422, "no_printed_side"),
        (f"{API}/games/{UUID(int=0)}/rules?lang=he", BROWSER, 401, "not_signed_in"),
    ],
)
def test_a_browser_is_shown_a_refusal_as_a_page(
    reader: DescribedClient, path: str, accept: str, status: int, code: str
) -> None:
    answer = reader.get(path, HTTP_ACCEPT=accept)
    assert (answer.status_code, answer["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert answer["Content-Language"] == "he"
    told = catalog.texts(Language.HEBREW)[code]
    page = answer.content.decode()
    assert page.startswith('<!DOCTYPE html>\n<html lang="he" dir="rtl">')
    assert f"<title>{told.title}</title>" in page
    assert f"<h1>{told.title}</h1>" in page
    assert f"<bdi>{status} {code}</bdi>" in page
    assert answer["Content-Security-Policy"] == reader.get(f"{RULES}?format=html")["Content-Security-Policy"]


def test_what_a_page_of_a_refusal_quotes_is_text(reader: DescribedClient) -> None:
    page = reader.get(f"{RULES}?format=html&%3Cscript%3E=1").content.decode()
    assert "&lt;script&gt;" in page
    assert "<script>" not in page


def test_json_that_was_asked_for_by_name_is_refused_as_json(reader: DescribedClient) -> None:
    answer = reader.get(f"{RULES}?format=json&stages=13", HTTP_ACCEPT=BROWSER)
    assert answer["Content-Type"] == "application/problem+json"
    assert refusal(answer) == (400, "option_not_allowed", "options.stages")


def test_what_the_box_speaks_against_is_refused(reader: DescribedClient) -> None:
    answer = reader.get(f"{API}/editions/crazy-112/rules?crazy_direction=printed")
    assert refusal(answer) == (422, "no_printed_side", "options.crazy_direction")
    assert answer.json()["allowed"] == ["chosen", "left", "play_direction"]


def test_more_stages_than_cards_in_the_first_hand_are_refused(reader: DescribedClient) -> None:
    answer = reader.get(f"{RULES}?stages=8&hand_size=5")
    assert refusal(answer) == (422, "too_many_stages", "options.stages")
    assert answer.json()["allowed"] == {"min": 1, "max": 5}


@pytest.mark.parametrize("key", ["super-117", "%00"])
def test_an_unknown_edition_has_no_rules(reader: DescribedClient, key: str) -> None:
    assert refusal(reader.get(f"{API}/editions/{key}/rules")) == (404, "not_found", None)


# --- of a game


def test_the_rules_of_a_game_are_those_it_was_opened_with(table: Tables, stranger: DescribedClient) -> None:
    opened = table(2, last_card="off", hand_size=5)
    answer = stranger.get(games(opened, "/rules?lang=en"))
    assert answer.json()["options"] == as_mapping(Options(last_card="off", hand_size=5))
    assert paragraphs(answer, "last_card") == ["Nothing need be said when only one card is left."]
    assert answer["Cache-Control"] == "private, no-store"


def test_the_rules_of_a_private_game_are_read_by_those_who_sit_there(
    table: Tables, clients: Clients, stranger: DescribedClient
) -> None:
    private = table(2, visibility=Game.Visibility.CODE)
    assert clients(private)[1].get(games(private, "/rules?format=html")).status_code == 200
    assert refusal(stranger.get(games(private, "/rules"))) == (404, "not_found", None)


def test_the_rules_of_a_game_take_no_options(table: Tables, stranger: DescribedClient) -> None:
    answer = stranger.get(games(table(2), "/rules?stages=8"))
    assert refusal(answer) == (400, "invalid", "stages")
    assert answer.json()["allowed"] == ["lang", "format"]


def test_a_game_keeps_its_rules_when_its_edition_is_gone(stranger: DescribedClient) -> None:
    usual = boxes.editions()["super-116"]
    old = replace(usual, key="old-box", box=tuple(one for one in usual.box if one[0].code != "K"))
    opened = open_game(Opening(old, old.options, 2, Game.Visibility.PUBLIC), Caller(stranger.player.pk))
    answer = stranger.get(f"{API}/games/{opened.game_id}/rules?lang=he")
    assert (answer.json()["edition"], answer.json()["title"]) == (
        "old-box",
        "חוקי המשחק: \u2068old-box\u2069",
    )
    assert "king" not in [section["key"] for section in answer.json()["sections"]]
