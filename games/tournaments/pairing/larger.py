"""Tables of any sizes by exchanging: nobody meets again if that can be found, and then those who are near."""

from collections.abc import Iterator, Sequence
from math import comb

from games.tournaments.pairing.costs import Matrix, ranked
from games.tournaments.pairing.exchanging import divided


def in_larger(
    order: Sequence[int],
    start: Sequence[Sequence[int]],
    again: Matrix,
    apart: Matrix,
    words: Iterator[int],
) -> list[list[int]]:
    """Return the entrants of `order` at tables, beginning the search with the tables of `start`.

    First the sum of `again`, then that of `apart` over all who sit together is to be little; both go by
    indexes in `order`. No exchange of two entrants would be better, and where somebody meets again, the
    search has begun anew many times; that there is no better way of all is not proved. Tables, and the
    entrants at each, come in the order of their first.
    """
    index = {entrant: at for at, entrant in enumerate(order)}
    groups = [[index[entrant] for entrant in group] for group in start]
    pairs = sum(comb(len(group), 2) for group in groups)
    costs, unit = ranked([again, apart], pairs)
    found = divided(costs, groups, words, bearable=unit)
    return [[order[at] for at in sorted(group)] for group in sorted(found, key=min)]
