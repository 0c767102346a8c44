"""The boxes of cards and the themes that ship: `seeds/editions` and `seeds/themes` read into values."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from games.engine.agreement import disagreements
from games.engine.cards import CARDS, COLORED, COLORLESS, Card, Color
from games.engine.editions import Edition
from games.engine.lobby import MOST_SEATS
from games.engine.options import KINDS, Options, Value, is_allowed
from games.seed_files import BadSeed, SeedFile, Table
from games.themes import Theme, theme_in

SEEDS: Final = Path(__file__).resolve().parent.parent / "seeds"
DEFAULT_EDITION: Final = "super-116"
DEFAULT_THEME: Final = "classic"


@cache
def editions() -> Mapping[str, Edition]:
    """Return every edition by its key.

    :raises BadSeed: for the first mistake in a file.
    """
    return MappingProxyType({path.stem: edition_in(path) for path in _files(SEEDS / "editions")})


@cache
def themes() -> Mapping[str, Theme]:
    """Return every theme by its key.

    :raises BadSeed: for the first mistake in a file.
    """
    return MappingProxyType({path.stem: theme_in(path) for path in _files(SEEDS / "themes")})


def mistakes(seeds: Path = SEEDS) -> list[BadSeed]:
    """Return the first mistake of each file that has one, and what is missing of that which must be there."""
    found = []
    for folder, needed, read in (
        (seeds / "editions", DEFAULT_EDITION, edition_in),
        (seeds / "themes", DEFAULT_THEME, theme_in),
    ):
        for path in _files(folder, folder / f"{needed}.toml"):
            try:
                read(path)
            except BadSeed as mistake:
                found.append(mistake)
    return found


def _files(folder: Path, *needed: Path) -> list[Path]:
    return sorted({*folder.glob("*.toml"), *needed}, key=lambda path: path.stem)


def edition_in(path: Path) -> Edition:
    """Return the edition that a file describes.

    :raises BadSeed: for the first mistake in it.
    """
    file = SeedFile(path)
    file.only(("key", "printed", "names", "shout", "each_color", "colorless", "options"))
    edition = Edition(
        file.key(),
        file.in_each_language("names"),
        _box(file),
        _options(file.table("options")),
        file.in_each_language("shout"),
    )
    if edition.size != file.count("printed"):
        raise file.bad(f"must be {edition.size}, the sum of the counts", "printed")
    _check_can_be_opened(edition, file.table("options"))
    return edition


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
            raise table.bad(_must_be(KINDS[name].allowed), name)
    return Options(**chosen)  # type: ignore[arg-type]  # each value was checked above


def _check_can_be_opened(edition: Edition, table: Table) -> None:
    # Whoever opens a table, of any size, and names no option must get one.
    for found in disagreements(edition, edition.options, seats=MOST_SEATS, begins=None):
        raise table.bad(f"{_must_be(found.allowed)} beside all else ({found.refusal})", found.option)


def _must_be(allowed: tuple[Value, ...]) -> str:
    said = (str(value).lower() if isinstance(value, bool) else str(value) for value in allowed)
    return f"must be one of {', '.join(said)}"
