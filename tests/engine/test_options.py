"""Options: which exist, what they may be, and what this release plays."""

from dataclasses import fields

import pytest

from games.engine.options import KINDS, PLAYABLE, OptionRefused, Options, as_mapping, choose, is_allowed

DEFAULTS = Options()


def test_every_option_has_a_kind_and_a_default_that_it_allows() -> None:
    assert [field.name for field in fields(Options)] == list(KINDS)
    for name, value in as_mapping(DEFAULTS).items():
        assert is_allowed(KINDS[name], value)


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("hand_size", [3, 8, 12], [2, 13, "8", True, 8.0, None]),
        ("packs", ["auto", 1, 4], [0, 5, "two", False]),
        ("turn_seconds", [0, 5, 30, 604_800], [1, 4, -5, 604_801, False, 0.0]),
        ("plus_three_seconds", [3, 60], [2, 61, []]),
        ("lobby_seconds", [60, 604_800], [59, 604_801, {}]),
        ("give_up_after_seconds", [60, 31_557_600], [59]),
        ("first_seat", ["host", "rotate"], ["nobody", 0, None]),
        ("voluntary_draw", [True, False], [0, 1, "true", None]),
    ],
)
def test_an_option_takes_its_values_and_no_other(
    name: str, allowed: list[object], refused: list[object]
) -> None:
    assert all(is_allowed(KINDS[name], value) for value in allowed)
    assert not any(is_allowed(KINDS[name], value) for value in refused)


def test_the_opener_may_set_the_clocks() -> None:
    chosen = choose(DEFAULTS, {"turn_seconds": 0, "plus_three_seconds": 3, "lobby_seconds": 60})
    assert (chosen.turn_seconds, chosen.plus_three_seconds, chosen.lobby_seconds) == (0, 3, 60)
    assert choose(chosen, {}) == chosen


def test_every_other_option_may_only_be_given_as_its_default() -> None:
    others = {name: value for name, value in as_mapping(DEFAULTS).items() if name not in PLAYABLE}
    assert choose(DEFAULTS, others) == DEFAULTS


@pytest.mark.parametrize(
    ("overrides", "name", "allowed", "playable"),
    [
        ({"speed": 1}, "speed", tuple(KINDS), True),
        ({"turn_seconds": 4}, "turn_seconds", (0, "5..604800"), True),
        ({"scoring": "points"}, "scoring", ("none", "series"), True),
        ({"voluntary_draw": 1}, "voluntary_draw", (True, False), True),
        ({"scoring": "series"}, "scoring", ("none",), False),
        ({"packs": 2}, "packs", ("auto",), False),
    ],
)
def test_a_refused_option_is_named_with_what_it_may_be(
    overrides: dict[str, object], name: str, allowed: tuple[object, ...], playable: bool
) -> None:
    with pytest.raises(OptionRefused) as refused:
        choose(DEFAULTS, overrides)
    assert (refused.value.name, refused.value.allowed, refused.value.playable) == (name, allowed, playable)
