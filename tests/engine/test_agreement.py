"""Options that are each allowed and do not go with each other, the box, the table, or no earlier game."""

import pytest

from games.engine.agreement import Disagreement, disagreements, fewest_cards
from games.engine.cards import cards
from games.engine.editions import Edition
from games.engine.options import Options
from games.engine.refusals import Refusal

CRAZY = Edition("crazy", {}, tuple((card, 11) for card in cards("R1 R3 R5 CZ")), Options())
PASSES = Edition("passes", {}, tuple((card, 11) for card in cards("R1 R3 RP LP")), Options())


def found(
    options: Options, *, box: Edition = CRAZY, seats: int = 2, begins: int | None = None
) -> list[Disagreement]:
    return list(disagreements(box, options, seats=seats, begins=begins))


def test_the_defaults_go_with_every_box_and_table() -> None:
    assert [found(Options(), seats=seats) for seats in (2, 10)] == [[], []]


@pytest.mark.parametrize(
    ("seats", "packs", "allowed"),
    [
        (4, 1, None),  # 32 cards in hands, one that leads, 4 in the pile: 37 of 44
        (5, 1, ("auto", 2, 3, 4)),
        (10, 2, ("auto", 3, 4)),
        (10, 3, None),
    ],
)
def test_too_few_packs_for_the_table_are_told_with_how_many_are_enough(
    seats: int, packs: int, allowed: tuple[object, ...] | None
) -> None:
    told = [] if allowed is None else [Disagreement(Refusal.TOO_FEW_CARDS, "packs", allowed)]  # type: ignore[arg-type]
    assert found(Options(packs=packs), seats=seats) == told


def test_a_crazy_card_has_no_side_printed_on_it_and_the_passes_have() -> None:
    printed = Options(crazy_direction="printed")
    assert found(printed) == [
        Disagreement(Refusal.NO_PRINTED_SIDE, "crazy_direction", ("chosen", "left", "play_direction"))
    ]
    assert found(printed, box=PASSES) == []


@pytest.mark.parametrize("first_seat", ["previous_winner", "rotate"])
def test_who_begins_follows_from_an_earlier_game_only_where_there_is_one(first_seat: str) -> None:
    options = Options(first_seat=first_seat)  # type: ignore[arg-type]
    told = Disagreement(Refusal.NO_EARLIER_GAME, "first_seat", ("host", "random", "named"))
    assert (found(options), found(options, begins=1)) == ([told], [])


@pytest.mark.parametrize("hand_size", [3, 8, 12])
def test_there_are_no_more_stages_than_cards_in_the_first_hand(hand_size: int) -> None:
    told = Disagreement(Refusal.TOO_MANY_STAGES, "stages", (f"1..{hand_size}",))
    assert found(Options(hand_size=hand_size, stages=hand_size)) == []
    assert found(Options(hand_size=hand_size, stages=hand_size + 1)) == [told]


def test_all_that_disagrees_is_told_at_once() -> None:
    options = Options(packs=1, crazy_direction="printed", first_seat="rotate", stages=9)
    assert [one.option for one in found(options, seats=10)] == [
        *("packs", "crazy_direction", "first_seat", "stages")
    ]


@pytest.mark.parametrize(("seats", "fewest"), [(2, 7), (10, 33)])
def test_a_box_is_large_enough_if_four_of_it_give_the_largest_hands(seats: int, fewest: int) -> None:
    needed = seats * 12 + 1 + seats  # hands, one that leads, as many in the pile as there are seats
    assert fewest_cards(seats=seats) == fewest
    assert 4 * (fewest - 1) < needed <= 4 * fewest
