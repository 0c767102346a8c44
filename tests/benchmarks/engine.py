"""The engine's speed: random playouts and replay, beside RLCard's UNO in the same run.

    .venv/bin/python -m tests.benchmarks.engine

Rounds take turns (ours, peer, ours, peer), and each figure is the median of its rounds, in CPU time: other
work on the machine then counts for little.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial

from games.engine.events import Event
from tests.benchmarks import playouts, report
from tests.benchmarks.report import Report, middle
from tests.benchmarks.rlcard_peer import NoPeer, Uno, uno
from tests.benchmarks.spans import Span, timed

PLAYOUTS = "playouts"
LOOKING = "playouts, each mover with its view"
REPLAY = "replay, events"
PEER = "RLCard's UNO, game.step"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, or 2 where the peer cannot be had."""
    options = _options(argv)
    try:
        with nullcontext(None) if options.no_peer else uno() as peer:
            found = _measure(options, peer)
    except NoPeer as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    found.tell(options.json)
    return 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = report.parser("engine", "Random playouts and replay of the engine, beside RLCard's UNO.")
    parser.add_argument("--games", type=int, default=40, help="games in each round, ours and the peer's")
    parser.add_argument("--seats", type=int, default=4, help="seats at each game")
    parser.add_argument("--no-peer", action="store_true", help="leave RLCard out")
    return parser.parse_args(argv)


def _measure(options: argparse.Namespace, peer: Uno | None) -> Report:
    found = Report(
        "engine",
        f"Engine, {options.seats} seats, random legal play: a second of one core's CPU time",
        ["a second", "µs each", "ratio to peer", "a second of the clock"],
        report.settings_of(options),
    )
    rounds = [_round(options, peer, number) for number in range(options.rounds + 1)][1:]  # the first warms up
    for kind in rounds[0]:
        found.lines.append(_line(kind, rounds))
    found.rounds = [{kind: span._asdict() for kind, span in round_.items()} for round_ in rounds]
    found.notes.append("Ours opens, deals and plays whole games with all rules; `step` makes a view as well.")
    return found


def _round(options: argparse.Namespace, peer: Uno | None, number: int) -> dict[str, Span]:
    games, seats = options.games, options.seats
    seeds = range(number * games, (number + 1) * games)
    spans: dict[str, Span] = {}
    works = _works(seeds, seats, playouts.logs_of(seeds, seats))
    for kind, work in works.items():
        if peer is not None and kind != REPLAY:
            # Beside each of ours, so that both meet the machine in the same mood.
            played = peer.play(games, seats, number)
            spans[PEER] = spans[PEER] | played if PEER in spans else played
        spans[kind] = timed(work)
    return spans


def _works(seeds: range, seats: int, logs: list[list[Event]]) -> dict[str, Callable[[], int]]:
    return {
        PLAYOUTS: partial(playouts.play_all, seeds, seats, looking=False),
        LOOKING: partial(playouts.play_all, seeds, seats, looking=True),
        REPLAY: partial(playouts.replay_all, logs),
    }


def _line(kind: str, rounds: Sequence[dict[str, Span]]) -> report.Line:
    rate = middle([round_[kind].a_second for round_ in rounds])
    clock = middle([round_[kind].a_wall_second for round_ in rounds])
    has_ratio = PEER in rounds[0] and kind in (PLAYOUTS, LOOKING)
    ratio = (
        middle([round_[kind].a_second / round_[PEER].a_second for round_ in rounds]) if has_ratio else None
    )
    assert rate is not None
    return report.Line(kind, [rate, 1e6 / rate, ratio, clock])


if __name__ == "__main__":
    sys.exit(main())
