"""Choices follow from the view and the dice alone, and are taken from what is listed."""

from random import Random
from typing import Any

import pytest

from taki_api.local.play import choices
from taki_api.local.play.choices import Box

CODES = ("R1", "R3", "R5", "RT", "G1", "GT", "CC", "ST", "K", "X3")
BOX = Box(
    colors={code: code[0] if code[0] in "RG" else None for code in CODES},
    figures={code: code[1:] if code[0] in "RG" else code for code in CODES},
    size=20,
)
ALWAYS, NEVER = 0.0, 1.0


class Loaded(Random):
    """Dice whose `random` gives the same number every time; all else falls as seeded."""

    def __init__(self, number: float) -> None:
        super().__init__(1)
        self.number = number

    def random(self) -> float:
        return self.number

    def getrandbits(self, k: int, /) -> int:
        return super().getrandbits(k)  # defined here, else a choice would be made by `random`


def view(
    *legal: dict[str, Any],
    hand: tuple[str, ...] = ("R1",),
    pending: str = "ordinary",
    taki_close: str = "declared",
) -> dict[str, Any]:
    run = {"color": "R", "seat": 0} if pending == "run" else None
    return {
        "legal": list(legal),
        "you": {"hand": list(hand)},
        "turn": {"number": 4, "seat": 0, "pending": pending},
        "table": {"color": "R", "run": run},
        "options": {"taki_close": taki_close},
    }


def lay(card: str, **more: Any) -> dict[str, Any]:
    return {"type": "lay", "card": card, **more}


DRAW, CLOSE, END = {"type": "draw"}, {"type": "close_taki"}, {"type": "end_turn"}


def test_any_seat_may_be_named_to_begin_and_none_where_nobody_asks() -> None:
    seats = [{"seat": number} for number in range(3)]
    named = {"options": {"first_seat": "named"}, "seats": seats}

    asked = [choices.beginning(named, Random(seed)) for seed in range(30)]

    assert {each["first"] for each in asked} == {0, 1, 2}
    assert choices.beginning({"options": {"first_seat": "host"}, "seats": seats}, Random(1)) == {}


def test_the_same_dice_choose_the_same() -> None:
    seen = view(lay("R1"), lay("R3"), lay("G1"), DRAW, hand=("R1", "R3", "G1", "G1"))

    first = [choices.choose(seen, BOX, Random(seed)) for seed in range(20)]

    assert first == [choices.choose(seen, BOX, Random(seed)) for seed in range(20)]
    assert len({str(moves) for moves in first}) > 1


def test_laying_goes_before_drawing() -> None:
    assert choices.choose(view(lay("R1"), DRAW), BOX, Random(1)) == [lay("R1")]


def test_drawing_anyway_happens_now_and_then() -> None:
    assert choices.choose(view(lay("R1"), DRAW), BOX, Loaded(ALWAYS)) == [DRAW]


def test_nobody_draws_where_only_laying_is_listed() -> None:
    assert choices.choose(view(lay("R1")), BOX, Loaded(ALWAYS)) == [lay("R1")]


def test_a_chosen_color_is_the_one_held_most() -> None:
    seen = view(lay("CC", color="R"), lay("CC", color="G"), hand=("CC", "G1", "G1", "R1"))

    assert choices.choose(seen, BOX, Random(1)) == [lay("CC", color="G")]


def test_the_last_card_is_declared_with_the_play() -> None:
    seen = view(lay("R1"), lay("R1", last_card=True), hand=("R1", "G1"))

    assert choices.choose(seen, BOX, Loaded(NEVER)) == [lay("R1", last_card=True)]


def test_cards_of_a_run_go_in_one_request_until_two_are_left() -> None:
    seen = view(lay("RT"), hand=("RT", "R1", "R3", "G1", "G1"))

    moves = choices.choose(seen, BOX, Loaded(ALWAYS))

    assert moves[0] == lay("RT")
    assert sorted(move["card"] for move in moves[1:-1]) == ["R1", "R3"]
    assert moves[-1] == CLOSE


def test_where_runs_close_by_themselves_each_card_goes_alone() -> None:
    seen = view(lay("RT"), hand=("RT", "R1", "R3", "G1", "G1"), taki_close="automatic")

    assert choices.choose(seen, BOX, Loaded(ALWAYS)) == [lay("RT")]


def test_a_run_is_not_closed_under_a_taki() -> None:
    assert choices.choose(view(lay("RT"), hand=("RT", "G1", "G1")), BOX, Loaded(ALWAYS)) == [lay("RT")]


def test_a_super_taki_runs_in_the_color_to_follow() -> None:
    moves = choices.choose(view(lay("ST"), hand=("ST", "R1", "G1", "G1")), BOX, Loaded(ALWAYS))

    assert moves == [lay("ST"), lay("R1"), CLOSE]


def test_a_card_that_ends_the_run_goes_alone() -> None:
    seen = view(lay("K"), CLOSE, hand=("K", "R1", "G1", "G1"), pending="run")

    assert choices.choose(seen, BOX, Loaded(ALWAYS)) == [lay("K")]


def test_a_run_goes_on_in_its_color() -> None:
    seen = view(lay("R1"), CLOSE, hand=("R1", "R3", "G1", "G1"), pending="run")

    assert choices.choose(seen, BOX, Loaded(ALWAYS)) == [lay("R1"), lay("R3"), CLOSE]


@pytest.mark.parametrize(("dice", "word"), [(NEVER, CLOSE), (ALWAYS, END)])
def test_a_run_without_cards_is_closed_or_now_and_then_left_open(dice: float, word: dict[str, Any]) -> None:
    assert choices.choose(view(CLOSE, END, pending="run"), BOX, Loaded(dice)) == [word]


def test_a_run_that_cannot_be_closed_is_left_open() -> None:
    assert choices.choose(view(END, pending="run"), BOX, Loaded(NEVER)) == [END]


def test_a_drawn_card_that_does_not_fit_is_kept() -> None:
    assert choices.choose(view(END, pending="drawn_card"), BOX, Loaded(NEVER)) == [END]


def test_hands_are_passed_to_a_side_that_is_listed() -> None:
    sides = [lay("CZ", side="left"), lay("CZ", side="right")]
    box = Box({**BOX.colors, "CZ": None}, {**BOX.figures, "CZ": "CZ"}, 20)

    chosen = [choices.choose(view(*sides, hand=("CZ",)), box, Random(seed))[0] for seed in range(20)]

    assert {move["side"] for move in chosen} == {"left", "right"}


def test_who_forgot_is_called_out_by_half() -> None:
    call = {"type": "call_out", "seat": 2}

    assert choices.choose(view(lay("R1"), call), BOX, Loaded(ALWAYS)) == [call]
    assert choices.choose(view(lay("R1"), call), BOX, Loaded(NEVER)) == [lay("R1")]


def test_a_plus_three_is_answered_by_half() -> None:
    answer = {"type": "break_plus_three"}

    assert choices.answer(view(answer), Loaded(ALWAYS)) == answer
    assert choices.answer(view(answer), Loaded(NEVER)) is None
    assert choices.answer(view({"type": "declare_last_card"}), Loaded(ALWAYS)) is None


def test_a_forgotten_declaration_is_made_up_for_or_not() -> None:
    declare = {"type": "declare_last_card"}

    assert choices.declaration(view(DRAW, declare), Loaded(NEVER)) == declare
    assert choices.declaration(view(DRAW, declare), Loaded(ALWAYS)) is None
    assert choices.declaration(view(DRAW), Loaded(NEVER)) is None


def test_a_box_is_what_the_edition_tells() -> None:
    cards = [
        {"card": "R1", "color": "R", "figure": "1", "count": 2},
        {"card": "K", "color": None, "figure": "K", "count": 3},
    ]

    assert Box.of({"cards": cards}) == Box({"R1": "R", "K": None}, {"R1": "1", "K": "K"}, 5)
