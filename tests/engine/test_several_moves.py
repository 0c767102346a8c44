"""Several moves in one command: all or none, and nobody gets to see new cards and takes moves back."""

import pytest

from games.engine.moves import legal_moves
from games.engine.notation import read_command, write_event
from games.engine.refusals import Refusal, Refused
from games.engine.rules import decide
from tests.rulebook.table import table

NEW_STAGE = """
options  hand_size=3 stages=3
stage    dana 2
leading  R3
pile     G5 B1 B3 B4
dana     K
omer     R4 B4 Y4
"""
SILENT = """
options  last_card=called_out last_card_penalty=2
leading  R3
pile     G5 B1 B3 B4
dana     R5 R6 R7
omer     B4
"""


def told(layout: str, line: str) -> list[str]:
    state = table(layout).state
    return [write_event(event) for event in decide(state, read_command(line, turn=state.number))]


def test_the_one_card_of_a_new_stage_is_not_to_be_looked_at_and_taken_back() -> None:
    assert told(NEW_STAGE, "seat0 lays K")[1:3] == ["seat0 reaches stage 1", "seat0 draws 1 ; G5"]
    for more in ("lays G5", "lays G6", "ends turn"):
        with pytest.raises(Refused) as no:
            told(NEW_STAGE, f"seat0 lays K, {more}")
        assert (no.value.refusal, no.value.move) == (Refusal.ONLY_AS_LAST_MOVE, 0)
        assert no.value.allowed is None


def test_who_says_so_first_and_moves_then_still_calls_out_in_time() -> None:
    together = told(SILENT, "seat0 calls out seat1, lays R5")
    assert together[:2] == told(SILENT, "seat0 calls out seat1")
    assert together[2:] == ["seat0 lays R5 ; R leads", "turn seat1 ; 6 ordinary"]


def test_who_moves_first_calls_out_too_late() -> None:
    with pytest.raises(Refused) as no:
        told(SILENT.replace("leading  R3", "leading  RT\nrun red dana"), "seat0 lays R5, calls out seat1")
    assert (no.value.refusal, no.value.move) == (Refusal.TOO_LATE, 1)


def test_who_has_finished_or_left_is_offered_no_move() -> None:
    state = table(
        "options places=play_on last_card=called_out\nleading R3\n"
        + """
        dana  finished 1
        omer  B4
        noa   R5 R6
        roni  given up 20
        avi   B6 B7
        """
    ).state
    assert [len(legal_moves(state, seat)) for seat in range(5)] == [0, 2, 1, 0, 1]
