"""Whatever a tournament draws by lot, from its own seed, so that anyone can draw it again; no other chance.

The words and the shuffle are those of `games.engine.shuffling`, under domains of their own
(docs/tournaments.md).
"""

import hashlib
from collections.abc import Iterable, Iterator

from games.engine.shuffling import stream

_COMMITMENT_DOMAIN = b"taki-tournament-commitment-1"
_ROUND_DOMAIN = b"taki-tournament-round-1"
_LOT_DOMAIN = b"taki-tournament-lot-1"
_WORD_BITS = 32


def commitment(tournament: str, seed: bytes) -> str:
    """Return what is published when a tournament is opened: SHA-256 over domain, its id and the seed.

    The three are joined by a zero byte; the id is its text form in ASCII, the result in hexadecimal.
    """
    return hashlib.sha256(b"\0".join((_COMMITMENT_DOMAIN, tournament.encode(), seed))).hexdigest()


def words_of_round(seed: bytes, number: int) -> Iterator[int]:
    """Yield without end the 32-bit words by which round `number` (from 1) is drawn."""
    return stream(_ROUND_DOMAIN, seed, number)


def by_lot(entrants: Iterable[int], seed: bytes) -> tuple[int, ...]:
    """Return the entrants in the order that decides where nothing else does, who comes first being better.

    Each has a lot of 64 bits of its own, so that nobody's order changes when others enter or leave.
    """
    return tuple(sorted(entrants, key=lambda entrant: (_lot(entrant, seed), entrant)))


def _lot(entrant: int, seed: bytes) -> int:
    words = stream(_LOT_DOMAIN, seed, entrant)
    return next(words) << _WORD_BITS | next(words)
