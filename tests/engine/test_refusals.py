"""What a refusal tells beside its code: the rule, the field at fault, what it may be, and which move."""

import pytest

from games.engine.cards import card
from games.engine.commands import BreakPlusThree, CallOut, Command, DeclareLastCard, Lay, PlayMoves
from games.engine.history import evolve
from games.engine.notation import read_command
from games.engine.refusals import RULES, Refusal, Refused
from games.engine.rules import decide
from games.engine.state import State
from tests.rulebook.table import table

Details = tuple[Refusal, str, str | None, tuple[str | int, ...] | None, int | None]

TURN = """
leading  R3
dana     R5 G1 G1 CC
omer     R4 B4 K
noa      Y1 Y4 Y5
"""
TWICE = """
leading  R3
dana     R5 R5 G1
omer     R4 B4 K
"""
RUN = """
leading  R3
run      red dana
dana     R5 G1 +3
omer     R4 B4 K
"""
RUN_OF_TAKI = """
leading  RT
run      red dana
dana     R5 G1
omer     R4 B4 K
"""
RUN_TO_END = """
leading  R3
run      red dana
dana     CC R5
omer     R4 B4
"""
DEBT = """
leading  R+2
debt     2
dana     R5 G+2 K
omer     R4 B4 K
"""
KING = """
leading  R3
pending  king
dana     R5 G1
omer     R4 B4 K
"""
PLUS = """
leading  R+
pending  plus
dana     R5 G1
omer     R4 B4 K
"""
WINDOW = """
leading  R3
above    +3
pending  plus_three
dana     R5 G1
omer     R4 K
noa      X3 Y1 K
"""
SINGLE = """
leading  R3
number   8
dana     R5 G1
omer     R4
noa      R6
declared noa
"""
NO_DRAWING = """
options  voluntary_draw=false
leading  R3
dana     R5 G1 CC
omer     R4 B4
"""
DRAWN = """
options  drawn_card_playable=true
leading  R3
drawn    R5
dana     R5 R7 G1
omer     R4 B4
"""
DRAWN_AND_UNFIT = """
options  drawn_card_playable=true
leading  R3
drawn    none
dana     B5 R7 G1
omer     R4 B4
"""
NO_DRAWING_IN_DEBT = """
options  voluntary_draw=false
leading  R+2
debt     2
dana     R5 G+2 K
omer     R4 B4
"""
UNANSWERABLE = """
options  plus_two_stacks=false
leading  R+2
debt     2
dana     R5 G+2 K
omer     R4 B4
"""
STRICT_PLUS = """
options  plus_follow_up=same_color_or_plus
leading  R+
pending  plus
dana     R5 G1 G+ CC
omer     R4 B4
"""
NO_LAST_PLUS = """
options  plus_last=refused
leading  R3
dana     R+
omer     R4 B4
"""
NO_LAST_PLUS_IN_RUN = """
options  plus_last=refused
leading  RT
run      red dana
dana     R5 R+
omer     R4 B4
"""
CALLED_OUT = f"options last_card=called_out{SINGLE}"
SILENT = f"options last_card=off{SINGLE}"
GONE = """
leading  R3
dana     R5 G1
omer     given up 20
noa      Y1 Y4
"""
FINISHED = """
options  places=play_on last_card=called_out
leading  R3
dana     finished 1
omer     R6
noa      R7 B4
turn     noa
"""
LAST_ACTION = """
options  finish_on_action=false
leading  R3
dana     RS
omer     B1 B4 B5
"""
LAST_FREE_CARD = """
options  finish_on_action=false
leading  R3
pending  king
dana     GS
omer     B1 B4 B5
"""
LAST_ANSWERS = """
options  finish_on_action=false
leading  R3
above    +3
pending  plus_three
dana     R5 G1
omer     K
noa      X3
"""
LAST_PLUS = """
options  plus_last=refused
leading  R3
dana     R+
omer     B1 B4 B5
"""
STAGE = """
options  stages=8
leading  R3
stage    dana 3
dana     CC
omer     B1 B4 B5
"""
STAGE_OF_TWO = """
options  stages=8
leading  R3
stage    dana 2
dana     RT
omer     B1 B4 B5
"""

CRAZY = """
edition  crazy-112
leading  R3
dana     CZ R5 G1
omer     R4 B4 CC
noa      Y1 Y4 Y5
"""
CRAZY_OR_ONE = CRAZY.replace(" R5 G1", " G1")
LEFT = f"{CRAZY}options crazy_direction=left"
CHOSEN = f"{TURN.replace('CC', 'ST')}options super_taki_color=chosen"
CHOSEN_IN_RUN = f"{RUN.replace('G1', 'ST')}options super_taki_color=chosen"
CLOSED_RUN = """
options  change_color_in_run=refused king_in_run=refused
leading  R3
run      red dana
dana     CC K R5 ST
omer     R4 B4 B5
"""
TAKIS = """
options  taki_on_own_taki=any_while_only_takis
leading  RT
run      red dana takis
dana     R5 G1 GT
omer     R4 B4 K
"""
LAST_BREAKER = f"{WINDOW.replace('X3 Y1 K', 'X3')}options finish_on_action=false"
NO_KING = f"{WINDOW}options king_on_plus_three=refused"
DEBT_OR_THREE = f"{DEBT.replace('R5', '+3 X3 R5')}options plus_three_on_debt=keeps_debt"


def details_of(state: State, command: Command) -> Details:
    with pytest.raises(Refused) as error:
        decide(state, command)
    no = error.value
    assert str(no) == no.refusal.value
    return no.refusal, no.rule, no.field, no.allowed, no.move


def replayed(state: State, *lines: str) -> State:
    for line in lines:
        for event in decide(state, read_command(line, ("dana", "omer"))):
            state = evolve(state, event)
    return state


@pytest.mark.parametrize(
    ("layout", "line", "details"),
    [
        # whose turn
        (TURN, "dana lays R5 @4", (Refusal.STALE_TURN, "1", "turn", (5,), 0)),
        (TURN, "dana draws @6", (Refusal.STALE_TURN, "1", "turn", (5,), 0)),
        (TURN, "omer draws", (Refusal.NOT_YOUR_TURN, "1", None, None, 0)),
        (WINDOW, "dana draws", (Refusal.TURN_RESTS, "5", None, None, 0)),
        (WINDOW, "omer ends turn", (Refusal.TURN_RESTS, "5", None, None, 0)),
        (GONE, "omer draws", (Refusal.SEAT_GIVEN_UP, "8", None, None, None)),
        (FINISHED, "dana draws", (Refusal.SEAT_FINISHED, "9", None, None, None)),
        (FINISHED, "dana calls out omer", (Refusal.SEAT_FINISHED, "9", None, None, None)),
        (FINISHED, "noa calls out dana", (Refusal.NO_SUCH_SEAT, "1", "seat", (1,), 0)),
        (TURN, "dana lays R5, lays G1", (Refusal.ONLY_AS_LAST_MOVE, "1", None, None, 0)),
        (TURN, "dana draws, draws", (Refusal.ONLY_AS_LAST_MOVE, "1", None, None, 0)),
        (RUN, "dana lays R5, lays G1", (Refusal.NOT_IN_RUN, "3", "card", (), 1)),
        # laying
        (TURN, "dana lays Y9", (Refusal.CARD_NOT_HELD, "1", "card", ("R5", "G1", "CC"), 0)),
        (TURN, "dana lays G1", (Refusal.DOES_NOT_MATCH, "1", "card", ("R5", "CC"), 0)),
        (TWICE, "dana lays G1", (Refusal.DOES_NOT_MATCH, "1", "card", ("R5",), 0)),
        (PLUS, "dana lays G1", (Refusal.DOES_NOT_MATCH, "1", "card", ("R5",), 0)),
        (DEBT, "dana lays R5", (Refusal.MUST_ANSWER_DEBT, "2", "card", ("G+2", "K"), 0)),
        (RUN, "dana lays +3", (Refusal.NOT_IN_RUN, "3", "card", ("R5",), 0)),
        (TURN, "dana lays CC", (Refusal.COLOR_REQUIRED, "1", "color", ("R", "G", "B", "Y"), 0)),
        (RUN_TO_END, "dana lays CC", (Refusal.COLOR_REQUIRED, "1", "color", ("R", "G", "B", "Y"), 0)),
        (TURN, "dana lays R5 color R", (Refusal.COLOR_NOT_ALLOWED, "1", "color", (), 0)),
        (TURN, "dana lays R5 last card", (Refusal.NOT_ONE_CARD, "6", "last_card", (False,), 0)),
        (UNANSWERABLE, "dana lays G+2", (Refusal.MUST_ANSWER_DEBT, "2", "card", ("K",), 0)),
        (STRICT_PLUS, "dana lays CC color R", (Refusal.DOES_NOT_MATCH, "1", "card", ("R5", "G+"), 0)),
        (NO_LAST_PLUS, "dana lays R+", (Refusal.MAY_NOT_BE_LAST, "9", "card", (), 0)),
        (NO_LAST_PLUS_IN_RUN, "dana lays R5, lays R+", (Refusal.MAY_NOT_BE_LAST, "9", "card", (), 1)),
        (LAST_ACTION, "dana lays RS", (Refusal.MAY_NOT_BE_LAST, "9", "card", (), 0)),
        (LAST_FREE_CARD, "dana lays GS", (Refusal.MAY_NOT_BE_LAST, "9", "card", (), 0)),
        (LAST_PLUS, "dana lays R+", (Refusal.MAY_NOT_BE_LAST, "9", "card", (), 0)),
        (STAGE, "dana lays CC", (Refusal.COLOR_REQUIRED, "1", "color", ("R", "G", "B", "Y"), 0)),
        (STAGE, "dana lays CC color R last card", (Refusal.NOT_ONE_CARD, "6", "last_card", (False,), 0)),
        (STAGE_OF_TWO, "dana lays RT, ends turn", (Refusal.ONLY_AS_LAST_MOVE, "1", None, None, 0)),
        # a +3
        (LAST_ANSWERS, "omer lays K", (Refusal.MAY_NOT_BE_LAST, "9", "card", (), 0)),
        (LAST_ANSWERS, "noa breaks +3", (Refusal.MAY_NOT_BE_LAST, "9", None, None, 0)),
        (WINDOW, "omer lays R4", (Refusal.WINDOW_ANSWER_ONLY, "5", "card", ("K",), 0)),
        (WINDOW, "noa lays K", (Refusal.WINDOW_ANSWER_ONLY, "5", "card", (), 0)),
        (WINDOW, "omer lays K @4", (Refusal.STALE_TURN, "1", "turn", (5,), 0)),
        (WINDOW, "dana breaks +3", (Refusal.OWN_PLUS_THREE, "5", None, None, 0)),
        (WINDOW, "omer breaks +3", (Refusal.CARD_NOT_HELD, "1", None, None, 0)),
        (WINDOW, "noa breaks +3 last card", (Refusal.NOT_ONE_CARD, "6", "last_card", (False,), 0)),
        (WINDOW, "noa breaks +3 @6", (Refusal.STALE_TURN, "1", "turn", (5,), 0)),
        (TURN, "noa breaks +3", (Refusal.NO_WINDOW, "5", None, None, 0)),
        # where hands are passed to
        (CRAZY, "dana lays CZ", (Refusal.SIDE_REQUIRED, "1", "side", ("left", "right"), 0)),
        (CRAZY, "dana lays R5 passing left", (Refusal.SIDE_NOT_ALLOWED, "1", "side", (), 0)),
        (LEFT, "dana lays CZ passing left", (Refusal.SIDE_NOT_ALLOWED, "1", "side", (), 0)),
        (CRAZY, "dana lays CZ color B passing left", (Refusal.COLOR_NOT_ALLOWED, "1", "color", (), 0)),
        (
            CRAZY_OR_ONE,
            "dana lays CZ passing left last card",
            (Refusal.NOT_ONE_CARD, "6", "last_card", (False,), 0),
        ),
        # other ways to play a run, a Super TAKI, a King and a +3
        (CHOSEN, "dana lays ST", (Refusal.COLOR_REQUIRED, "1", "color", ("R", "G", "B", "Y"), 0)),
        (CHOSEN_IN_RUN, "dana lays ST color B", (Refusal.COLOR_NOT_ALLOWED, "1", "color", (), 0)),
        (CLOSED_RUN, "dana lays CC color B", (Refusal.NOT_IN_RUN, "3", "card", ("R5", "ST"), 0)),
        (CLOSED_RUN, "dana lays K", (Refusal.NOT_IN_RUN, "3", "card", ("R5", "ST"), 0)),
        (TAKIS, "dana lays G1", (Refusal.NOT_IN_RUN, "3", "card", ("R5", "GT"), 0)),
        (TAKIS, "dana lays R5, lays GT", (Refusal.NOT_IN_RUN, "3", "card", (), 1)),
        (LAST_BREAKER, "noa breaks +3", (Refusal.MAY_NOT_BE_LAST, "9", None, None, 0)),
        (NO_KING, "omer lays K", (Refusal.WINDOW_ANSWER_ONLY, "5", "card", (), 0)),
        (DEBT_OR_THREE, "dana lays X3", (Refusal.MUST_ANSWER_DEBT, "2", "card", ("G+2", "K", "+3"), 0)),
        # the other moves
        (KING, "dana draws", (Refusal.MAY_NOT_DRAW, "1", None, None, 0)),
        (RUN, "dana draws", (Refusal.MAY_NOT_DRAW, "1", None, None, 0)),
        (TURN, "dana ends turn", (Refusal.MAY_NOT_END_TURN, "1", None, None, 0)),
        (TURN, "dana closes taki", (Refusal.NO_RUN_OF_YOURS, "3", None, None, 0)),
        (RUN_OF_TAKI, "dana closes taki", (Refusal.TAKI_ON_TOP, "3", None, None, 0)),
        (TURN, "dana calls out omer", (Refusal.NO_CALLING_OUT, "6", None, None, 0)),
        (NO_DRAWING, "dana draws", (Refusal.MUST_LAY, "1", "card", ("R5", "CC"), 0)),
        (NO_DRAWING_IN_DEBT, "dana draws", (Refusal.MUST_LAY, "1", "card", ("G+2", "K"), 0)),
        (DRAWN, "dana draws", (Refusal.MAY_NOT_DRAW, "1", None, None, 0)),
        (DRAWN, "dana lays R7", (Refusal.ONLY_THE_DRAWN_CARD, "1", "card", ("R5",), 0)),
        (DRAWN_AND_UNFIT, "dana lays R7", (Refusal.ONLY_THE_DRAWN_CARD, "1", "card", (), 0)),
        # the last card
        (CALLED_OUT, "omer calls out omer", (Refusal.NO_SUCH_SEAT, "1", "seat", (0, 2), 0)),
        (CALLED_OUT, "omer calls out dana", (Refusal.NOTHING_TO_CALL_OUT, "6", None, None, 0)),
        (CALLED_OUT, "dana calls out noa", (Refusal.TOO_LATE, "6", None, None, 0)),
        (CALLED_OUT, "dana calls out omer @6", (Refusal.STALE_TURN, "6", "turn", ("7..8",), 0)),
        (CALLED_OUT, "dana calls out omer @9", (Refusal.STALE_TURN, "1", "turn", (8,), 0)),
        (CALLED_OUT, "omer calls out dana, draws", (Refusal.NOTHING_TO_CALL_OUT, "6", None, None, 0)),
        (CALLED_OUT, "dana lays R5, calls out omer", (Refusal.ONLY_AS_LAST_MOVE, "1", None, None, 0)),
        (SILENT, "omer declares last card", (Refusal.NO_DECLARING, "6", None, None, 0)),
        (SILENT, "dana lays R5 last card", (Refusal.NO_DECLARING, "6", "last_card", (False,), 0)),
        (SILENT, "dana calls out omer", (Refusal.NO_CALLING_OUT, "6", None, None, 0)),
        (SINGLE, "dana declares last card", (Refusal.NOT_ONE_CARD, "6", None, None, 0)),
        (SINGLE, "noa declares last card", (Refusal.ALREADY_DECLARED, "6", None, None, 0)),
        (SINGLE, "omer declares last card @6", (Refusal.STALE_TURN, "6", "turn", ("7..8",), 0)),
        (SINGLE, "omer declares last card @9", (Refusal.STALE_TURN, "1", "turn", (8,), 0)),
    ],
)
def test_a_refusal_tells_what_is_at_fault(layout: str, line: str, details: Details) -> None:
    now = table(layout)
    assert details_of(now.state, read_command(line, now.names, now.state.number)) == details


def test_what_comes_too_late_names_the_rule_that_it_missed() -> None:
    now = table("leading R3\ndana R5 G1\nomer R4 B4 B5")
    forgotten = replayed(now.state, "dana lays R5 @5", "omer lays R4 @6")
    assert details_of(forgotten, PlayMoves(0, 5, (DeclareLastCard(),))) == (
        Refusal.TOO_LATE,
        "6",
        None,
        None,
        0,
    )
    silent = table("options last_card=called_out\nleading R3\ndana R5 G1\nomer R4 B4 B5")
    caught = replayed(silent.state, "dana lays R5 @5", "omer calls out dana @5")
    assert details_of(caught, PlayMoves(1, 5, (CallOut(0),))) == (Refusal.TOO_LATE, "6", None, None, 0)
    window = table("leading R3\ndana +3 G1 G3\nomer R4 X3 K")
    closed = replayed(window.state, "dana lays +3 @5", "clock closes window @5")
    assert details_of(closed, PlayMoves(1, 5, (BreakPlusThree(),))) == (Refusal.TOO_LATE, "5", None, None, 0)
    assert details_of(closed, PlayMoves(1, 5, (Lay(card("K")),))) == (Refusal.TOO_LATE, "5", None, None, 0)


def test_a_declaration_that_names_no_turn_means_none() -> None:
    state = table(SINGLE).state
    details = (Refusal.STALE_TURN, "1", "turn", (8,), 0)
    assert details_of(state, PlayMoves(1, None, (DeclareLastCard(),))) == details


def test_a_refusal_may_be_of_one_move_from_the_beginning() -> None:
    assert Refused(Refusal.NOT_IN_RUN, move=2).move == 2


def test_a_refusal_s_code_is_its_name() -> None:
    assert [refusal.value for refusal in Refusal] == [refusal.name.lower() for refusal in Refusal]


def test_every_refusal_has_the_number_of_its_rule() -> None:
    assert set(RULES) == set(Refusal)
    assert set(RULES.values()) <= {*(str(number) for number in range(1, 11)), "options"}
