"""What a seat keeps in mind: each kind of event that tells it something, as it is shown to that seat."""

from collections import Counter
from functools import reduce

from games.bots.memory import Memory, noted, remember
from games.engine import events as ev
from games.engine.cards import Color, card, cards
from games.engine.events import Pending
from games.engine.options import Options
from games.engine.sight import (
    DealSeen,
    DiscardShuffleSeen,
    DrawSeen,
    GiveUpSeen,
    HandShuffleSeen,
    OpeningSeen,
    PassSeen,
    StartSeen,
)

BOX = tuple((card(code), 2) for code in ["R1", "R3", "G1", "G3", "B1", "B3", "Y1", "Y3", "CZ"])
OPENED = OpeningSeen("game", "small", BOX, Options(), 1, 3, "", None, False)
DEALT = (
    OPENED,
    StartSeen(1, (0, 1, 2), 18),
    DealSeen((2, 2, 2), cards("R1 G1")),
    ev.CardTurnedUp(card("B1"), True),
)
FIRST_TURN = ev.TurnPassed(1, 1, Pending.ORDINARY)


def after(*more: object) -> Memory:
    return reduce(noted, more, remember((*DEALT, FIRST_TURN), 0))  # type: ignore[arg-type]


def laid(seat: int, code: str, *, leads: bool = True, color: Color | None = None) -> ev.CardLaid:
    return ev.CardLaid(seat, card(code), color or card(code).color, leads)


def test_its_own_hand_and_what_lies_on_the_table_are_known() -> None:
    memory = after()
    assert memory.known == (cards("R1 G1"), (), ())
    assert (memory.top, memory.discard, memory.color) == (cards("B1"), (), Color.BLUE)
    assert memory.unseen == Counter(cards("R1 R3 R3 G1 G3 G3 B1 B3 B3 Y1 Y1 Y3 Y3 CZ CZ"))


def test_a_card_that_was_put_at_the_bottom_leads_nothing() -> None:
    memory = after(ev.CardTurnedUp(card("CZ"), leads=False))
    assert memory.top == cards("B1")


def test_cards_that_were_laid_are_out_until_they_are_shuffled() -> None:
    memory = after(laid(1, "B3"), laid(2, "CZ", leads=False, color=Color.BLUE), laid(0, "R1"))
    assert (memory.top, memory.discard) == (cards("R1"), cards("B1 B3 CZ"))
    assert memory.known[0] == cards("G1")
    shuffled = noted(memory, DiscardShuffleSeen(1, 3))
    assert shuffled.discard == ()
    assert shuffled.unseen == memory.unseen + Counter(cards("B1 B3 CZ"))


def test_who_draws_one_has_missed_the_color() -> None:
    memory = after(DrawSeen(1, 1))
    assert memory.missed == (frozenset(), frozenset({Color.BLUE}), frozenset())
    assert noted(memory, DrawSeen(1, 4)).missed[1] == frozenset()


def test_who_draws_a_debt_a_penalty_or_nothing_has_missed_nothing() -> None:
    nothing: tuple[frozenset[Color], ...] = (frozenset(),) * 3
    assert after(ev.DebtRaised(2), DrawSeen(1, 1)).missed == nothing
    assert after(DrawSeen(2, 1)).missed == nothing
    assert after(DrawSeen(1, 0)).missed == nothing
    assert after(ev.DebtRaised(2), ev.DebtPaid(), DrawSeen(1, 1)).missed[1] == {Color.BLUE}


def test_what_it_draws_it_knows() -> None:
    assert after(ev.CardsDrawn(0, cards("Y3 B3"))).known[0] == cards("R1 G1 B3 Y3")


def test_a_hand_that_it_passed_on_is_known_to_it() -> None:
    memory = after(DrawSeen(1, 1), PassSeen(1, 1, (2, 2, 2), cards("Y1 Y3"), (False,) * 3))
    assert memory.known == (cards("Y1 Y3"), cards("R1 G1"), ())
    assert memory.missed[2] == {Color.BLUE}
    assert noted(memory, laid(1, "R1")).known[1] == cards("G1")


def test_who_is_out_of_play_gets_no_hand() -> None:
    given_up = after(GiveUpSeen(1, 3), HandShuffleSeen(1, 2, 14))
    assert given_up.in_play == (0, 2)
    passed = noted(given_up, PassSeen(2, 1, (2, 0, 2), cards("Y1 Y3"), (False,) * 3))
    assert passed.known == (cards("Y1 Y3"), (), cards("R1 G1"))
    assert after(ev.SeatFinished(2, 1)).in_play == (0, 1)


def test_a_game_that_is_open_to_all_is_remembered_alike() -> None:
    pile = cards("R1 G1 R3 G3 Y3 B3 B1")
    hands = (cards("R1 G1"), cards("R3 G3"), cards("B3 Y3"))
    openly = (
        ev.GameOpened("game", "small", BOX, Options(), 1, 3, b"", "", None),
        ev.GameStarted(1, (0, 1, 2), pile),
        ev.HandsDealt(hands),
        ev.CardTurnedUp(card("B1"), leads=True),
        FIRST_TURN,
        ev.HandsPassed(1, 1, (hands[2], hands[0], hands[1]), (False,) * 3),
        ev.DiscardShuffled(1, ()),
        ev.SeatGivenUp(2, 3, 8),
        ev.HandShuffledIn(2, 2, pile),
    )
    memory = remember(openly, 0)
    assert memory.known == (hands[2], hands[0], ())
    assert memory.in_play == (0, 1)
