"""The boxes of cards and the themes that ship: `seeds/editions` and `seeds/themes` read into values."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from games.engine.agreement import disagreements, fewest_cards
from games.engine.cards import CARDS, COLORED, COLORLESS, Card, Color
from games.engine.editions import MOST_PACKS, Edition
from games.engine.lobby import MOST_SEATS
from games.engine.options import KINDS, LARGEST_HAND, Options, Value, is_allowed
from games.seed_files import BadSeed, SeedFile, Table, as_seen
from games.themes import Theme, theme_in

SEEDS: Final = Path(__file__).resolve().parent.parent / "seeds"
DEFAULT_EDITION: Final = "super-116"
DEFAULT_THEME: Final = "classic"
MOST_ALIKE: Final = 99  # of one card in a box


@cache
def editions() -> Mapping[str, Edition]:
    """Return every edition by its key.

    :raises BadSeed: for the first mistake in a file.
    """
    return MappingProxyType({one.key: one for one in _sound(_read(_files(SEEDS / "editions"), edition_in))})


@cache
def families() -> Mapping[str, tuple[str, ...]]:
    """Return the families of editions by key, in alphabetical order, each with the keys of its editions.

    :raises BadSeed: for the first mistake in a file.
    """
    keys = sorted({edition.family for edition in editions().values()})
    return MappingProxyType(
        {key: tuple(one.key for one in editions().values() if one.family == key) for key in keys}
    )


@cache
def themes() -> Mapping[str, Theme]:
    """Return every theme by its key.

    :raises BadSeed: for the first mistake in a file.
    """
    return MappingProxyType({one.key: one for one in _sound(_read(_files(SEEDS / "themes"), theme_in))})


def mistakes(seeds: Path = SEEDS) -> list[BadSeed]:
    """Return the first mistake of each file that has one, and what is missing of that which must be there."""
    editions, themes = seeds / "editions", seeds / "themes"
    read = (
        *_read(_files(editions, editions / f"{DEFAULT_EDITION}.toml"), edition_in),
        *_read(_files(themes, themes / f"{DEFAULT_THEME}.toml"), theme_in),
    )
    return [one for one in read if isinstance(one, BadSeed)]


def _read[N: (Edition, Theme)](files: list[Path], read: Callable[[Path], N]) -> Iterator[N | BadSeed]:
    # What each file describes, or its first mistake; nobody could choose between two of one name.
    named: dict[tuple[str, str], str] = {}
    for path in files:
        try:
            one = read(path)
            for language, name in one.names.items():
                first = named.setdefault((language, as_seen(name)), one.key)
                if first != one.key:
                    raise (
                        SeedFile(path).table("names").bad(f"must not be that of {first}, {name!r}", language)
                    )
            yield one
        except BadSeed as mistake:
            yield mistake


def _sound[N: (Edition, Theme)](read: Iterator[N | BadSeed]) -> Iterator[N]:
    for one in read:
        if isinstance(one, BadSeed):
            raise one
        yield one


def _files(folder: Path, *needed: Path) -> list[Path]:
    return sorted({*folder.glob("*.toml"), *needed}, key=lambda path: path.stem)


def edition_in(path: Path) -> Edition:
    """Return the edition that a file describes.

    :raises BadSeed: for the first mistake in it.
    """
    file = SeedFile(path)
    file.only(("key", "printed", "family", "names", "shout", "each_color", "colorless", "options"))
    edition = Edition(
        file.key(),
        file.in_each_language("names"),
        _box(file),
        _options(file.table("options")),
        file.in_each_language("shout"),
        file.word("family"),
    )
    _check_size(edition, file)
    _check_can_be_opened(edition, file.table("options"))
    return edition


def _box(file: SeedFile) -> tuple[tuple[Card, int], ...]:
    each_color, colorless = file.table("each_color"), file.table("colorless")
    each_color.only(tuple(COLORED))
    colorless.only(tuple(COLORLESS))
    counts = {
        **{
            f"{color}{figure}": each_color.count(figure, most=MOST_ALIKE)
            for figure in each_color
            for color in Color
        },
        **{figure: colorless.count(figure, most=MOST_ALIKE) for figure in colorless},
    }
    return tuple((card, counts[card.code]) for card in CARDS.values() if card.code in counts)


def _check_size(edition: Edition, file: SeedFile) -> None:
    if edition.size != file.take("printed", int):
        raise file.bad(f"must be {edition.size}, the sum of the counts: {_sums(edition, file)}", "printed")
    fewest = fewest_cards(seats=MOST_SEATS)
    if edition.size < fewest:
        enough = f"{MOST_PACKS} boxes must be enough for {MOST_SEATS} seats with {LARGEST_HAND} cards each"
        raise file.bad(f"must be {fewest} or more: {enough}", "printed")


def _sums(edition: Edition, file: SeedFile) -> str:
    colored = sum(count for card, count in edition.box if card.color is not None)
    each, rest = file.line_of("each_color"), file.line_of("colorless")
    return (
        f"{colored // len(Color)} in each of {len(Color)} colors (each_color, line {each}), "
        f"{edition.size - colored} without one (colorless, line {rest})"
    )


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
    *others, last = (str(value).lower() if isinstance(value, bool) else str(value) for value in allowed)
    lowest, is_range, highest = last.partition("..")
    if not is_range:
        return f"must be one of {', '.join([*others, last])}"
    return f"must be {''.join(f'{other} or ' for other in others)}from {lowest} to {highest}"
