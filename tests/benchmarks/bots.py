"""The bots' strength: how often one of a level wins against others of the level below, and its time a move.

    .venv/bin/python -m tests.benchmarks.bots

One seat is of the level that is measured, all others of the one below; the seat goes round from game to game.
A place that is shared counts in part. Time is CPU time, of decisions in which there is something to choose.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import median, quantiles

from games.bots.choosing import ITERATIONS
from games.bots.levels import LEVELS, Level
from games.bots.memory import Memory
from games.engine.commands import MoveForOther
from games.engine.sight import View
from tests.benchmarks import report
from tests.benchmarks.report import Report
from tests.bots.playing import Chooser, of_level, play
from tests.engine.boxes import EDITIONS
from tests.engine.mixes import plain

BELOW = {Level.NORMAL: Level.EASY, Level.HARD: Level.NORMAL}
_TOLD_EVERY = 50  # games: an hour may pass before the table
_Z = 1.959964  # of the normal distribution: 95 % lie within


@dataclass
class Found:
    """What some games of one level against another told; times are in seconds."""

    games: int = 0
    wins: float = 0.0
    times: list[float] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell."""
    options = _options(argv)
    found = Report(
        "bots",
        f"Bots, {options.edition}: how often one wins against others of the level below",
        ["games", "won, %", "95 % from", "to", "par, %", "ms a move", "ms, p99"],
        report.settings_of(options),
    )
    for level in options.levels:
        for seats in options.seats:
            games = options.normal_games if level is Level.NORMAL else options.hard_games
            played = _measure(level, seats, games, options)
            found.lines.append(_line(level, seats, played))
            found.rounds.append({"level": level, "seats": seats, "games": played.games, "wins": played.wins})
    versions = ", ".join(f"{level} {version}" for level, version in LEVELS.items())
    found.notes.append(f"Versions: {versions}; hard with {options.iterations} iterations a move.")
    found.tell(options.json)
    return 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = report.parser("bots", "Win rates of the bots, level against level.", rounds=False)
    parser.add_argument("--levels", nargs="+", type=Level, choices=[*BELOW], default=[*BELOW])
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 4], help="seats at a table")
    parser.add_argument(
        "--normal-games", type=int, default=2000, help="games of one normal against easy ones"
    )
    parser.add_argument("--hard-games", type=int, default=400, help="games of one hard against normal ones")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help="of each search of hard")
    parser.add_argument("--edition", choices=[*EDITIONS], default="super-116")
    return parser.parse_args(argv)


def _measure(level: Level, seats: int, games: int, options: argparse.Namespace) -> Found:
    found, mix = Found(), plain(EDITIONS[options.edition], seats)
    strong, weak = _timed(of_level(level, options.iterations), found.times), of_level(BELOW[level])
    for number in range(games):
        deal, mine = divmod(number, seats)  # each deal is played from every seat
        choosers = [strong if seat == mine else weak for seat in range(seats)]
        *_, last = play(deal, mix, choosers)
        winners = [seat for seat, place in enumerate(last.state.places) if place == 1]
        found.games += 1
        found.wins += (mine in winners) / len(winners)
        if found.games % _TOLD_EVERY == 0:
            sys.stderr.write(f"{level} at {seats} seats: {found.wins:.1f} of {found.games} won\n")
    return found


def _timed(chooser: Chooser, times: list[float]) -> Chooser:
    def choose_in_time(view: View, memory: Memory, chance: Random) -> tuple[MoveForOther, ...]:
        begun = time.thread_time()
        moves = chooser(view, memory, chance)
        if len(view.legal) > 1:
            times.append(time.thread_time() - begun)
        return moves

    return choose_in_time


def _line(level: Level, seats: int, found: Found) -> report.Line:
    low, high = wilson(found.wins, found.games)
    label = f"{level} against {seats - 1} {BELOW[level]}"
    rates = [100 * found.wins / found.games, 100 * low, 100 * high, 100 / seats]
    p99 = quantiles(found.times, n=100, method="inclusive")[98]
    return report.Line(label, [found.games, *rates, 1e3 * median(found.times), 1e3 * p99])


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return between which rates, by Wilson's score, the true one lies in 95 of 100 cases."""
    rate, spread = wins / games, _Z * _Z / games
    middle = rate + spread / 2
    around = _Z * sqrt(rate * (1 - rate) / games + spread / (4 * games))
    return (middle - around) / (1 + spread), (middle + around) / (1 + spread)


if __name__ == "__main__":
    sys.exit(main())
