"""The measuring of `growth`, in a process that has Django's settings and a database."""

import logging
import os
import sys
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING

import django

from tests.benchmarks.growth import YARDSTICK, options
from tests.benchmarks.report import Report, settings_of

if TYPE_CHECKING:  # these need the settings
    from tests.benchmarks.costs import Cost
    from tests.benchmarks.growing import Costs

_WHAT = ("ms", "CPU ms", "SQL")


def main(argv: Sequence[str]) -> int:
    """Measure and tell."""
    asked = options(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "taki_api.settings")
    django.setup()
    logging.disable(logging.INFO)  # a line a request would hide the table
    found = Report("growth", "What things cost with so many games", _columns(asked.games), settings_of(asked))
    _fill(found, measured(sorted(asked.games), asked.places, rounds=asked.rounds, calls=asked.calls))
    found.tell(asked.json)
    return 0


def measured(sizes: Sequence[int], places: Sequence[int], *, rounds: int, calls: int) -> dict[int, "Costs"]:
    """Grow to each size, and measure there."""
    from tests.benchmarks.growing import Growth

    growth = Growth(places)
    costs = {}
    for size in sizes:
        sys.stderr.write(f"  filling up to {size} games, then measuring\n")
        growth.grow_to(size)
        costs[size] = growth.measure(rounds=rounds, calls=calls)
    return costs


def _columns(sizes: Sequence[int]) -> list[str]:
    return [f"{size:,}: {what}".replace(",", " ") for size in sorted(sizes) for what in _WHAT]


def _fill(found: Report, costs: Mapping[int, "Costs"]) -> None:
    kinds = next(iter(costs.values())).keys()
    for kind in kinds:
        found.add(kind, *(figure for of_size in costs.values() for figure in _figures(of_size[kind])))
    found.rounds = [
        {"games": size, "kind": kind, **cost._asdict()}
        for size, of_size in costs.items()
        for kind, several in of_size.items()
        for cost in several
    ]
    found.notes += [
        "CPU is this process's and PostgreSQL's; SQL counts statements. No HTTP server is in between.",
        f'"{YARDSTICK}" costs the same at any size: where it differs, it was the machine.',
    ]


def _figures(several: Sequence["Cost"]) -> list[float]:
    return [
        1000 * median(cost.wall for cost in several),
        1000 * median(cost.cpu for cost in several),
        median(cost.statements for cost in several),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
