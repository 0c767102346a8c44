"""What `normal` does, situation by situation: dana is to choose, omer is next, noa after him."""

import pytest

from games.bots.situations import situation
from games.bots.worths import WIN, worth
from games.engine.commands import Resign, Return
from games.engine.sight import view
from tests.bots.laid_out import answer, memory_of
from tests.rulebook.table import table

CALM = "omer B5 B6 B7 B8"
WINDOW = "above +3 | pending plus_three | turn noa"
SITUATIONS = {
    # --- which card
    "it lays what fits rather than draw": (f"leading R3 | dana R9 G1 G4 | {CALM}", "lays R9"),
    "it draws where nothing fits": (f"leading R3 | dana G1 B4 | {CALM}", "draws"),
    "it goes on with the color that it has more of": (f"leading R3 | dana R9 G3 G1 G4 | {CALM}", "lays G3"),
    "it lays its last card": (f"leading R3 | dana R9 | {CALM}", "lays R9"),
    "it says so with the card that leaves one": (f"leading R3 | dana R9 R5 | {CALM}", "lays R5 last card"),
    "it lays the card just drawn": (
        f"leading R3 | drawn R5 | options drawn_card_playable=true | dana R5 G4 G5 | {CALM}",
        "lays R5",
    ),
    # --- what is kept
    "it keeps a King while another card fits": (f"leading R3 | dana R9 K G1 G5 | {CALM}", "lays R9"),
    "it keeps a Change Color while another card fits": (f"leading R3 | dana R9 CC G1 G5 | {CALM}", "lays R9"),
    "it keeps a Super TAKI without cards of the color": (
        f"leading R3 | dana G3 ST G1 G5 | {CALM}",
        "lays G3",
    ),
    "it keeps a TAKI that nothing would follow": (f"leading R3 | dana G3 RT G1 G5 | {CALM}", "lays G3"),
    "it lays a King rather than draw near the end": (f"leading R3 | dana K B5 | {CALM}", "lays K last card"),
    "it keeps a Breaker while a +3 may come": (f"leading R3 | dana X3 G5 B4 | {CALM}", "draws"),
    "it is rid of a Breaker once every +3 is out": (
        f"leading R3 | discard +3 +3 | dana X3 G5 B4 | {CALM}",
        "lays X3",
    ),
    # --- runs
    "it opens a run where many go along": (f"leading R3 | dana R1 R4 R9 RT B6 | {CALM}", "lays RT"),
    "it goes on with a run that was left open": (
        f"leading R3 | run red open | dana R5 B3 R6 G1 | {CALM}",
        "lays R5",
    ),
    "in a run plain cards come first": (
        f"leading RT | run red dana | dana R+2 RS R9 G4 | {CALM}",
        "lays R9",
    ),
    "then a Plus, which would ask for more": (
        f"leading RT | run red dana | dana R+ RS G4 G5 | {CALM}",
        "lays R+",
    ),
    "then what acts last": ("leading R9 | run red dana | dana RS R+2 G4 G5 | omer B5 | noa B1", "lays RS"),
    "and the card that hurts most acts": (
        "leading R9 | run red dana | dana R+2 G4 G5 | omer B5 | noa B1",
        "lays R+2",
    ),
    "it closes when nothing else goes in": (
        f"leading R+2 | run red dana | dana G4 G5 G6 G7 | {CALM}",
        "closes taki",
    ),
    "it leaves open what cannot be closed": (
        f"leading RT | run red dana | dana G4 G5 G6 G7 | {CALM}",
        "ends turn",
    ),
    "it ends a run by a Change Color to its own color": (
        f"leading R9 | run red dana | dana CC G5 G6 B1 | {CALM}",
        "lays CC color G",
    ),
    # --- who is near the end
    "it has the seat with one card draw two": (
        "leading R3 | dana R9 R+2 R5 | omer B5 | noa B1 B3",
        "lays R+2",
    ),
    "it skips the seat with one card": ("leading R3 | dana R9 RS R5 | omer B5 | noa B1 B3 B4 B5", "lays RS"),
    "it turns away from the seat with one card": (
        "leading R3 | dana R9 RD R5 | omer B5 | noa B1 B3 B4 B5",
        "lays RD",
    ),
    "it does not turn toward the seat with one card": (
        f"leading R3 | dana R9 RD B1 | {CALM} | noa B1",
        "lays R9",
    ),
    "it has all draw where one is near the end": (
        "leading R3 | dana R9 +3 R5 B4 | omer B5 B6 B7 | noa B1",
        "lays +3",
    ),
    "with two it has another turn by a Stop": (f"leading R3 | dana R9 RS R5 G3 | {CALM}", "lays RS"),
    # --- debts
    "it answers a debt with a +2": ("leading R+2 | debt 2 | dana R9 B+2 K | omer B5 B6 B7", "lays B+2"),
    "it answers a debt with a King": ("leading R+2 | debt 2 | dana R9 B9 K | omer B5 B6 B7", "lays K"),
    "it draws what is owed": ("leading R+2 | debt 4 | dana R9 B9 | omer B5 B6 B7", "draws"),
    # --- colors and sides
    "it names the color that it has most of": (f"leading R3 | dana CC G1 G4 B6 | {CALM}", "lays CC color G"),
    "it passes many cards on to get few": (
        "leading R3 | edition crazy-112 | dana CZ G5 B4 R9 R1 R5 B7 | omer B5 B6 | noa G1 G3 G4 G5 G6",
        "lays CZ passing right",
    ),
    "it keeps few cards": (
        "leading R3 | edition crazy-112 | dana CZ G5 R5 | omer B5 B6 G6 G7 | noa G1 G3 G4 G5 G6",
        "lays R5",
    ),
    # --- Plus and King
    "it lays a Plus that it can follow": (f"leading R3 | dana R+ R5 | {CALM}", "lays R+ last card"),
    "it does not lay a Plus that it cannot follow": (f"leading R3 | dana R+ G3 B5 | {CALM}", "lays G3"),
    "a King's free card opens a run": (f"leading R3 | pending king | dana R9 GT G1 G5 | {CALM}", "lays GT"),
    # --- out of turn
    "it says that it has one card": (f"leading R3 | turn omer | dana R9 | {CALM}", "declares last card"),
    "it calls out who has not said so": (
        "leading R3 | options last_card=called_out | dana R9 R5 R4 | omer B5",
        "calls out omer",
    ),
    "it wins rather than call out": (
        "leading R3 | options last_card=called_out | dana R9 | omer B5",
        "lays R9",
    ),
    "it breaks a +3": (f"leading R3 | {WINDOW} | dana R9 X3 B4 | omer B5 B6 | noa G4 G5", "breaks +3"),
    "it says so with the Breaker": (
        f"leading R3 | {WINDOW} | dana R9 X3 | omer B5 B6 | noa G4 G5",
        "breaks +3 last card",
    ),
    "it evades a +3 by a King": (f"leading R3 | {WINDOW} | dana R9 K B4 | omer B5 B6 | noa G4 G5", "lays K"),
    "it waits where it has no answer": (
        f"leading R3 | {WINDOW} | dana R9 B4 | omer B5 B6 | noa G4 G5",
        "waits",
    ),
    "it waits while others move": (f"leading R3 | turn omer | dana R9 B4 | {CALM}", "waits"),
}


@pytest.mark.parametrize(("layout", "expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_in_each_situation(layout: str, expected: str) -> None:
    assert answer(table(layout.replace(" | ", "\n")), "dana") == f"dana {expected}"


def test_it_names_the_color_on_which_the_next_seat_drew() -> None:
    now = table("leading R3\ndana CC G1 B6 Y9\nomer B5 B6 B7 B8")
    assert answer(now, "dana") == "dana lays CC color G"
    assert answer(now, "dana", missed="Y") == "dana lays CC color Y"


def test_nothing_is_worth_giving_up() -> None:
    state = table("leading R3\ndana R9 X3 B4\nomer B5").state
    now = situation(view(state, 0), memory_of(state, 0))
    assert worth(Resign(), now) == -WIN
    assert worth(Return(), now) == 0.0
