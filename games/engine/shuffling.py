"""The one source of chance: a documented shuffle on SHA-256 that anyone can repeat from the seed.

`docs/fairness.md` explains it with a worked example. Nothing else in the engine draws by lot; what draws by
lot outside of it takes its words from here, under a domain of its own.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from struct import unpack

from games.engine.cards import Card, in_order

SEED_BYTES = 32
_COMMITMENT_DOMAIN = b"taki-commitment-1"
_SHUFFLE_DOMAIN = b"taki-shuffle-1"
_FIRST_SEAT_DOMAIN = b"taki-first-seat-1"
_WORDS = 1 << 32


def commitment(game: str, seed: bytes) -> str:
    """Return what is published before the deal: SHA-256 over domain, game id and seed, in hexadecimal.

    The three are joined by a zero byte; the game id is its text form in ASCII.
    """
    return hashlib.sha256(b"\0".join((_COMMITMENT_DOMAIN, game.encode(), seed))).hexdigest()


def shuffle(cards: Iterable[Card], seed: bytes, nonce: int) -> tuple[Card, ...]:
    """Return the cards in the order that `seed` gives to shuffle number `nonce` of a game (0 is the deal).

    The cards are first put in card order, so that only what is shuffled matters, not how it lay. Then the
    Fisher-Yates shuffle runs from the last place to the second; each place swaps with one drawn evenly
    from 0 up to itself (both included).
    """
    return mixed(in_order(cards), stream(_SHUFFLE_DOMAIN, seed, nonce))


def choose_seat(seats: Sequence[int], seed: bytes) -> int:
    """Return the one of some seats that `seed` lets begin, each as likely as the others.

    The seats are taken in rising order, and one is drawn as for a place of the shuffle, from a stream of
    words of its own with nonce 0.
    """
    return sorted(seats)[below(len(seats), stream(_FIRST_SEAT_DOMAIN, seed, 0))]


def mixed[T](things: Iterable[T], words: Iterator[int]) -> tuple[T, ...]:
    """Return the things, whose order counts, as Fisher and Yates lay them with the next of `words`."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def below(bound: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `bound` - 1, each as likely as the others, from the next 32-bit words."""
    # A word from the uneven rest at the top would make the first numbers likelier: it is thrown away.
    fair = _WORDS - _WORDS % bound
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % bound


def stream(domain: bytes, seed: bytes, nonce: int) -> Iterator[int]:
    """Yield without end the 32-bit words of a domain, a seed and a nonce.

    Block i is SHA-256(domain, seed, nonce, i), numbers as 8 bytes big-endian; each holds eight words.
    """
    block = 0
    while True:
        numbers = nonce.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hashlib.sha256(domain + seed + numbers).digest()
        yield from unpack(">8I", digest)
        block += 1
