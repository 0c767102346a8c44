"""How long 10 000 games take to be rated as they end, and anew from their logs; both to the same bit.

    .venv/bin/python -m tests.benchmarks.ratings

It starts a database of its own, durable, on a folder that is gone afterwards. The measuring is done in
`ratings_inside`, a process with Django's settings, which takes the same arguments.
"""

import argparse
import sys
from collections.abc import Sequence

from tests.benchmarks import report
from tests.benchmarks.beside_a_database import run


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, 1 where something differs, or 2 where the database cannot be had."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    options(arguments)  # what is wrong with them is said before anything is started
    return run("tests.benchmarks.ratings_inside", arguments)


def options(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser("ratings", "How long rating takes, live and anew from the logs.", rounds=False)
    parser.add_argument("--games", type=int, default=10_000, help="how many games have ended")
    parser.add_argument("--players", type=int, default=500, help="how many people play them")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
