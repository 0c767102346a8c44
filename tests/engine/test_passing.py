"""Who sees what of hands that are passed on, and how a Crazy card is offered and followed."""

import pytest

from games.engine import events as ev
from games.engine.cards import Hand, card, cards
from games.engine.commands import Draw, Lay
from games.engine.history import evolve
from games.engine.moves import legal_moves
from games.engine.notation import read_command
from games.engine.rules import decide
from games.engine.seating import Side
from games.engine.sight import PassSeen, redact, view
from games.engine.state import State, changed
from tests.engine.following import follow
from tests.rulebook.table import Table, table

FOUR = """
edition  crazy-112
leading  R3
dana     CZ G1 G4
omer     given up
noa      B1
roni     Y1 Y4 Y5
declared noa
"""
TWO = """
edition  crazy-112
leading  R3
dana     CZ G1 G4
omer     B1 B4
"""
CRAZY = card("CZ")


def passed(now: Table, line: str) -> tuple[ev.HandsPassed, State]:
    state, told = now.state, decide(now.state, read_command(line, now.names, now.state.number))
    for event in told:
        state = evolve(state, event)
    (event,) = [event for event in told if isinstance(event, ev.HandsPassed)]
    return event, state


def test_the_event_holds_every_hand_and_who_has_declared() -> None:
    event, after = passed(table(FOUR), "dana lays CZ passing left")
    hands = (cards("Y1 Y4 Y5"), (), cards("G1 G4"), cards("B1"))
    assert event == ev.HandsPassed(0, 1, hands, (False, False, False, True))
    assert (after.hands, after.declared) == (hands, event.declared)
    assert after.single_since == (0, 0, 4, 5)


@pytest.mark.parametrize(
    ("viewer", "hand"),
    [(0, cards("Y1 Y4 Y5")), (1, None), (2, cards("G1 G4")), (3, cards("B1")), (None, None)],
)
def test_each_seat_in_play_sees_its_own_new_hand_and_how_many_cards_the_others_hold(
    viewer: int | None, hand: Hand | None
) -> None:
    event, _ = passed(table(FOUR), "dana lays CZ passing left")
    seen = redact(event, viewer, disclosed=False)
    assert seen == PassSeen(0, 1, (3, 0, 2, 1), hand, (False, False, False, True))
    assert redact(event, viewer, disclosed=True) is event


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_who_folds_what_is_seen_has_the_view_that_a_fresh_look_gives(viewer: int | None) -> None:
    now = table(FOUR)
    state, seen = now.state, view(now.state, viewer)
    for event in decide(state, read_command("dana lays CZ passing right", now.names, state.number)):
        state = evolve(state, event)
        seen = follow(seen, redact(event, viewer, disclosed=False))
    assert seen == view(state, viewer)._replace(legal=())


def test_other_hands_make_no_difference_to_who_does_not_get_them() -> None:
    now = table(FOUR)
    other = changed(now.state, hands=(cards("R9 CZ G8"), (), *now.state.hands[2:]))
    seen = [
        redact(passed(Table(state, now.names), "dana lays CZ passing left")[0], viewer, disclosed=False)
        for state in (now.state, other)
        for viewer in (0, 3, None)
    ]
    assert seen[:3] == seen[3:]


def test_a_crazy_is_offered_once_for_each_side() -> None:
    state = table(FOUR).state
    assert legal_moves(state, 0) == (Lay(CRAZY, side=Side.LEFT), Lay(CRAZY, side=Side.RIGHT), Draw())


def test_with_two_in_play_a_crazy_is_offered_without_a_side_too() -> None:
    state = table(TWO).state
    crazy = (Lay(CRAZY), Lay(CRAZY, side=Side.LEFT), Lay(CRAZY, side=Side.RIGHT))
    assert legal_moves(state, 0) == (*crazy, Draw())


@pytest.mark.parametrize("way", ["left", "play_direction"])
def test_where_the_side_is_not_chosen_a_crazy_is_offered_without_one(way: str) -> None:
    state = table(f"{FOUR}options crazy_direction={way}").state
    assert legal_moves(state, 0) == (Lay(CRAZY), Draw())


def test_a_side_is_a_step_around_the_table() -> None:
    assert (Side.LEFT.step, Side.RIGHT.step) == (1, -1)
