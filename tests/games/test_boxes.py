"""Boxes and themes are read from files, and a mistake in one is told with file, line and key."""

from pathlib import Path

import pytest

from games import boxes
from games.engine.cards import CARDS, COLORLESS, Color, Figure, card
from games.engine.options import Options
from games.seed_files import LANGUAGES, BadSeed

EDITIONS, THEMES = boxes.SEEDS / "editions", boxes.SEEDS / "themes"


def changed(folder: Path, tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A copy of a file in which `old`, which it holds once or more, is `new` the first time."""
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def mistake(path: Path) -> str:
    with pytest.raises(BadSeed) as bad:
        (boxes.edition_in if path.stem == "super-116" else boxes.theme_in)(path)
    return str(bad.value).removeprefix(str(path))


def test_super_116_holds_what_its_box_says() -> None:
    box = boxes.editions()[boxes.DEFAULT_EDITION]
    assert (box.key, box.size, box.options) == ("super-116", 116, Options())
    assert dict(box.box) == {one: 4 if one.code == "CC" else 2 for one in CARDS.values()}
    assert [one for one, _ in box.box] == list(CARDS.values())
    assert set(box.names) == set(LANGUAGES)


def test_every_file_is_an_edition_or_a_theme_under_its_name() -> None:
    assert list(boxes.editions()) == sorted(path.stem for path in EDITIONS.glob("*.toml"))
    assert list(boxes.themes()) == sorted(path.stem for path in THEMES.glob("*.toml"))


def test_the_classic_theme_calls_every_card_in_every_language() -> None:
    theme = boxes.themes()[boxes.DEFAULT_THEME]
    called = [theme.names_of(one) for one in CARDS.values()]
    assert all(set(names) == set(LANGUAGES) for names in called)
    for language in LANGUAGES:
        assert len({names[language] for names in called}) == len(CARDS)
    assert theme.names_of(card("R+2")) == {"en": "red +2", "he": "פלוס 2 אדום", "km": "បូក ២ ក្រហម"}
    assert theme.names_of(card("K"))["en"] == "King"


def test_a_theme_has_pictures_and_sounds() -> None:
    theme = boxes.themes()["classic"]
    assert theme.colors[Color.RED].picture == "red"
    assert theme.colors[Color.RED].sound is None
    assert {figure: called.picture for figure, called in theme.figures.items()}[Figure.TAKI] == "taki"
    assert all(called.sound for called in theme.figures.values())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("CC = 4", "CC = 5", ":4: printed is not 117, the sum of the counts"),
        ("CC = 4", "CC = 0", ":28: colorless.CC must be 1 or more"),
        ("CC = 4", "CC = 4.0", ":28: colorless.CC must be a whole number"),
        ("CC = 4", "CC = true", ":28: colorless.CC must be a whole number"),
        ('"+3" = 2', '"+4" = 2', ":31: colorless.+4 is not known here"),
        ("3 = 2", "2 = 2", ":14: each_color.2 is not known here"),
        ("printed = 116", "prinetd = 116", ":4: prinetd is not known here"),
        ('key = "super-116"', 'key = "super"', ":3: key must be the name of the file"),
        ('key = "super-116"', "key = 116", ":3: key must be a text"),
        ('he = "', 'iw = "', ":6: names.he is missing"),
        ("[colorless]", "[wild]", ":27: wild is not known here"),
        ("[options]", "[options]\nhand_sise = 8", ":36: options.hand_sise is not known here"),
        ("[options]", "[options]\nhand_size = 13", ":36: options.hand_size must be one of 3..12"),
        ("[options]", "[options]\npacks = true", ":36: options.packs must be one of auto, 1..4"),
        ("[options]", "", ":1: options is missing"),
    ],
)
def test_a_mistake_in_a_box_is_told_with_line_and_key(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert mistake(changed(EDITIONS, tmp_path, "super-116.toml", old, new)) == told


def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    told = mistake(changed(EDITIONS, tmp_path, "super-116.toml", "printed = 116", "printed = "))
    assert told == ": Invalid value (at line 4, column 13)"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('picture = "red"', "picture = 1", ":21: colors.R.picture must be a text"),
        ('sound = "king"', 'smell = "king"', ":151: figures.K.smell is not known here"),
        ("[colors.R]", "[colors.P]", ":17: colors.P is not known here"),
        ('[figures."+3"]', "[figures.X]", ":153: figures.X is not known here"),
        ('km = "ក្រហម"', "", ":17: colors.R.km is missing"),
        ("{color} {figure}", "{colour}", ":13: pattern.en may hold {color} and {figure} alone"),
        ("{color} {figure}", "{color", ":13: pattern.en may hold {color} and {figure} alone"),
        ("{color} {figure}", "{color.name}", ":13: pattern.en may hold {color} and {figure} alone"),
    ],
)
def test_a_mistake_in_a_theme_is_told_with_line_and_key(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert mistake(changed(THEMES, tmp_path, "classic.toml", old, new)) == told


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
