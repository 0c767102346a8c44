"""The cheapest way to make pairs, exactly; what makes a pair cheap is not known here."""

from collections.abc import Iterator, Sequence

import rustworkx

type Costs = Sequence[Sequence[int]]
type Edge = tuple[int, int, int]


def matched(costs: Costs, *, within: int | None = None) -> list[tuple[int, int]]:
    """Return pairs of all indexes, an even number of them, with the least sum of costs of all ways.

    With `within`, only those are paired that are no further apart in order, but the last with all. `costs`
    is symmetric and never negative, and all pairs together cost less than 2 to the 126th. Where several ways
    cost the same, the order of the indexes decides by way of the algorithm, which knows no chance: whoever
    wants the lot to decide gives them in an order by lot.
    """
    size = len(costs)
    highest = max(map(max, costs), default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(list(_edges(costs, highest, within or size)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    return sorted((min(pair), max(pair)) for pair in found)


def _edges(costs: Costs, highest: int, within: int) -> Iterator[Edge]:
    last = len(costs) - 1
    for one, row in enumerate(costs):
        yield from (
            (one, other, highest - row[other]) for other in range(one + 1, min(one + within + 1, last))
        )
        if one < last:
            yield one, last, highest - row[last]
