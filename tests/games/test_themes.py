"""Themes are read from files; in each every card can be told from every other, and a mistake is told."""

from pathlib import Path

import pytest

from games import boxes
from games.engine.cards import CARDS, NUMBERS, Color, Figure, card
from games.seed_files import LANGUAGES, BadSeed
from games.themes import theme_in
from tests.games.seeds import changed

THEMES = boxes.SEEDS / "themes"


def mistake(path: Path) -> str:
    with pytest.raises(BadSeed) as bad:
        theme_in(path)
    return str(bad.value).removeprefix(str(path))


def test_every_file_is_a_theme_under_its_name() -> None:
    assert list(boxes.themes()) == sorted(path.stem for path in THEMES.glob("*.toml"))
    assert set(boxes.themes()) >= {"animals", "classic", "letters", "sounds"}


@pytest.mark.parametrize("key", ["animals", "classic", "letters", "sounds"])
def test_a_theme_calls_every_card_by_a_name_of_its_own(key: str) -> None:
    theme = boxes.themes()[key]
    called = [theme.names_of(one) for one in CARDS.values()]
    assert all(list(names) == list(LANGUAGES) for names in called)
    for language in LANGUAGES:
        assert len({names[language].casefold() for names in called}) == len(CARDS) == 60
    assert all(one.sound for one in theme.figures.values())


def test_the_classic_theme_calls_cards_by_what_is_printed() -> None:
    theme = boxes.themes()[boxes.DEFAULT_THEME]
    assert theme.names_of(card("R+2")) == {"en": "red +2", "he": "פלוס 2 אדום", "km": "បូក ២ ក្រហម"}
    assert theme.names_of(card("K"))["en"] == "King"
    assert theme.names_of(card("CZ")) == {"en": "Crazy", "he": "משוגע", "km": "ឆ្កួត"}
    assert theme.colors[Color.RED].picture == "red"
    assert (theme.figures[Figure.TAKI].picture, theme.figures[Figure.TAKI].sound) == ("taki", "taki")


@pytest.mark.parametrize(
    ("key", "name", "picture"),
    [
        ("animals", {"en": "red Lion", "he": "אריה אדום", "km": "តោ ក្រហម"}, "animal-lion"),
        ("letters", {"en": "red A", "he": "א אדום", "km": "ក ក្រហម"}, "letter-1"),
        ("sounds", {"en": "red Bell", "he": "פעמון אדום", "km": "កណ្ដឹង ក្រហម"}, "sound-bell"),
    ],
)
def test_other_themes_have_something_else_where_the_numbers_are(
    key: str, name: dict[str, str], picture: str
) -> None:
    theme, classic = boxes.themes()[key], boxes.themes()["classic"]
    assert theme.names_of(card("R1")) == name
    assert theme.figures[Figure.ONE].picture == picture
    for figure in Figure:
        is_number = figure in NUMBERS
        assert (theme.figures[figure].picture != classic.figures[figure].picture) is is_number
        for language in LANGUAGES:
            begins = theme.figures[figure].names[language].startswith(classic.figures[figure].names[language])
            assert begins is not is_number


def test_in_sounds_every_figure_sounds_otherwise() -> None:
    assert len({figure.sound for figure in boxes.themes()["sounds"].figures.values()}) == len(Figure)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('picture = "red"', "picture = 1", ":21: colors.R.picture must be a text"),
        ('en = "Classic"', 'en = "\u200f"', ":7: names.en must not be empty"),
        ('picture = "red"', 'picture = ""', ":21: colors.R.picture must not be empty"),
        (
            'sound = "king"',
            'smell = "king"',
            ":151: figures.K.smell is not known here: use en, he, km, picture, sound",
        ),
        (
            'picture = "red"',
            'picture = "red"\nsound = "x"',
            ":22: colors.R.sound is not known here: use en, he, km, picture",
        ),
        ("[colors.R]", "[colors.P]", ":17: colors.P is not known here: use R, G, B, Y"),
        (
            '[figures."+3"]',
            "[figures.X]",
            f":153: figures.X is not known here: use {', '.join(Figure)}",
        ),
        (
            "[figures.CZ]",
            "[figures.CZ.more]",
            ":167: figures.CZ.more is not known here: use en, he, km, picture, sound",
        ),
        ('km = "ក្រហម"', "", ":17: colors.R.km is missing"),
        ("[pattern]", "[patern]", ":12: patern is not known here: use key, names, pattern, colors, figures"),
        ('en = "Stop"', 'en = "Pl\u200bus "', ":112: figures.S.en must not be that of +, 'Pl\\u200bus '"),
        ('en = "Stop"', 'en = "plus"', ":112: figures.S.en must not be that of +, 'plus'"),
        ('he = "ירוק"', 'he = "אדום"', ":25: colors.G.he must not be that of R, 'אדום'"),
        (
            'picture = "number-3"',
            'picture = "number-1"',
            ":52: figures.3.picture must not be that of 1, 'number-1'",
        ),
        *(
            ("{color} {figure}", wrong, ":13: pattern.en must hold {color} and {figure}, each once")
            for wrong in (
                *("{colour}", "{color", "{color}", "{figure}", "{color.name} {figure}", "{} {}"),
                *("{color}{color}{figure}", "{color!r} {figure}", "{color:d} {figure}"),
            )
        ),
    ],
)
def test_a_mistake_in_a_theme_is_told_with_line_and_key(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert mistake(changed(THEMES / "classic.toml", tmp_path, old, new)) == told
