"""Moves as JSON: read, listed, and the same both ways."""

from typing import Any

import msgspec
import pytest

from games.engine import commands
from games.engine.cards import CARDS, Color, card
from games.engine.seating import Side
from games.wire.moves import listed, move_path, read_moves
from games.wire.reading import NotAnObject, Unfit

EVERY_FORM: list[tuple[commands.Move, dict[str, Any]]] = [
    (commands.Lay(card("R5")), {"type": "lay", "card": "R5"}),
    (commands.Lay(card("CC"), Color.BLUE), {"type": "lay", "card": "CC", "color": "B"}),
    (commands.Lay(card("+3"), last_card=True), {"type": "lay", "card": "+3", "last_card": True}),
    (commands.Lay(card("CZ"), side=Side.LEFT), {"type": "lay", "card": "CZ", "side": "left"}),
    (
        commands.Lay(card("CZ"), last_card=True, side=Side.RIGHT),
        {"type": "lay", "card": "CZ", "side": "right", "last_card": True},
    ),
    (commands.Draw(), {"type": "draw"}),
    (commands.CloseTaki(), {"type": "close_taki"}),
    (commands.EndTurn(), {"type": "end_turn"}),
    (commands.DeclareLastCard(), {"type": "declare_last_card"}),
    (commands.CallOut(7), {"type": "call_out", "seat": 7}),
    (commands.BreakPlusThree(), {"type": "break_plus_three"}),
    (commands.BreakPlusThree(last_card=True), {"type": "break_plus_three", "last_card": True}),
    (commands.Return(), {"type": "return"}),
    (commands.Resign(), {"type": "resign"}),
]


@pytest.mark.parametrize(("move", "sent"), EVERY_FORM)
def test_a_move_is_listed_in_the_form_in_which_it_is_sent(move: commands.Move, sent: dict[str, Any]) -> None:
    assert msgspec.to_builtins(listed([move])) == [sent]
    assert read_moves({"turn": 12, "move": sent}) == (12, (move,))
    assert read_moves({"turn": 12, "moves": [sent, sent]}) == (12, (move, move))


def test_every_card_can_be_laid() -> None:
    for code, one in CARDS.items():
        ((read,),) = (read_moves({"turn": 1, "move": {"type": "lay", "card": code}}).moves,)
        assert read == commands.Lay(one)


def test_defaults_may_be_sent() -> None:
    sent = {"type": "lay", "card": "R5", "last_card": False}
    assert read_moves({"turn": 1, "move": sent}).moves == (commands.Lay(card("R5")),)


@pytest.mark.parametrize(
    "body",
    [
        {"move": {"type": "resign"}},
        {"move": {"type": "return"}},
        {"moves": [{"type": "resign"}] * 2},
        {"moves": [{"type": "return"}, {"type": "resign"}]},
    ],
)
def test_giving_up_and_returning_need_no_turn(body: dict[str, Any]) -> None:
    assert read_moves(body).turn is None


def test_a_turn_named_with_giving_up_is_kept() -> None:
    assert read_moves({"turn": 3, "move": {"type": "resign"}}).turn == 3


@pytest.mark.parametrize("first", ["resign", "return"])
def test_all_other_moves_need_a_turn(first: str) -> None:
    with pytest.raises(Unfit) as unfit:
        read_moves({"moves": [{"type": first}, {"type": "draw"}]})
    assert unfit.value.path == "turn"


@pytest.mark.parametrize("body", [None, 7, "draw", [], [{"type": "draw"}]])
def test_what_is_no_object_is_refused_as_that(body: object) -> None:
    with pytest.raises(NotAnObject):
        read_moves(body)


@pytest.mark.parametrize(
    ("body", "field", "path"),
    [
        ({"move": {}}, "card", "move.card"),
        ({"move": {}}, None, "move"),
        ({"moves": []}, "color", "moves[3].color"),
        ({"moves": []}, None, "moves[3]"),
    ],
)
def test_a_value_of_a_move_is_named_by_where_it_stands(body: object, field: str | None, path: str) -> None:
    assert move_path(body, 3, field) == path
