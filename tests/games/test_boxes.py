"""Boxes are read from files and hold what is printed on them; a mistake is told with file, line and key."""

from pathlib import Path

import pytest

from games import boxes
from games.engine.cards import CARDS, COLORLESS, in_order
from games.engine.options import Options, Value, as_mapping
from games.seed_files import LANGUAGES, BadSeed
from tests.engine.boxes import SHIPPED
from tests.games.seeds import changed

EDITIONS = boxes.SEEDS / "editions"
CLASSIC: dict[str, Value] = {"plus_follow_up": "same_color_or_plus", "scoring": "series"}


def mistake(path: Path) -> str:
    with pytest.raises(BadSeed) as bad:
        boxes.edition_in(path)
    return str(bad.value).removeprefix(str(path))


# Rules I.1 and II 1.2-1.7: cards in the box, how often each card with a color is there, those without one.
PRINTED: dict[str, tuple[int, int, dict[str, int], dict[str, Value]]] = {
    "super-116": (116, 2, {"CC": 4, "ST": 2, "K": 2, "+3": 2, "X3": 2}, {}),
    "super-112": (112, 2, {"CC": 4, "ST": 2, "K": 2}, {}),
    "crazy-112": (112, 2, {"CC": 4, "ST": 2, "CZ": 2}, {}),
    "classic-64": (64, 1, {"CC": 4, "ST": 4, "CZ": 4}, CLASSIC),
    "classic-128": (128, 2, {"CC": 8, "ST": 8, "CZ": 8}, CLASSIC),
    "classic-64-king": (64, 1, {"CC": 4, "K": 4, "CZ": 4}, CLASSIC),
    "amigo-2006": (
        112,
        2,
        {"CC": 4, "ST": 2, "CZ": 2},
        {
            "opening_action": "applies",
            "super_taki_color": "chosen",
            "crazy_direction": "left",
            "scoring": "series",
            "winner_bonus": 100,
        },
    ),
    "japan-120": (
        120,
        2,
        {"CC": 6, "K": 2, "+3": 2, "X3": 2, "RP": 2, "LP": 2},
        {"opening_card": "none", "direction_with_two": "acts_as_stop", "crazy_direction": "printed"},
    ),
}


@pytest.mark.parametrize("key", PRINTED)
def test_a_box_holds_what_the_rules_say(key: str) -> None:
    size, each, colorless, options = PRINTED[key]
    box = boxes.editions()[key]
    assert (box.key, box.size) == (key, size)
    assert {one.code: count for one, count in box.box if one.color is None} == colorless
    colored = {one: count for one, count in box.box if one.color is not None}
    assert colored == {one: each for one in CARDS.values() if one.color is not None}
    assert [one for one, _ in box.box] == in_order(one for one, _ in box.box)
    assert as_mapping(box.options) == as_mapping(Options()) | options


def test_of_every_box_that_ships_the_cards_are_known() -> None:
    assert sorted(PRINTED) == sorted(SHIPPED)


def test_two_classic_packs_are_the_box_of_128() -> None:
    one, two = boxes.editions()["classic-64"], boxes.editions()["classic-128"]
    assert two.box == tuple((card, 2 * count) for card, count in one.box)


def test_an_edition_has_names_that_no_other_has() -> None:
    for language in LANGUAGES:
        assert len({box.names[language] for box in boxes.editions().values()}) == len(boxes.editions())


def test_with_one_card_left_one_calls_last_card_and_in_amigo_s_box_taki() -> None:
    shouts = {key: dict(boxes.editions()[key].shout) for key in SHIPPED}
    assert shouts.pop("amigo-2006") == {"en": "TAKI", "he": "טאקי", "km": "តាគី"}
    assert all(shout == {"en": "last card", "he": "אחרון", "km": "សន្លឹកចុងក្រោយ"} for shout in shouts.values())


def test_every_edition_is_of_one_family() -> None:
    assert dict(boxes.families()) == {
        "classic": ("classic-128", "classic-64", "classic-64-king"),
        "crazy": ("amigo-2006", "crazy-112"),
        "japan": ("japan-120",),
        "super": ("super-112", "super-116"),
    }
    assert {one.key for one in boxes.editions().values() if one.family == "crazy"} == {
        "amigo-2006",
        "crazy-112",
    }


def test_every_file_is_an_edition_under_its_name() -> None:
    assert list(boxes.editions()) == sorted(path.stem for path in EDITIONS.glob("*.toml"))


KEYS = "key, printed, family, names, shout, each_color, colorless, options"
FIGURES = "1, 3, 4, 5, 6, 7, 8, 9, +2, +, S, D, T"
COLORLESS_FIGURES = "CC, ST, K, +3, X3, CZ, RP, LP"
OPTIONS = ", ".join(as_mapping(Options()))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "CC = 4",
            "CC = 5",
            ":4: printed must be 117, the sum of the counts: 26 in each of 4 colors (each_color, line 19), "
            "13 without one (colorless, line 34)",
        ),
        ("printed = 116", 'printed = "116"', ":4: printed must be a whole number"),
        ("CC = 4", "CC = 0", ":35: colorless.CC must be from 1 to 99"),
        ("CC = 4", "CC = 1000000", ":35: colorless.CC must be from 1 to 99"),
        ("CC = 4", "CC = 4.0", ":35: colorless.CC must be a whole number"),
        ("CC = 4", "CC = true", ":35: colorless.CC must be a whole number"),
        ("S = 2", "S = -2", ":30: each_color.S must be from 1 to 99"),
        ('"+3" = 2', '"+4" = 2', f":38: colorless.+4 is not known here: use {COLORLESS_FIGURES}"),
        ("CC = 4", "R5 = 4", f":35: colorless.R5 is not known here: use {COLORLESS_FIGURES}"),
        ("3 = 2", "2 = 2", f":21: each_color.2 is not known here: use {FIGURES}"),
        ("T = 2", "T = 2\nK = 2", f":33: each_color.K is not known here: use {FIGURES}"),
        ("printed = 116", "prinetd = 116", f":4: prinetd is not known here: use {KEYS}"),
        ('key = "super-116"', 'key = "super"', ":3: key must be super-116, the name of the file"),
        ('key = "super-116"', "key = 116", ":3: key must be a text"),
        ('family = "super"', "", ":1: family is missing"),
        ('family = "super"', "family = 116", ":5: family must be a text"),
        ('family = "super"', 'family = "Super TAKI"', ":5: family must be 1 to 32 of a-z, 0-9 and hyphens"),
        ("[colorless]", "[wild]", f":34: wild is not known here: use {KEYS}"),
        ("[colorless]", "[change]\nCC = 4\n[colorless]", f":34: change is not known here: use {KEYS}"),
        ('he = "סופר', 'iw = "סופר', ":9: names.iw is not known here: use en, he, km"),
        ('he = "אחרון"', "", ":13: shout.he is missing"),
        ('he = "אחרון"', 'he = " "', ":15: shout.he must not be empty"),
        ('he = "אחרון"', 'he = "\u200f\u2800 "', ":15: shout.he must not be empty"),
        ('he = "אחרון"', "he = 1", ":15: shout.he must be a text"),
        ("[shout]", "[call]", f":13: call is not known here: use {KEYS}"),
        ("[options]", "[options]\nhand_sise = 8", f":43: options.hand_sise is not known here: use {OPTIONS}"),
        ("[options]", "[options]\nhand_size = 13", ":43: options.hand_size must be from 3 to 12"),
        ("[options]", "[options]\npacks = true", ":43: options.packs must be auto or from 1 to 4"),
        ("[options]", "[options]\nplaces = 1", ":43: options.places must be one of first_only, play_on"),
        (
            "[options]",
            "[options]\nvoluntary_draw = 0",
            ":43: options.voluntary_draw must be one of true, false",
        ),
        ("[options]", "", ":1: options is missing"),
    ],
)
def test_a_mistake_in_a_box_is_told_with_line_and_key(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert mistake(changed(EDITIONS / "super-116.toml", tmp_path, old, new)) == told


@pytest.mark.parametrize(
    ("key", "options", "told"),
    [
        ("super-116", "stages = 9", "stages must be from 1 to 8 beside all else (too_many_stages)"),
        (
            "super-116",
            "stages = 4\nhand_size = 3",
            "stages must be from 1 to 3 beside all else (too_many_stages)",
        ),
        ("classic-64", "packs = 1", "packs must be one of auto, 2, 3, 4 beside all else (too_few_cards)"),
        ("super-116", "packs = 1\nhand_size = 12", "packs must be one of auto, 2, 3, 4 beside all else"),
        (
            "crazy-112",
            'crazy_direction = "printed"',
            "crazy_direction must be one of chosen, left, play_direction beside all else (no_printed_side)",
        ),
        (
            "super-116",
            'first_seat = "rotate"',
            "first_seat must be one of host, random, named beside all else (no_earlier_game)",
        ),
    ],
)
def test_a_box_with_which_nobody_could_open_a_game_is_told(
    tmp_path: Path, key: str, options: str, told: str
) -> None:
    path = changed(EDITIONS / f"{key}.toml", tmp_path, "[options]", f"[options]\n{options}")
    line = path.read_text(encoding="utf-8").splitlines().index("[options]") + 2
    assert mistake(path).startswith(f":{line}: options.{told}")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("CC = 4", "CC = 4\nCC = 4", ":36: colorless.CC must not be there twice, as in line 35"),
        ("1 = 2", '1 = 2\n"1" = 2', ":21: each_color.1 must not be there twice, as in line 20"),
        ("[options]", "[options]\n[names]", ":43: names must not be there twice, as in line 7"),
        ("S = 2", "S = 2\n'S' = 2", ":31: each_color.S must not be there twice, as in line 30"),
        ("CC = 4", "CC 6", ":35: colorless.CC: Expected '=' after a key in a key/value pair"),
        ("[names]", "[[names]]", ":7: names must be a table"),
        ("CC = 4", f"CC = {'4' * 5000}", ":35: colorless.CC has too many digits"),
        (
            "printed = 116",
            "printed = 116\nprinted = 116",
            ":5: printed must not be there twice, as in line 4",
        ),
        ("printed = 116", "printed = ", ":4: printed: Invalid value"),
        ("[options]", "[options", ":42: options: Expected ']' at the end of a table declaration"),
        ("[options]", '[options]\nplaces = """', ":43: options.places: Unterminated string"),
    ],
)
def test_what_is_no_toml_is_told_with_line_and_key(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert mistake(changed(EDITIONS / "super-116.toml", tmp_path, old, new)) == told


def test_a_box_is_large_enough_for_the_largest_table_and_hands(tmp_path: Path) -> None:
    text = (EDITIONS / "super-116.toml").read_text(encoding="utf-8")
    head, rest = text.split("[each_color]")
    options = rest.partition("[options]")[2]
    for cards, told in (
        (32, ":4: printed must be 33 or more: 4 boxes must be enough for 10 seats with 12 cards each"),
        (33, None),
    ):
        path = tmp_path / "super-116.toml"
        counts = f"[each_color]\n1 = 4\n3 = 3\n[colorless]\nCC = {cards - 28}\n[options]{options}"
        path.write_text(head.replace("printed = 116", f"printed = {cards}") + counts, encoding="utf-8")
        if told is None:
            assert boxes.edition_in(path).size == 33
        else:
            assert mistake(path) == told


def test_a_key_that_cannot_stand_in_an_address_is_told(tmp_path: Path) -> None:
    for name in ("Super 116", "x" * 33):
        path = tmp_path / f"{name}.toml"
        text = (EDITIONS / "super-116.toml").read_text(encoding="utf-8")
        path.write_text(text.replace('"super-116"', f'"{name}"'), encoding="utf-8")
        assert mistake(path) == ":3: key must be 1 to 32 of a-z, 0-9 and hyphens"


def test_a_box_may_leave_figures_out_and_set_its_own_options(tmp_path: Path) -> None:
    text = (EDITIONS / "super-116.toml").read_text(encoding="utf-8")
    for gone in ('"+3" = 2\n', "X3 = 2\n"):
        text = text.replace(gone, "")
    text = text.replace("printed = 116", "printed = 112").replace("[options]", "[options]\nhand_size = 7")
    path = tmp_path / "super-116.toml"
    path.write_text(text, encoding="utf-8")
    box = boxes.edition_in(path)
    assert [one.code for one, _ in box.box if one.figure in COLORLESS] == ["CC", "ST", "K"]
    assert (box.size, box.options.hand_size, box.options.turn_seconds) == (112, 7, 30)
