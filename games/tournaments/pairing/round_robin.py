"""Round robin: a schedule in which every pair meets, known before the first round."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from games.engine.shuffling import mixed, stream
from games.tournaments.chance import words_of_round
from games.tournaments.pairing.exchanging import divided
from games.tournaments.pairing.lengths import FEWEST, LENGTHS
from games.tournaments.results import Round
from games.tournaments.seating import cut, table_sizes

LARGEST_FIELD = 64
_DOMAIN = b"taki-tournament-schedule-1"
# What it costs that two have met, beside the square of how often. Without it 64 at tables of ten take 21
# rounds instead of 12; were it far more, two of them would meet in 11 of those 12.
_MET = 20

type Schedule = tuple[tuple[tuple[int, ...], ...], ...]


def groups(
    field: Collection[int], rounds: Sequence[Round], table_size: int, number: int, seed: bytes
) -> list[list[int]]:
    """Return who sits together in round `number`; who is left over has a bye.

    The entrants stand in the schedule as the lot of round 1 put them. Where somebody has left, the others at
    the table play without; who is left alone has a bye. After its end the schedule begins again.
    """
    everyone = set(field).union(*(one.entrants for one in rounds))
    drawn = mixed(sorted(everyone), words_of_round(seed, 1))
    planned = schedule(len(drawn), table_size)
    tables = planned[(number - 1) % len(planned)]
    present = ([drawn[at] for at in table if drawn[at] in field] for table in tables)
    return [table for table in present if len(table) > 1]


def rounds_needed(entrants: int, table_size: int) -> int:
    """Return how many rounds the schedule has, at once.

    :raises ValueError: there are fewer than two, or more than `LARGEST_FIELD`.
    """
    _check(entrants)
    return entrants - 1 + entrants % 2 if table_size == 2 else LENGTHS[table_size][entrants - FEWEST]


@lru_cache(maxsize=64)
def schedule(entrants: int, table_size: int) -> Schedule:
    """Return rounds of tables of positions 0, 1, ... in which every pair sits together at least once.

    At tables of two each pair meets exactly once; at larger ones as few meet twice as the search finds, which
    takes seconds for a large field.

    :raises ValueError: there are fewer than two, or more than `LARGEST_FIELD`.
    """
    _check(entrants)
    if table_size == 2:
        return _circle(entrants)
    return tuple(_searched(entrants, table_size))


def _check(entrants: int) -> None:
    if not FEWEST <= entrants <= LARGEST_FIELD:
        message = f"a round robin of {entrants}: {FEWEST} to {LARGEST_FIELD} can meet"
        raise ValueError(message)


def _circle(entrants: int) -> Schedule:
    # The last stands still, all others go around; of an odd number, the one that stands still is nobody.
    around = entrants - 1 + entrants % 2
    rounds = []
    for turn in range(around):
        pairs = [((turn + step) % around, (turn - step) % around) for step in range(1, (around + 1) // 2)]
        rounds.append(tuple(pairs if entrants % 2 else [(turn, around), *pairs]))
    return tuple(rounds)


def _searched(entrants: int, table_size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    # Round by round, the table of most new pairs; a pair that has met costs more, the oftener it has.
    words = stream(_DOMAIN, bytes([entrants, table_size]), 0)
    sizes = table_sizes(entrants, table_size)
    again = [[0] * entrants for _ in range(entrants)]
    missing = set(combinations(range(entrants), 2))
    while missing:
        costs = [[times and _MET + times * times for times in row] for row in again]
        found = divided(costs, cut(mixed(range(entrants), words), sizes), words, bearable=_MET)
        for group in found:
            for one, other in combinations(sorted(group), 2):
                again[one][other] += 1
                again[other][one] += 1
                missing.discard((one, other))
        yield tuple(tuple(sorted(group)) for group in found)
