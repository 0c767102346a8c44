"""Tables drawn by lot alone: a series, a single game of stages, and the first round of most other kinds."""

from collections.abc import Iterator, Sequence

from games.engine.shuffling import mixed
from games.tournaments.pairing.meetings import Meetings
from games.tournaments.results import Round
from games.tournaments.seating import cut, table_sizes


def groups(
    field: Sequence[int], rounds: Sequence[Round], table_size: int, words: Iterator[int]
) -> list[Sequence[int]]:
    """Return who sits together; who is left over has a bye, and is one of those who had the fewest."""
    sizes = table_sizes(len(field), table_size)
    return cut(with_byes_last(mixed(field, words), rounds, len(field) - sum(sizes)), sizes)


def with_byes_last(drawn: Sequence[int], rounds: Sequence[Round], byes: int) -> Sequence[int]:
    """Return the same order, in which the last `byes` of those who had the fewest byes come at the end."""
    had = Meetings.of(rounds).byes
    next_for_one = sorted(drawn, key=had.__getitem__)[:byes]
    return [entrant for entrant in drawn if entrant not in next_for_one] + next_for_one
