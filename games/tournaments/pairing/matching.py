"""The cheapest way to make pairs, exactly; what makes a pair cheap is not known here."""

from collections.abc import Iterator, Sequence

import rustworkx

_LOT_BITS = 32


def matched(costs: Sequence[Sequence[int]], words: Iterator[int]) -> list[tuple[int, int]]:
    """Return pairs of all indexes, an even number of them, with the least sum of costs of all ways.

    `costs` is symmetric and never negative. Where several ways cost the same, a lot of 32 bits for each pair
    decides (drawn in rising order of pairs; the largest sum wins), so that whoever finds the best way,
    by whatever algorithm, finds this one.
    """
    size = len(costs)
    highest = max(map(max, costs), default=0)
    # All lots together weigh less than one unit of cost.
    shift = _LOT_BITS + size.bit_length()
    edges = [
        (one, other, (highest - costs[one][other] << shift) + lot)
        for one in range(size)
        for other, lot in zip(range(one + 1, size), words, strict=False)
    ]
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    return sorted((min(pair), max(pair)) for pair in found)
