"""The boxes of cards and the themes that ship: `seeds/editions` and `seeds/themes` read into values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from games.engine.cards import CARDS, COLORED, COLORLESS, Card, Color, Figure
from games.engine.editions import Edition
from games.engine.options import KINDS, Options, is_allowed
from games.seed_files import LANGUAGES, BadSeed, SeedFile, Table

SEEDS: Final = Path(__file__).resolve().parent.parent / "seeds"
DEFAULT_EDITION: Final = "super-116"
DEFAULT_THEME: Final = "classic"


@dataclass(frozen=True, slots=True)
class Called:
    """What a color or a figure is called, by language, and the keys of its picture and sound."""

    names: Mapping[str, str]
    picture: str
    sound: str | None = None


@dataclass(frozen=True, slots=True)
class Theme:
    """How a front end shows and calls the cards; it never changes a rule."""

    key: str
    names: Mapping[str, str]
    pattern: Mapping[str, str]
    colors: Mapping[Color, Called]
    figures: Mapping[Figure, Called]

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


@cache
def editions() -> Mapping[str, Edition]:
    """Return every edition by its key.

    :raises BadSeed: for the first mistake in a file.
    """
    return MappingProxyType(
        {path.stem: edition_in(path) for path in sorted((SEEDS / "editions").glob("*.toml"))}
    )


@cache
def themes() -> Mapping[str, Theme]:
    """Return every theme by its key.

    :raises BadSeed: for the first mistake in a file.
    """
    return MappingProxyType({path.stem: theme_in(path) for path in sorted((SEEDS / "themes").glob("*.toml"))})


def mistakes(seeds: Path = SEEDS) -> list[BadSeed]:
    """Return the first mistake of each file that has one, and what is missing of that which must be there."""
    found = []
    for folder, needed, read in (
        (seeds / "editions", DEFAULT_EDITION, edition_in),
        (seeds / "themes", DEFAULT_THEME, theme_in),
    ):
        for path in sorted({*folder.glob("*.toml"), folder / f"{needed}.toml"}):
            try:
                read(path)
            except BadSeed as mistake:
                found.append(mistake)
    return found


def edition_in(path: Path) -> Edition:
    """Return the edition that a file describes.

    :raises BadSeed: for the first mistake in it.
    """
    file = SeedFile(path)
    file.only(("key", "printed", "names", "each_color", "colorless", "options"))
    edition = Edition(_key(file), file.in_each_language("names"), _box(file), _options(file.table("options")))
    if edition.size != file.count("printed"):
        raise file.bad(f"is not {edition.size}, the sum of the counts", "printed")
    return edition


def theme_in(path: Path) -> Theme:
    """Return the theme that a file describes.

    :raises BadSeed: for the first mistake in it.
    """
    file = SeedFile(path)
    file.only(("key", "names", "pattern", "colors", "figures"))
    colors, figures = file.table("colors"), file.table("figures")
    colors.only(tuple(Color))
    figures.only(tuple(Figure))
    return Theme(
        _key(file),
        file.in_each_language("names"),
        _pattern(file),
        {color: _called(colors, color) for color in Color},
        {figure: _called(figures, figure, has_sound=True) for figure in Figure},
    )


def _key(file: SeedFile) -> str:
    key = file.take("key", str)
    if key != file.path.stem:
        raise file.bad("must be the name of the file", "key")
    return key


def _pattern(file: SeedFile) -> dict[str, str]:
    patterns = file.in_each_language("pattern")
    for language, pattern in patterns.items():
        try:
            pattern.format(color="", figure="")
        except (ValueError, LookupError, AttributeError):
            raise file.table("pattern").bad("may hold {color} and {figure} alone", language) from None
    return patterns


def _box(file: SeedFile) -> tuple[tuple[Card, int], ...]:
    each_color, colorless = file.table("each_color"), file.table("colorless")
    each_color.only(tuple(COLORED))
    colorless.only(tuple(COLORLESS))
    counts = {
        **{f"{color}{figure}": each_color.count(figure) for figure in each_color for color in Color},
        **{figure: colorless.count(figure) for figure in colorless},
    }
    return tuple((card, counts[card.code]) for card in CARDS.values() if card.code in counts)


def _options(table: Table) -> Options:
    table.only(KINDS)
    chosen = {}
    for name in table:
        chosen[name] = table.value(name)
        if not is_allowed(KINDS[name], chosen[name]):
            raise table.bad(f"must be one of {', '.join(map(str, KINDS[name].allowed))}", name)
    return Options(**chosen)  # type: ignore[arg-type]  # each value was checked above


def _called(tables: Table, key: str, *, has_sound: bool = False) -> Called:
    names = tables.in_each_language(key)
    table = tables.table(key)
    table.only((*LANGUAGES, "picture", *(("sound",) if has_sound else ())))
    return Called(names, table.take("picture", str), table.take("sound", str) if has_sound else None)
