"""What is put into the sentences: names of cards, numbers, times and lists, each kept apart from the text."""

from collections.abc import Mapping
from string import Formatter
from typing import Final, NamedTuple

from games import boxes
from games.engine.cards import COLORED, COLORLESS, Card, Color, Figure
from games.engine.editions import Edition
from games.engine.matching import LETS_THE_ONE_BENEATH_LEAD
from games.engine.options import Options
from games.rulebook.texts import Texts, texts

Box = tuple[tuple[Card, int], ...]

_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP_ISOLATE: Final = "\u2069"
_UNITS: Final = (("day", 86_400), ("hour", 3_600), ("minute", 60))
_NOUNS: Final = {
    "hand_size": "card",
    "packs": "pack",
    "last_card_penalty": "card",
    "stages": "hand",
    "winner_bonus": "point",
    "bot_after_turns": "turn",
}
_TIMES: Final = ("plus_three_seconds", "turn_seconds", "give_up_after_seconds", "lobby_seconds")


class Run(NamedTuple):
    """A piece of a line; one that was put in has its own direction of writing."""

    text: str
    isolated: bool = False


Line = tuple[Run, ...]
# What may be put in by name; None where there is no such thing, and then no sentence that speaks of it.
Values = Mapping[str, Line | None]


def line(text: str, values: Values) -> Line | None:
    """Return the text with everything put in, or None where something that it names is not there.

    :raises KeyError: for a name that nobody knows.
    """
    runs: list[Run] = []
    for before, name, _, _ in Formatter().parse(text):
        if before:
            runs.append(Run(before))
        if name is not None:
            value = values[name]
            if value is None:
                return None
            runs.extend(value)
    return tuple(runs)


def as_text(runs: Line, language: str) -> str:
    """Return a line as text; where it runs right to left isolates stand around what was put into it."""
    isolates = texts(language).direction == "rtl" and len(runs) > 1
    return "".join(
        f"{_FIRST_STRONG_ISOLATE}{run.text}{_POP_ISOLATE}" if isolates and run.isolated else run.text
        for run in runs
    )


def isolated(text: str) -> Line:
    """Return a text of its own, such as a name, to be put into another."""
    return (Run(text, isolated=True),)


def card_names(language: str) -> dict[str, Line | None]:
    """Return what each figure is called, by its name in the engine: `plus_two`, `king`."""
    return {figure.name.lower(): isolated(name) for figure, name in _figures(language).items()}


def values(edition: Edition, options: Options, language: str) -> Values:
    """Return everything that can be put into the sentences about a box and its options."""
    said = texts(language)
    in_box = {card.figure for card, _ in edition.box}
    named = card_names(language)
    missing = {figure.name.lower(): None for figure in Figure if figure not in in_box}
    printed = {
        name: isolated(words[language])
        for name, words in (("edition", edition.names), ("shout", edition.shout))
    }
    return {**named, **missing, **printed, **_of_box(edition.box, language), **_of_options(options, said)}


def _of_box(box: Box, language: str) -> dict[str, Line | None]:
    said, names = texts(language), _figures(language)
    # A box has the same cards in every color: no file can say otherwise.
    counts = {card.figure: count for card, count in box}
    colors = boxes.themes()[boxes.DEFAULT_THEME].colors
    colorless = [figure for figure in COLORLESS if figure in counts]
    beneath = [figure for figure in colorless if figure in LETS_THE_ONE_BENEATH_LEAD]
    return {
        "size": isolated(_counted("card", sum(count for _, count in box), said)),
        "colors": _list([colors[color].names[language] for color in Color], said),
        "colored": _by_count([figure for figure in COLORED if figure in counts], counts, language),
        "colorless": _list([_times(figure, counts[figure], language) for figure in colorless], said),
        "beneath": _list([names[figure] for figure in beneath], said),
    }


def _of_options(options: Options, said: Texts) -> dict[str, Line | None]:
    numbers = {name: getattr(options, name) for name in (*_NOUNS, *_TIMES)}
    counted = {
        name: isolated(_counted(noun, numbers[name], said)) if isinstance(numbers[name], int) else None
        for name, noun in _NOUNS.items()
    }
    times = {name: isolated(_time(numbers[name], said)) for name in _TIMES}
    hands = range(options.hand_size, options.hand_size - options.stages, -1)
    return {**counted, **times, "ladder": _list([_number(hand, said) for hand in hands], said)}


def _figures(language: str) -> dict[Figure, str]:
    figures = boxes.themes()[boxes.DEFAULT_THEME].figures
    return {figure: called.names[language] for figure, called in figures.items()}


def _by_count(figures: list[Figure], counts: Mapping[Figure, int], language: str) -> Line | None:
    # Those of which there are equally many stand together, with their number behind them.
    said, names = texts(language), _figures(language)
    lists = []
    for count in sorted({counts[figure] for figure in figures}):
        alike = _list([names[figure] for figure in figures if counts[figure] == count], said)
        lists.append((*(alike or ()), Run(" "), *isolated(_counted("each", count, said))))
    return _joined(lists, said) if lists else None


def _times(figure: Figure, count: int, language: str) -> str:
    said = texts(language)
    return said.times.format(name=_figures(language)[figure], n=_number(count, said))


def _list(parts: list[str], said: Texts) -> Line | None:
    return _joined([isolated(part) for part in parts], said) if parts else None


def _joined(lists: list[Line], said: Texts) -> Line:
    first, *rest = lists
    return first + tuple(run for one in rest for run in (Run(said.separator), *one))


def _number(number: int, said: Texts) -> str:
    return str(number).translate(str.maketrans("0123456789", said.digits))


def _counted(noun: str, number: int, said: Texts) -> str:
    forms = said.counted[noun]
    return forms.get(str(number), forms["other"]).format(n=_number(number, said))


def _time(seconds: int, said: Texts) -> str:
    for unit, length in _UNITS:
        if seconds and seconds % length == 0:
            return _counted(unit, seconds // length, said)
    return _counted("second", seconds, said)
