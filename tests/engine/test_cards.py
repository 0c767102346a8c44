"""Cards as values, and their notation."""

import pickle

import pytest

from games.engine.cards import (
    CARDS,
    COLORED,
    COLORLESS,
    Color,
    UnknownCard,
    card,
    cards,
    in_order,
    with_cards,
    without_card,
)


def test_there_are_60_cards_in_card_order() -> None:
    assert len(CARDS) == len(Color) * len(COLORED) + len(COLORLESS) == 60
    assert [one.index for one in CARDS.values()] == list(range(60))
    assert list(CARDS)[:13] == ["R1", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R+2", "R+", "RS", "RD", "RT"]
    assert list(CARDS)[52:] == ["CC", "ST", "K", "+3", "X3", "CZ", "RP", "LP"]


def test_two_red_fives_are_the_same_card() -> None:
    assert card("R5") is card("R5")
    assert card("R5") != card("R6")
    assert pickle.loads(pickle.dumps(card("R5"))) is card("R5")
    assert {card("R5"), card("R5")} == {card("R5")}


def test_a_card_reads_as_it_is_written() -> None:
    for code, one in CARDS.items():
        assert repr(one) == one.code == code
        assert card(code) is one


@pytest.mark.parametrize("text", ["", "R2", "r5", "R", "5", "RCZ", "R+3", " R5", "KK", "R10"])
def test_what_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(UnknownCard) as unknown:
        card(text)
    assert str(unknown.value) == text


@pytest.mark.parametrize(
    ("code", "points"),
    [
        ("R1", 1),
        ("G9", 9),
        ("B+2", 10),
        ("Y+", 10),
        ("RS", 10),
        ("GD", 10),
        ("BT", 10),
        ("CC", 10),
        ("X3", 10),
        ("CZ", 10),
        ("RP", 10),
        ("LP", 10),
    ],
)
def test_a_number_is_worth_its_face_and_an_action_ten(code: str, points: int) -> None:
    assert card(code).points == points


def test_a_hand_is_kept_in_card_order_whatever_came_first() -> None:
    assert with_cards(cards("R5 K"), cards("B1 R3")) == cards("R3 R5 B1 K")
    assert with_cards((), cards("K R5 R5")) == cards("R5 R5 K")


def test_laying_takes_one_of_two_equal_cards() -> None:
    assert without_card(cards("R5 R5 K"), card("R5")) == cards("R5 K")
    with pytest.raises(ValueError, match="not in tuple"):
        without_card(cards("R5"), card("K"))


def test_cards_sort_by_their_place_in_the_box() -> None:
    assert in_order(cards("K Y1 R1 B5 B1")) == [*cards("R1 B1 B5 Y1 K")]
