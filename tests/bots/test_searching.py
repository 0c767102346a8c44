"""What `hard` finds by looking ahead, with few games that might follow."""

import pytest

from games.bots.choosing import looks_ahead
from games.bots.levels import Level
from games.engine.sight import view
from tests.bots.laid_out import answer, memory_of
from tests.rulebook.table import table

SITUATIONS = {
    "it lays its last card": ("leading R3 | dana R9 | omer B5 B6", "lays R9"),
    "it wins by a King and the free card": ("leading R3 | dana K B5 | omer G1 G3", "lays K last card"),
    "it wins by a TAKI and the rest of its color": ("leading R3 | dana R1 RT R5 | omer G1 G3", "lays RT"),
    "it wins by a Plus and what follows": ("leading R3 | dana R+ R5 | omer G1 G3", "lays R+ last card"),
    "it wins by a Stop among two": ("leading R3 | dana RS R5 | omer G1", "lays RS last card"),
    "it holds up who would win with the next turn": (
        "leading R3 | declared omer | dana R+2 R9 R5 B1 B4 | omer B5 | noa G1 G3 G4 G5 G6",
        "lays R+2",
    ),
    "it breaks a +3": (
        "leading R3 | above +3 | pending plus_three | turn noa | dana R9 X3 B4 | omer B5 B6 | noa G4 G5",
        "breaks +3",
    ),
    "it declares": ("leading R3 | turn omer | dana R9 | omer B5 B6", "declares last card"),
    "it waits": ("leading R3 | turn omer | dana R9 B4 | omer B5 B6", "waits"),
}


@pytest.mark.parametrize(("layout", "expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_in_each_situation(layout: str, expected: str) -> None:
    now = table(layout.replace(" | ", "\n"))
    assert answer(now, "dana", level=Level.HARD, iterations=30) == f"dana {expected}"


@pytest.mark.parametrize(
    ("level", "layout", "expected"),
    [
        (Level.HARD, "leading R3 | dana R9 R8 R5 B1 B4 | omer B5 B6", True),
        (Level.NORMAL, "leading R3 | dana R9 R8 R5 B1 B4 | omer B5 B6", False),
        (Level.EASY, "leading R3 | dana R9 R8 R5 B1 B4 | omer B5 B6", False),
        (Level.HARD, "leading R3 | dana G9 G8 B1 B4 | omer B5 B6", False),
        (Level.HARD, "leading R3 | dana R9 | omer B5 B6", False),
        (Level.HARD, "leading R3 | turn omer | dana R9 | omer B5 B6", False),
        (Level.HARD, "leading R3 | turn omer | dana R9 B4 | omer B5 B6", False),
        (
            Level.HARD,
            "leading R3 | above +3 | pending plus_three | turn noa | dana R9 X3 B4 | omer B5 B6 | noa G4 G5",
            False,
        ),
        (
            Level.HARD,
            "leading R3 | above +3 | pending plus_three | turn noa | dana R9 R8 B4 | omer B5 B6 | noa G4 G5",
            False,
        ),
    ],
)
def test_it_looks_ahead_only_where_there_is_a_choice(level: Level, layout: str, *, expected: bool) -> None:
    state = table(layout.replace(" | ", "\n")).state
    assert looks_ahead(level, view(state, 0), memory_of(state, 0)) is expected
