"""A tournament of bots on a real server, to its end: how long, how many tasks, how long between rounds.

    .venv/bin/python -m tests.benchmarks.tournament

It starts a server of its own, as `./taki serve` does, on a folder that is gone afterwards; its bots let no
time pass. The tournament is opened and looked at by `tournament_inside`, a process with Django's settings,
which takes the same arguments. Exit code 1 where a table is lost, a log is not sound or time runs out.
"""

import argparse
import sys
from collections.abc import Sequence

from taki_api.local.unusable import Unusable
from tests.benchmarks import report
from tests.benchmarks.served import server

PACE = {"TAKI_BOT_PACE_PERCENT": "0"}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, 1 as above, or 2 where the server cannot be had."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    options(arguments)  # what is wrong with them is said before anything is started
    try:
        with server(PACE) as served:
            played = served.inside("-m", "tests.benchmarks.tournament_inside", *arguments)
            return played.returncode or served.inside("manage.py", "verify").returncode
    except Unusable as problem:
        sys.stderr.write(f"{problem.details}\n{problem}\n")
        return 2


def options(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser("tournament", "A tournament of bots on a real server, to its end.", rounds=False)
    parser.add_argument(
        "--kind", default="swiss", choices=["swiss", "series", "duplicate"], help="how they meet"
    )
    parser.add_argument("--bots", type=int, default=512, help="how many play")
    parser.add_argument("--level", default="normal", choices=["easy", "normal", "hard"], help="how well")
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds there are")
    parser.add_argument("--table-size", type=int, default=4, help="the most seats at a table")
    parser.add_argument("--hand-size", type=int, default=8, help="cards dealt; with fewer, games are shorter")
    parser.add_argument("--most-minutes", type=float, default=60, help="give up after so long")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
