"""When a sentence of the rules stands: what the values of one or several options must be."""

from collections.abc import Callable
from typing import NamedTuple

from games.engine.options import Options, Value


class Condition(NamedTuple):
    """What the values of these options must be."""

    options: frozenset[str]
    holds: Callable[[Options], bool]


def chosen(option: str, *values: Value) -> Condition:
    """The option has one of these values."""
    return Condition(frozenset({option}), lambda options: getattr(options, option) in values)


def above(option: str, bound: int) -> Condition:
    """The option is a number greater than `bound`."""

    def holds(options: Options) -> bool:
        value = getattr(options, option)
        return isinstance(value, int) and value > bound

    return Condition(frozenset({option}), holds)


def both(*conditions: Condition) -> Condition:
    """All of these hold."""
    return Condition(_options_of(conditions), lambda options: all(one.holds(options) for one in conditions))


def either(*conditions: Condition) -> Condition:
    """At least one of these holds."""
    return Condition(_options_of(conditions), lambda options: any(one.holds(options) for one in conditions))


def _options_of(conditions: tuple[Condition, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(one.options for one in conditions))
