"""Opens the tournament whose server `killing_rounds` kills, and compares it afterwards; needs settings.

rounds_inside open --bots 24 --rounds 9 --hand-size 3
rounds_inside check ID
"""

import argparse
import sys
from collections.abc import Sequence
from uuid import UUID

import django

django.setup()

from games.tournaments.kinds import Kind  # noqa: E402
from tests.benchmarks.tournament_inside import opened  # noqa: E402
from tests.tournaments.undisturbed import faults  # noqa: E402


def main(argv: Sequence[str] | None = None) -> int:
    """Open one and print its id, or compare one and print what is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.rounds_inside")
    actions = parser.add_subparsers(dest="action", required=True)
    opening = actions.add_parser("open")
    opening.add_argument("--bots", type=int, required=True)
    opening.add_argument("--rounds", type=int, required=True)
    opening.add_argument("--hand-size", type=int, required=True)
    actions.add_parser("check").add_argument("tournament", type=UUID)
    chosen = parser.parse_args(argv)
    if chosen.action == "open":
        sizes = {"rounds": chosen.rounds, "table_size": 4, "hand_size": chosen.hand_size}
        print(opened(Kind.SWISS, chosen.bots, level="normal", **sizes))
        return 0
    wrong = [*faults(chosen.tournament)]
    found = "; ".join(wrong) or "The tournament is as if undisturbed: pairings, results, standings."
    print(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
