"""The next round of a tournament: who sits together, on which seats, and who has a bye; one file a kind."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import assert_never

from games.tournaments.chance import words_of_round
from games.tournaments.kinds import Kind
from games.tournaments.pairing import by_lot, duplicate, knockout, round_robin, swiss
from games.tournaments.results import Pairing, Round
from games.tournaments.scoring import is_over_target
from games.tournaments.seating import Seats, seated


def pair(
    kind: Kind,
    field: Iterable[int],
    rounds: Sequence[Round],
    *,
    table_size: int,
    advance: int,
    seed: bytes,
    number: int,
    draw: bytes | None = None,
) -> Pairing:
    """Return the pairing of round `number` (from 1), the same for the same values whenever it is asked.

    :param field: the entrants in play now; of a knockout also those who are out, who are left away here.
    :param rounds: all closed rounds so far.
    :param table_size: the most that sit at a table; of a duplicate, how many sit at each.
    :param advance: how many go on from each table of a knockout; of no meaning elsewhere.
    :param seed: the tournament's own secret.
    :param draw: another secret that mixes the entrants in its place; who is in, and the schedule of a round
        robin, are never drawn anew.
    :raises ValueError: a round robin of more than `round_robin.LARGEST_FIELD`.

    Where the field cannot fill a table, everybody has a bye. Every other choice is the kind's own; at the
    tables, seats go to those who had them least often.
    """
    playing = _playing(kind, frozenset(field), rounds, advance, seed)
    if len(playing) < (table_size if kind is Kind.DUPLICATE else 2):
        return Pairing((), tuple(playing))
    words = words_of_round(draw or seed, number)
    groups = _groups(kind, playing, rounds, table_size, number, seed, words)
    seats = Seats.of(rounds)
    tables = tuple(seated(group, seats) for group in groups)
    at_tables = {entrant for table in tables for entrant in table}
    return Pairing(tables, tuple(entrant for entrant in playing if entrant not in at_tables))


def rounds_needed(kind: Kind, entrants: int, table_size: int, advance: int, wanted: int) -> int:
    """Return how many rounds a tournament of so many takes, when nobody enters or leaves later.

    `wanted` is what the director asked for; 0 leaves it to the kind: a Swiss has the fewest rounds n with
    table_size ** n >= entrants, a duplicate one for each seat, a series no end of its own (0: until somebody
    has the target). A knockout and stages take what they take; a round robin is never shorter than until
    every pair has met.
    """
    match kind:
        case Kind.STAGES:
            return 1
        case Kind.SERIES:
            return wanted
        case Kind.KNOCKOUT:
            return knockout.rounds_needed(entrants, table_size, advance)
        case Kind.ROUND_ROBIN:
            return max(wanted, round_robin.rounds_needed(entrants, table_size))
        case Kind.SWISS:
            return wanted or _rounds_of_swiss(entrants, table_size)
        case Kind.DUPLICATE:
            return wanted or table_size
        case _:
            assert_never(kind)


def has_ended(
    kind: Kind,
    field: Iterable[int],
    rounds: Sequence[Round],
    *,
    table_size: int,
    advance: int,
    target_points: int,
    needed: int,
    seed: bytes,
) -> bool:
    """Return whether no round follows on these closed ones, of which `needed` were planned.

    That is so when all have been played, when fewer than two are in play (a duplicate: fewer than fill a
    table), when a knockout has played its last table, and when somebody has the target of a series.
    """
    playing = _playing(kind, frozenset(field), rounds, advance, seed)
    if len(playing) < (table_size if kind is Kind.DUPLICATE else 2):
        return True
    match kind:
        case Kind.KNOCKOUT:
            return bool(rounds) and len(rounds[-1].results) == 1 and not rounds[-1].byes
        case Kind.SERIES:
            return 0 < needed <= len(rounds) or is_over_target(rounds, playing, target_points)
        case Kind.STAGES | Kind.ROUND_ROBIN | Kind.SWISS | Kind.DUPLICATE:
            return needed <= len(rounds)
        case _:
            assert_never(kind)


def _playing(
    kind: Kind, field: frozenset[int], rounds: Sequence[Round], advance: int, seed: bytes
) -> list[int]:
    if kind is Kind.KNOCKOUT and rounds:
        return sorted(field & knockout.still_in(rounds[-1], advance, seed=seed))
    return sorted(field)


def _groups(
    kind: Kind,
    playing: Collection[int],
    rounds: Sequence[Round],
    table_size: int,
    number: int,
    seed: bytes,
    words: Iterator[int],
) -> Sequence[Sequence[int]]:
    field = list(playing)
    if kind is Kind.ROUND_ROBIN:
        return round_robin.groups(field, rounds, table_size, number, seed)
    if not rounds and kind is not Kind.DUPLICATE:
        return by_lot.groups(field, rounds, table_size, words)
    match kind:
        case Kind.SERIES | Kind.STAGES:
            return by_lot.groups(field, rounds, table_size, words)
        case Kind.KNOCKOUT:
            return knockout.groups(field, rounds, table_size, words)
        case Kind.SWISS:
            return swiss.groups(field, rounds, table_size, seed, words)
        case Kind.DUPLICATE:
            return duplicate.groups(field, rounds, table_size, words)
        case _:
            assert_never(kind)


def _rounds_of_swiss(entrants: int, table_size: int) -> int:
    rounds = 1
    while table_size**rounds < entrants:
        rounds += 1
    return rounds
