"""What somebody at a shell wants of a tournament, read from words; nothing is opened here."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from games import boxes
from games.bots.levels import LEVELS
from games.engine.options import KINDS, Flag, OptionRefused, Value, Whole
from games.tournaments.choosing import NoSuchEdition, settings_of
from games.tournaments.kinds import Kind
from games.tournaments.settings import MOST_ENTRANTS, Settings
from games.tournaments.texts import one_line

_FLAGS: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
_AS_GIVEN: Final = (
    "table_size",
    "rounds",
    "advance",
    "target_points",
    "break_seconds",
    "round_seconds",
    "rated",
)


class Unfit(ValueError):
    """What cannot be wanted; the message is a sentence that says what could."""


class Bots(NamedTuple):
    """So many bots of a level."""

    level: str
    number: int


def bots(text: str) -> Bots:
    """Read `easy:4`; a level alone is one bot.

    :raises Unfit: for anything else.
    """
    level, colon, count = text.partition(":")
    if level not in LEVELS:
        raise Unfit(f"There are no bots of level {level!r}, but {', '.join(LEVELS)}.")
    if colon and not (count.isdecimal() and 1 <= int(count) <= MOST_ENTRANTS):
        raise Unfit(f"{text!r} does not say how many, such as {level}:4; at most {MOST_ENTRANTS}.")
    return Bots(level, int(count) if colon else 1)


def settings(
    kind: Kind, *, field: Iterable[Bots], options: Mapping[str, str], wanted: Mapping[str, Any]
) -> Settings:
    """Return the settings of a tournament of these bots alone, which starts when it is told to.

    `options` are those of the rules in words; `wanted` has `name`, `edition` and other settings by name.

    :raises Unfit: for an edition or an option that does not exist, a value that it does not take, or bots who
        are too few or too many.
    :raises games.refusing.NotWhenRated: where rated games are wanted by other rules than the edition's.
    """
    chosen = {name: _value(name, word) for name, word in options.items()}
    number = sum(each.number for each in field)
    try:
        made = settings_of(
            kind,
            wanted["edition"],
            chosen,
            name=one_line(wanted["name"]),
            entrants_limit=number,
            waiting_list=False,
            allow_bots=True,
            **{name: wanted[name] for name in _AS_GIVEN},
        )
    except NoSuchEdition:
        raise Unfit(
            f"There is no edition {wanted['edition']!r}, but {', '.join(boxes.editions())}."
        ) from None
    except OptionRefused as refused:
        raise Unfit(_sentence(refused)) from None
    if number < made.fewest_entrants:
        raise Unfit(f"It takes {made.fewest_entrants} entrants or more, and these bots are {number}.")
    if number > MOST_ENTRANTS:
        raise Unfit(f"It takes {MOST_ENTRANTS} entrants or fewer, and these bots are {number}.")
    return made


def _value(name: str, word: str) -> Value:
    match KINDS.get(name):
        case Flag():
            return _FLAGS.get(word.lower(), word)
        case Whole() if word.isdecimal():
            return int(word)
        case _:
            return word


def _sentence(refused: OptionRefused) -> str:
    allowed = ", ".join(
        str(value).lower() if isinstance(value, bool) else str(value) for value in refused.allowed
    )
    if refused.name not in KINDS:
        return f"There is no option {refused.name!r}, but {allowed}."
    return f"The option {refused.name} takes {allowed}."
