"""One million random moves in every edition, without a broken law.

    .venv/bin/python -m tests.benchmarks.million [--moves N] [--edition KEY] [--options random]

Stops at the first broken law and tells the game that shows it.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from tests.benchmarks import report
from tests.benchmarks.lawful_games import LawBroken, Tally, play
from tests.benchmarks.report import Report
from tests.engine.boxes import EDITIONS

EDITION, RANDOM = "edition", "random"


class _Played(NamedTuple):
    tally: Tally
    cpu: float


def main(argv: Sequence[str] | None = None) -> int:
    """Play and tell; 0, or 1 where a law is broken."""
    options = _options(argv)
    keys = [options.edition] if options.edition else list(EDITIONS)
    found = Report(
        "million",
        f"Random games under the laws, at least {options.moves:,} moves each, options: {options.options}",
        ["games", "moves", "events", "looks", "refused", "CPU seconds", "moves a second"],
        report.settings_of(options),
    )
    work = partial(_played, moves=options.moves, how=options.options, seed=options.seed)
    try:
        with ProcessPoolExecutor(options.processes) as workers:
            for key, (tally, cpu) in zip(keys, workers.map(work, keys), strict=True):
                counts = (tally.games, tally.moves, tally.events, tally.looks, tally.refused)
                found.add(key, *counts, cpu, tally.moves / cpu)
                ends = ", ".join(f"{name} {times}" for name, times in sorted(tally.endings.items()))
                found.notes.append(f"{key}: {ends}.")
    except LawBroken as broken:
        sys.stderr.write(f"{broken}\n")
        return 1
    found.tell(options.json)
    return 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = report.parser("million", "Random games in every edition under the laws.", rounds=False)
    parser.add_argument("--moves", type=int, default=1_000_000, help="moves in each edition, at least")
    parser.add_argument("--edition", choices=list(EDITIONS), help="only this one")
    parser.add_argument("--options", choices=[EDITION, RANDOM], default=EDITION, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="other games")
    parser.add_argument("--processes", type=int, default=1, help="editions that are played side by side")
    return parser.parse_args(argv)


def _played(key: str, *, moves: int, how: str, seed: int) -> _Played:
    begun = time.process_time()
    tally = play(EDITIONS[key], moves, random_options=how == RANDOM, seed=seed)
    return _Played(tally, time.process_time() - begun)


if __name__ == "__main__":
    sys.exit(main())
