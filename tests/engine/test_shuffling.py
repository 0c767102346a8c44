"""The shuffle is a fixed algorithm: these values may never change, or old deals could not be verified."""

import hashlib
from collections import Counter

from games.engine.cards import CARDS, card, cards
from games.engine.editions import pack_of
from games.engine.shuffling import below, commitment, shuffle
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import seed_of

BOX = pack_of(SUPER_116.box, 1)


def test_a_shuffle_holds_the_same_cards() -> None:
    assert Counter(shuffle(BOX, seed_of(1), 0)) == Counter(BOX)


def test_only_what_is_shuffled_matters_not_how_it_lay() -> None:
    assert shuffle(reversed(BOX), seed_of(1), 0) == shuffle(BOX, seed_of(1), 0)


def test_each_shuffle_of_a_game_is_another() -> None:
    orders = {shuffle(BOX, seed_of(1), nonce) for nonce in range(50)}
    assert len(orders) == 50
    assert shuffle(BOX, seed_of(2), 0) not in orders


def test_nothing_and_one_card_are_their_own_order() -> None:
    assert shuffle((), seed_of(1), 0) == ()
    assert shuffle((card("K"),), seed_of(1), 3) == (card("K"),)


def test_a_small_shuffle_worked_out_by_hand() -> None:
    numbers = (5).to_bytes(8, "big") + (0).to_bytes(8, "big")
    block = hashlib.sha256(b"taki-shuffle-1" + seed_of(9) + numbers).digest()
    first, second = (int.from_bytes(block[at : at + 4], "big") for at in (0, 4))
    order = ["R1", "R3", "R4"]
    order[2], order[first % 3] = order[first % 3], order[2]
    order[1], order[second % 2] = order[second % 2], order[1]
    assert shuffle(cards("R4 R1 R3"), seed_of(9), 5) == cards(" ".join(order))


def test_a_word_from_the_uneven_rest_is_thrown_away() -> None:
    # 2 to the 32nd is one more than a multiple of 3: its last word would make the first card likelier.
    # No seed is known that comes to such a word.
    last = (1 << 32) - 1
    assert below(3, iter([last, 5])) == 2
    assert below(3, iter([last - 1, 5])) == 2
    assert below(2, iter([last, 4])) == 1


def test_every_order_of_three_cards_comes_about_equally_often() -> None:
    hand = cards("R1 R3 R4")
    counts = Counter(shuffle(hand, seed_of(7), nonce) for nonce in range(6000))
    assert sorted(counts.values()) == SEEN_COUNTS
    assert len(counts) == 6


# Chi-square of these six counts is 2.14, below 11.07, the 5 % bound with five degrees of freedom.
SEEN_COUNTS = [978, 980, 989, 1011, 1013, 1029]


def test_the_commitment_hides_the_seed_and_binds_the_game() -> None:
    game = "0198f0c4-0000-7000-8000-000000000000"
    text = b"taki-commitment-1\0" + game.encode() + b"\0" + seed_of(1)
    assert commitment(game, seed_of(1)) == hashlib.sha256(text).hexdigest()
    assert commitment("other", seed_of(1)) != commitment(game, seed_of(1))


def test_the_shuffle_of_the_first_seed_never_changes() -> None:
    assert " ".join(one.code for one in shuffle(FIRST_57, seed_of(1), 0)) == FIRST


# The cards of the first box that shipped; a card that is new comes after them in card order.
FIRST_57 = tuple(CARDS.values())[:57]
FIRST = (
    "R5 GD Y8 RD YS G8 G+ G6 B8 K GT Y3 GS Y+ G5 B+ BT R7 R4 YT B7 BS R1 B3 G7 Y9 G3 B+2 R+ Y+2 "
    "R+2 RS Y6 B9 X3 ST G9 G+2 Y5 R3 CC R6 R9 BD RT YD B4 Y1 +3 B5 G4 B1 Y4 Y7 B6 G1 R8"
)
