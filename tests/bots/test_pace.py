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
