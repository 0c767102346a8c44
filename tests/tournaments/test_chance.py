"""Draws follow from the seed by SHA-256 alone: these values may never change."""

import hashlib
from itertools import islice

from games.engine.shuffling import mixed
from games.tournaments.chance import by_lot, commitment, deal, words_of_round
from tests.tournaments.playing import SEED


def test_the_words_of_a_round_are_blocks_of_sha_256_under_a_domain_of_their_own() -> None:
    blocks = [
        hashlib.sha256(
            b"taki-tournament-round-1" + SEED + (3).to_bytes(8, "big") + block.to_bytes(8, "big")
        ).digest()
        for block in range(2)
    ]
    expected = [
        int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, len(block), 4)
    ]
    assert list(islice(words_of_round(SEED, 3), 16)) == expected


def test_the_draw_of_a_round_never_changes() -> None:
    assert mixed(range(8), words_of_round(SEED, 1)) == (2, 5, 0, 7, 6, 4, 3, 1)
    assert mixed(range(8), words_of_round(SEED, 2)) == (4, 1, 6, 3, 2, 0, 5, 7)


def test_the_commitment_binds_the_seed_to_the_tournament() -> None:
    text = b"taki-tournament-commitment-1\0" + b"0198f0c4" + b"\0" + SEED
    assert commitment("0198f0c4", SEED) == hashlib.sha256(text).hexdigest()


def test_nobody_s_lot_changes_when_others_enter() -> None:
    few = by_lot(range(10), SEED)
    many = by_lot(range(30), SEED)
    assert [entrant for entrant in many if entrant < 10] == list(few)
    assert by_lot(reversed(range(10)), SEED) == few


def test_the_lot_of_a_seed_never_changes() -> None:
    assert by_lot(range(6), SEED) == (4, 1, 5, 0, 2, 3)


def test_the_deal_of_a_round_follows_from_its_number_and_how_often_it_was_paired() -> None:
    text = b"taki-tournament-deal-1" + SEED + (3).to_bytes(8, "big") + (2).to_bytes(8, "big")
    assert deal(SEED, 3, 2) == hashlib.sha256(text).digest()
