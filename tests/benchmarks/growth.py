"""What a move, a list and a sweep cost as a game, and then the number of games, grows.

    .venv/bin/python -m tests.benchmarks.growth

It starts a database of its own, durable, on a folder that is gone afterwards. The measuring is done in
`growth_inside`, a process with Django's settings, which takes the same arguments.
"""

import argparse
import sys
from collections.abc import Sequence

from tests.benchmarks import report
from tests.benchmarks.beside_a_database import run

YARDSTICK = "a game of the bare engine"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, or 2 where the database cannot be had."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    options(arguments)  # what is wrong with them is said before anything is started
    return run("tests.benchmarks.growth_inside", arguments)


def options(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser(
        "growth", "What a move, a list and a sweep cost as games grow in length and number."
    )
    parser.add_argument(
        "--games", type=int, nargs="+", default=[1_000, 1_000_000], help="how many games there are, rising"
    )
    parser.add_argument(
        "--places", type=int, nargs="+", default=[50, 1_000], help="at how many events of a game it moves"
    )
    parser.add_argument("--calls", type=int, default=10, help="how often each is done in a round")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
