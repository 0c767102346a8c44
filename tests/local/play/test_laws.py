"""Hands that went on to a neighbor are followed, and seen as the one who got them saw them."""

from typing import Any

import pytest

from taki_api.local.play.choices import Box
from taki_api.local.play.faults import Fault
from taki_api.local.play.laws import Ledger
from tests.local.play.pretend import COMMITMENT, EDITION, GAME, SEED

DEALT = {"version": 1, "type": "hands_dealt", "hands": [["R1"], ["R3", "R5"]], "hand": None}
PASSED = {"version": 2, "type": "hands_passed", "seat": 0, "hands": [["R3", "R5"], ["R1"]], "hand": None}


def ended(*hands: list[str]) -> dict[str, Any]:
    return {
        "version": 2,
        "result": {"places": [2, 1]},
        "seats": [{"seat": 0}, {"seat": 1}],
        "fairness": {"seed": SEED.hex(), "commitment": COMMITMENT},
        "hands": [*hands],
    }


def ledger(*told: dict[str, Any]) -> Ledger:
    return Ledger(GAME, Box.of(EDITION), told=[*told])


def test_passed_hands_are_those_of_the_end() -> None:
    ledger().check_end(ended(["R3", "R5"], ["R1"]), [DEALT, PASSED])
    with pytest.raises(Fault, match="the last hands are not what was dealt, drawn and laid"):
        ledger().check_end(ended(["R1"], ["R3", "R5"]), [DEALT, PASSED])


def test_the_hand_that_a_guest_got_must_be_among_those_that_were_passed() -> None:
    view, log = ended(["R3", "R5"], ["R1"]), [DEALT, PASSED]
    ledger({**PASSED, "hands": None, "hand": ["R1"]}).check_end(view, log)
    with pytest.raises(Fault, match="an event is told differently after the end"):
        ledger({**PASSED, "hands": None, "hand": ["R3"]}).check_end(view, log)
