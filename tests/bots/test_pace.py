"""How long a bot takes: a length of time that follows from level, situation and chance alone."""

from random import Random

import pytest

from games.bots.levels import Level
from games.bots.pace import seconds
from games.engine.sight import View, view
from tests.rulebook.table import table

CALM = "omer B5 B6 B7 B8"


def seen(layout: str) -> View:
    return view(table(layout.replace(" | ", "\n")).state, 0)


@pytest.mark.parametrize(
    ("layout", "least", "most"),
    [
        (f"leading R3 | dana R9 G1 | {CALM}", 1.5, 3.5),
        (f"leading R+2 | debt 2 | dana R9 G1 | {CALM}", 1.3, 3.3),
        (f"leading R9 | run red dana | dana R5 G1 G4 | {CALM}", 0.8, 1.4),
        (f"leading R3 | turn omer | dana R9 | {CALM}", 1.1, 2.6),
        (f"leading R3 | options turn_seconds=5 | dana R9 G1 | {CALM}", 1.25, 1.25),
        (f"leading R3 | options turn_seconds=0 | dana R9 G1 | {CALM}", 1.5, 3.5),
        (f"leading R3 | above +3 | pending plus_three | turn omer | dana X3 G1 G4 | {CALM}", 1.1, 1.5),
    ],
)
def test_a_bot_takes_as_long_as_somebody_at_a_table(layout: str, least: float, most: float) -> None:
    spans = [seconds(Level.NORMAL, seen(layout), Random(seed)) for seed in range(50)]
    assert all(least <= span <= most for span in spans)
    assert len(set(spans)) == 1 or max(spans) - min(spans) > (most - least) / 2


def test_the_same_chance_takes_as_long() -> None:
    at = seen(f"leading R3 | dana R9 G1 | {CALM}")
    assert [round(seconds(level, at, Random(1)), 3) for level in Level] == [2.122, 1.769, 1.946]


@pytest.mark.parametrize(
    ("options", "most"), [("turn_seconds=30", 7.5), ("turn_seconds=600", 10.0), ("turn_seconds=0", 10.0)]
)
def test_no_pace_takes_more_than_a_quarter_of_the_time_nor_ten_seconds(options: str, most: float) -> None:
    at = seen(f"leading R3 | options {options} | dana R9 G1 | {CALM}")
    assert max(seconds(Level.EASY, at, Random(seed), percent=400) for seed in range(50)) == most


@pytest.mark.parametrize("percent", [50, 100, 150])
def test_a_pace_is_a_part_of_what_people_take(percent: int) -> None:
    at = seen(f"leading R3 | dana R9 G1 | {CALM}")
    takes = [seconds(Level.NORMAL, at, Random(1), percent=each) for each in (100, percent)]
    assert takes[1] == pytest.approx(takes[0] * percent / 100)


def test_at_no_pace_a_bot_takes_no_time() -> None:
    at = seen(f"leading R3 | dana R9 G1 | {CALM}")
    assert seconds(Level.HARD, at, Random(1), percent=0, search=0.8) == 0


def test_who_looks_ahead_takes_at_least_as_long_as_that_may_need_but_for_the_clock() -> None:
    at = seen(f"leading R3 | dana R9 G1 | {CALM}")
    assert seconds(Level.HARD, at, Random(1), percent=10, search=0.8) == 0.8
    hasty = seen(f"leading R3 | options turn_seconds=5 | dana R9 G1 | {CALM}")
    assert seconds(Level.HARD, hasty, Random(1), search=3.2) == 1.25
