"""Every rule option: its name, the values it may take and its default (rules I.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final, Literal, assert_never, get_args, get_type_hints

Value = str | int | bool


@dataclass(frozen=True)
class Options:
    """The value of every option in one game; the defaults are those of `super-116`."""

    hand_size: int = 8
    packs: Literal["auto"] | int = "auto"
    first_seat: Literal["host", "random", "named", "previous_winner", "rotate"] = "host"
    opening_card: Literal["turned_up", "none"] = "turned_up"
    opening_action: Literal["inert", "redraw", "applies"] = "inert"
    voluntary_draw: bool = True
    drawn_card_playable: bool = False
    plus_two_stacks: bool = True
    plus_two_last_wins: Literal["at_once", "if_it_does_not_return"] = "at_once"
    plus_follow_up: Literal["any_match", "same_color_or_plus"] = "any_match"
    plus_last: Literal["draws", "wins", "refused"] = "draws"
    direction_with_two: Literal["opponent_plays", "acts_as_stop"] = "opponent_plays"
    taki_close: Literal["declared", "automatic"] = "declared"
    taki_on_own_taki: Literal["same_color", "any_while_only_takis"] = "same_color"
    change_color_in_run: Literal["ends_run", "refused"] = "ends_run"
    king_in_run: Literal["ends_run", "refused"] = "ends_run"
    super_taki_color: Literal["leading", "chosen"] = "leading"
    king_decline: Literal["free", "draws_one"] = "free"
    king_on_plus_three: Literal["exempts_its_player", "cancels", "refused"] = "exempts_its_player"
    plus_three_on_debt: Literal["refused", "keeps_debt", "cancels_debt"] = "refused"
    plus_three_window: Literal["open", "none"] = "open"
    plus_three_seconds: int = 6
    crazy_direction: Literal["chosen", "left", "play_direction", "printed"] = "chosen"
    crazy_single_card: Literal["counts_as_declared", "must_declare"] = "counts_as_declared"
    last_card: Literal["automatic", "called_out", "off"] = "automatic"
    last_card_penalty: int = 4
    finish_on_action: bool = True
    places: Literal["first_only", "play_on"] = "first_only"
    stages: int = 1
    scoring: Literal["none", "series"] = "none"
    winner_bonus: int = 0
    turn_seconds: int = 30
    bot_after_turns: int = 2
    give_up_after_seconds: int = 604_800
    lobby_seconds: int = 86_400

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the name of every option, in the order of the rules."""
        return tuple(field.name for field in fields(cls))

    @cached_property
    def laying(self) -> "LayingRules":
        """What of the options bears on which card may be laid."""
        return _laying_rules(*(getattr(self, field.name) for field in fields(LayingRules)))


@dataclass(frozen=True, eq=False)
class LayingRules:
    """The options that bear on which card may be laid; for the same values there is one such object."""

    plus_two_stacks: bool
    plus_follow_up: str
    taki_on_own_taki: str
    change_color_in_run: str
    king_in_run: str
    king_on_plus_three: str
    plus_three_on_debt: str


_laying_rules = cache(LayingRules)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of some words."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> tuple[Value, ...]:
        """The words, default of `super-116` first."""
        return self.words


@dataclass(frozen=True, slots=True)
class Flag:
    """An option that is on or off."""

    @property
    def allowed(self) -> tuple[Value, ...]:
        """Both values."""
        return (True, False)


@dataclass(frozen=True, slots=True)
class Whole:
    """An option that takes a whole number from `lowest` to `highest`, or a value in `also`."""

    lowest: int
    highest: int
    also: tuple[Value, ...] = ()

    @property
    def allowed(self) -> tuple[Value, ...]:
        """The values beside the range, then the range as text, such as `5..604800`."""
        return (*self.also, f"{self.lowest}..{self.highest}")


Kind = Choice | Flag | Whole

LARGEST_HAND: Final = 12
WEEK_SECONDS: Final = 604_800
CENTURY_SECONDS: Final = 3_155_760_000

_WHOLE: Final = MappingProxyType(
    {
        "hand_size": Whole(3, LARGEST_HAND),
        "packs": Whole(1, 4, also=("auto",)),
        "plus_three_seconds": Whole(3, 60),
        "last_card_penalty": Whole(0, 10),
        "stages": Whole(1, LARGEST_HAND),
        "winner_bonus": Whole(0, 100),
        "turn_seconds": Whole(5, WEEK_SECONDS, also=(0,)),
        "bot_after_turns": Whole(0, 10),
        "give_up_after_seconds": Whole(60, CENTURY_SECONDS),
        "lobby_seconds": Whole(60, WEEK_SECONDS),
    }
)


def _kind(name: str, hint: object) -> Kind:
    if name in _WHOLE:
        return _WHOLE[name]
    return Flag() if hint is bool else Choice(get_args(hint))


# What each option may be: ranges as above, words as in the types of `Options`.
KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {name: _kind(name, hint) for name, hint in get_type_hints(Options).items() if name in Options.names()}
)


class OptionRefused(ValueError):
    """An option does not exist, or may not take the value given."""

    def __init__(self, name: str, allowed: tuple[Value, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.allowed = allowed


def is_allowed(kind: Kind, value: object) -> bool:
    """Say whether an option of this kind may take `value`; True is no number, 1 is no flag."""
    match kind:
        case Choice(words):
            return value in words
        case Flag():
            return isinstance(value, bool)
        case Whole(lowest, highest, also):
            if isinstance(value, bool) or not isinstance(value, int | str):
                return False
            return value in also or (isinstance(value, int) and lowest <= value <= highest)
        case _:
            assert_never(kind)


def choose(defaults: Options, overrides: Mapping[str, object]) -> Options:
    """Return the edition's `defaults` with what the opener of a game wants otherwise.

    Whether they go together is asked by `agreement`.

    :raises OptionRefused: for an unknown option or a value out of range.
    """
    for name, value in overrides.items():
        kind = KINDS.get(name)
        if kind is None:
            raise OptionRefused(name, tuple(KINDS))
        if not is_allowed(kind, value):
            raise OptionRefused(name, kind.allowed)
    return replace(defaults, **overrides)  # type: ignore[arg-type]  # each value was checked above


def as_mapping(options: Options) -> dict[str, Value]:
    """Return every option's name and value, in the order of the rules."""
    return {name: getattr(options, name) for name in Options.names()}
