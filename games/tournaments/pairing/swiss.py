"""Swiss: those of like scores sit together who have not met; what a score is stands in `scoring`."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

from games.engine.shuffling import mixed
from games.tournaments.kinds import Kind
from games.tournaments.pairing.larger import in_larger
from games.tournaments.pairing.meetings import Meetings
from games.tournaments.pairing.twos import in_twos
from games.tournaments.results import Round
from games.tournaments.scoring import total_scores
from games.tournaments.seating import cut, table_sizes
from games.tournaments.standings import standings


def groups(
    field: Sequence[int], rounds: Sequence[Round], table_size: int, seed: bytes, words: Iterator[int]
) -> list[list[int]]:
    """Return who sits together, the highest scores first; who is left over has a bye.

    What is wished for, the first most: nobody has a second bye while somebody had none; nobody meets again;
    the bye goes to the lowest in the standings; the sum of squares of the differences of score at the
    tables is the least. Between equals the lot decides.
    """
    drawn = mixed(field, words)
    scores = _whole_scores(drawn, rounds)
    order = sorted(drawn, key=lambda entrant: -scores[entrant])
    again = Meetings.of(rounds).counts(order)
    apart = [[(scores[one] - scores[other]) ** 2 for other in order] for one in order]
    sizes = table_sizes(len(order), table_size)
    if max(sizes) > 2:
        return in_larger(order, cut(order, sizes), again, apart, words)
    standing = standings(Kind.SWISS, field, rounds, seed=seed)
    return in_twos(order, rounds, again, apart, [one.entrant for one in reversed(standing)])


def _whole_scores(field: Sequence[int], rounds: Sequence[Round]) -> dict[int, int]:
    # Multiplied by what they have in common below the line, so that squares of differences are exact.
    total = total_scores(Kind.SWISS, rounds)
    scores = {entrant: total.get(entrant, Fraction(0)) for entrant in field}
    unit = lcm(*(score.denominator for score in scores.values()))
    return {entrant: int(score * unit) for entrant, score in scores.items()}
