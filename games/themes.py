"""How a front end shows and calls the cards: themes, read from their files; no box is known here."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from games.engine.cards import Card, Color, Figure
from games.seed_files import SeedFile, Table, as_seen


@dataclass(frozen=True, slots=True)
class Called:
    """What something is called, by language, and the key of its picture."""

    names: Mapping[str, str]
    picture: str


@dataclass(frozen=True, slots=True)
class Sounding(Called):
    """Something that is heard as well: the key of its sound."""

    sound: str


@dataclass(frozen=True, slots=True)
class Theme:
    """What everything on a card is called; it never changes a rule. `pattern` joins color and figure."""

    key: str
    names: Mapping[str, str]
    pattern: Mapping[str, str]
    colors: Mapping[Color, Called]
    figures: Mapping[Figure, Sounding]

    def names_of(self, card: Card) -> dict[str, str]:
        """Return what a card is called in each language."""
        figure = self.figures[card.figure].names
        if card.color is None:
            return dict(figure)
        color = self.colors[card.color].names
        return {
            language: pattern.format(color=color[language], figure=figure[language])
            for language, pattern in self.pattern.items()
        }


def theme_in(path: Path) -> Theme:
    """Return the theme that a file describes.

    :raises BadSeed: for the first mistake in it.
    """
    file = SeedFile(path)
    file.only(("key", "names", "pattern", "colors", "figures"))
    colors, figures = file.table("colors"), file.table("figures")
    colors.only(tuple(Color))
    figures.only(tuple(Figure))
    theme = Theme(
        file.key(),
        file.in_each_language("names"),
        _pattern(file),
        {color: _called(colors, color) for color in Color},
        {figure: _sounding(figures, figure) for figure in Figure},
    )
    _check_told_apart(colors, theme.colors)
    _check_told_apart(figures, theme.figures)
    return theme


def _pattern(file: SeedFile) -> dict[str, str]:
    patterns = file.in_each_language("pattern")
    for language, pattern in patterns.items():
        if sorted(_fields(pattern)) != ["color", "figure"]:
            raise file.table("pattern").bad("must hold {color} and {figure}, each once", language)
    return patterns


def _fields(pattern: str) -> list[str]:
    try:
        parts = [*Formatter().parse(pattern)]
    except ValueError:
        return []
    # A conversion or a form, as in `{color!r:>5}`, makes it another field.
    return [f"{field}{form}{conversion or ''}" for _, field, form, conversion in parts if field is not None]


def _called(tables: Table, key: str) -> Called:
    return Called(tables.in_each_language(key, beside=("picture",)), tables.table(key).take("picture", str))


def _sounding(tables: Table, key: str) -> Sounding:
    names, table = tables.in_each_language(key, beside=("picture", "sound")), tables.table(key)
    return Sounding(names, table.take("picture", str), table.take("sound", str))


def _check_told_apart[K: str](tables: Table, called: Mapping[K, Called]) -> None:
    # Nobody could tell two cards apart that are called or shown alike; they may well sound alike.
    seen: dict[tuple[str, str], str] = {}
    for key, one in called.items():
        for what, text in [*one.names.items(), ("picture", one.picture)]:
            first = seen.setdefault((what, as_seen(text)), key)
            if first != key:
                raise tables.table(key).bad(f"must not be that of {first}, {text!r}", what)
