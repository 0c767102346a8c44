"""Tournaments of the pure modules alone, played by lot: results are made up, rounds paired and closed."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from games.tournaments.kinds import Kind
from games.tournaments.pairing import pair
from games.tournaments.results import Pairing, Round, TableResult

SEED = bytes(range(32))

type Outcome = Callable[[Sequence[int], Random], TableResult]


def by_chance(entrants: Sequence[int], chance: Random) -> TableResult:
    """Return a result in which all places are possible, with now and then a tie."""
    points = tuple(chance.randrange(8) for _ in entrants)
    return by_points(entrants, points)


def by_strength(entrants: Sequence[int], chance: Random) -> TableResult:
    """Return a result in which the lower number is the stronger, by and large."""
    luck = [entrant + chance.gauss(0, 200) for entrant in entrants]
    return by_points(entrants, tuple(sorted(luck).index(one) for one in luck))


def by_points(entrants: Sequence[int], points: Sequence[int]) -> TableResult:
    """Return the result in which fewer points are a better place."""
    places = tuple(1 + sum(other < mine for other in points) for mine in points)
    return TableResult(tuple(entrants), places, tuple(points))


def closed(pairing: Pairing, outcome: Outcome, chance: Random) -> Round:
    """Return the round as it ends."""
    return Round(tuple(outcome(table, chance) for table in pairing.tables), pairing.byes)


def played(
    kind: Kind,
    field: Iterable[int],
    rounds: int,
    *,
    table_size: int = 2,
    advance: int = 1,
    seed: bytes = SEED,
    outcome: Outcome = by_chance,
    chance: Random | None = None,
) -> list[Round]:
    """Return the closed rounds of a tournament in which nobody enters or leaves."""
    entrants = list(field)
    luck = chance or Random(5)
    found: list[Round] = []
    for number in range(1, rounds + 1):
        pairing = pair(
            kind, entrants, found, table_size=table_size, advance=advance, seed=seed, number=number
        )
        found.append(closed(pairing, outcome, luck))
    return found


def meetings(rounds: Iterable[Round]) -> list[frozenset[int]]:
    """Return every pair that sat together, once for each time."""
    return [
        frozenset((one, other))
        for each in rounds
        for result in each.results
        for at, one in enumerate(result.entrants)
        for other in result.entrants[:at]
    ]


def repeats(rounds: Iterable[Round]) -> int:
    """Return how many times somebody met somebody again."""
    met = meetings(rounds)
    return len(met) - len(set(met))
