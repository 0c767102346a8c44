"""Options: which exist, and what they may be."""

from dataclasses import fields, replace

import pytest

from games.engine.options import (
    KINDS,
    OptionRefused,
    Options,
    Whole,
    as_mapping,
    choose,
    is_allowed,
)

DEFAULTS = Options()


def test_every_option_has_a_kind_and_a_default_that_it_allows() -> None:
    assert [field.name for field in fields(Options)] == list(KINDS)
    for name, value in as_mapping(DEFAULTS).items():
        assert is_allowed(KINDS[name], value)


def test_the_options_are_those_of_the_rules() -> None:
    """Rules I.2: each option, its default in `super-116`, and all that it may be."""
    said = {name: (value, *KINDS[name].allowed) for name, value in as_mapping(DEFAULTS).items()}
    assert said == {
        "hand_size": (8, "3..12"),
        "packs": ("auto", "auto", "1..4"),
        "first_seat": ("host", "host", "random", "named", "previous_winner", "rotate"),
        "opening_card": ("turned_up", "turned_up", "none"),
        "opening_action": ("inert", "inert", "redraw", "applies"),
        "voluntary_draw": (True, True, False),
        "drawn_card_playable": (False, True, False),
        "plus_two_stacks": (True, True, False),
        "plus_two_last_wins": ("at_once", "at_once", "if_it_does_not_return"),
        "plus_follow_up": ("any_match", "any_match", "same_color_or_plus"),
        "plus_last": ("draws", "draws", "wins", "refused"),
        "direction_with_two": ("opponent_plays", "opponent_plays", "acts_as_stop"),
        "taki_close": ("declared", "declared", "automatic"),
        "taki_on_own_taki": ("same_color", "same_color", "any_while_only_takis"),
        "change_color_in_run": ("ends_run", "ends_run", "refused"),
        "king_in_run": ("ends_run", "ends_run", "refused"),
        "super_taki_color": ("leading", "leading", "chosen"),
        "king_decline": ("free", "free", "draws_one"),
        "king_on_plus_three": ("exempts_its_player", "exempts_its_player", "cancels", "refused"),
        "plus_three_on_debt": ("refused", "refused", "keeps_debt", "cancels_debt"),
        "plus_three_window": ("open", "open", "none"),
        "plus_three_seconds": (6, "3..60"),
        "crazy_direction": ("chosen", "chosen", "left", "play_direction", "printed"),
        "crazy_single_card": ("counts_as_declared", "counts_as_declared", "must_declare"),
        "last_card": ("automatic", "automatic", "called_out", "off"),
        "last_card_penalty": (4, "0..10"),
        "finish_on_action": (True, True, False),
        "places": ("first_only", "first_only", "play_on"),
        "stages": (1, "1..12"),
        "scoring": ("none", "none", "series"),
        "winner_bonus": (0, "0..100"),
        "turn_seconds": (30, 0, "5..604800"),
        "bot_after_turns": (2, "0..10"),
        "give_up_after_seconds": (604_800, "60..3155760000"),
        "lobby_seconds": (86_400, "60..604800"),
    }


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


def values_of(name: str) -> tuple[object, ...]:
    match KINDS[name]:
        case Whole(lowest, highest, also):
            return (*also, lowest, highest)
        case kind:
            return kind.allowed


@pytest.mark.parametrize("name", KINDS)
def test_the_opener_may_give_an_option_any_of_its_values(name: str) -> None:
    for value in values_of(name):
        assert choose(DEFAULTS, {name: value}) == replace(DEFAULTS, **{name: value})  # type: ignore[arg-type]
    assert choose(DEFAULTS, {}) == DEFAULTS


def test_options_that_bear_on_laying_are_the_same_object_for_the_same_values() -> None:
    assert Options().laying is Options(hand_size=5).laying
    assert Options(king_in_run="refused").laying is not Options().laying
    assert Options(king_in_run="refused").laying.king_in_run == "refused"


@pytest.mark.parametrize(
    ("overrides", "name", "allowed"),
    [
        ({"speed": 1}, "speed", tuple(KINDS)),
        ({"turn_seconds": 4}, "turn_seconds", (0, "5..604800")),
        ({"scoring": "points"}, "scoring", ("none", "series")),
        ({"voluntary_draw": 1}, "voluntary_draw", (True, False)),
        ({"bot_after_turns": 11}, "bot_after_turns", ("0..10",)),
        ({"give_up_after_seconds": 59}, "give_up_after_seconds", ("60..3155760000",)),
    ],
)
def test_a_refused_option_is_named_with_what_it_may_be(
    overrides: dict[str, object], name: str, allowed: tuple[object, ...]
) -> None:
    with pytest.raises(OptionRefused) as refused:
        choose(DEFAULTS, overrides)
    assert (refused.value.name, refused.value.allowed) == (name, allowed)
    assert str(refused.value) == name
