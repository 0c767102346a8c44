"""Kills workers, beat and PostgreSQL of a real server while rounds of a tournament close and open.

    .venv/bin/python -m tests.faults.killing_rounds

Bots play; nobody helps. A part is killed the moment that the last game of a round has ended and the round is
still open, and another while the games of the next are being opened; locks make both last until then. At the
end `rounds_inside` plays the same results through the rules of tournaments in a fresh state, undisturbed, and
every log is verified. Exit code 1 where the tournament stands still or is another than the undisturbed one.
"""

import argparse
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

import psycopg

from taki_api.local.leftovers import recorded
from taki_api.local.unusable import Unusable
from tests.benchmarks import proc, report
from tests.benchmarks.report import Report, settings_of
from tests.benchmarks.served import Served, server
from tests.benchmarks.tournament import PACE
from tests.faults import holding
from tests.faults.holding import hold

PARTS: Final = ("worker", "beat", "postgres")
CLOSING, OPENING, PLAYING, OVER, BETWEEN = "closing", "opening", "playing", "over", "between"
_LOCKS: Final = {OPENING: holding.OPENING, CLOSING: holding.CLOSING}
_PATIENCE_SECONDS: Final = 300
_POLL_SECONDS: Final = 0.02

# Of the open round: whether a game is still to be opened, or none plays any more.
_LOOK: Final = """
    SELECT head.round, head.status IN ('finished', 'canceled'), head.round_open,
           bool_or(game.id IS NULL), bool_or(game.status = 'playing')
      FROM tournaments_tournament AS head
      LEFT JOIN tournaments_table AS here
             ON here.tournament_id = head.id AND here.round = head.round AND here.stage = 'playing'
      LEFT JOIN games_game AS game ON game.id = here.game_id
  GROUP BY head.id
"""


class StoodStill(Exception):
    """The tournament did not go on; the message says after what."""


def main(argv: Sequence[str] | None = None) -> int:
    """Kill and tell; 0 where all is as if undisturbed, 1 where not, 2 where the server cannot be had."""
    chosen = options(argv)
    columns = ["kills", "on again, p50 s", "max s"]
    told = Report("killing_rounds", "Killed while rounds close and open", columns, settings_of(chosen))
    try:
        with server(PACE) as served:
            held = hold(served, holding.OPENING)
            tournament_id = _opened(served, chosen)
            took: dict[str, list[float]] = defaultdict(list)
            for what, seconds in _kills(served, chosen.parts, held):
                took[what].append(seconds)
            code = _checked(served, tournament_id, told)
    except StoodStill as stood:
        sys.stderr.write(f"{stood}\n")
        return 1
    except Unusable as problem:
        sys.stderr.write(f"{problem.details}\n{problem}\n")
        return 2
    for what, seconds_of in sorted(took.items()):
        told.add(what, len(seconds_of), median(seconds_of), max(seconds_of))
    told.tell(chosen.json)
    return code


def options(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser("killing_rounds", "Kills parts of a server while rounds close.", rounds=False)
    parser.prog = "python -m tests.faults.killing_rounds"
    parser.add_argument("--bots", type=int, default=24, help="how many play, at tables of four")
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds there are")
    parser.add_argument("--hand-size", type=int, default=3, help="cards dealt; with few, rounds are short")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is killed, in turn")
    return parser.parse_args(argv)


def _opened(served: Served, chosen: argparse.Namespace) -> str:
    sizes = {"bots": chosen.bots, "rounds": chosen.rounds, "hand-size": chosen.hand_size}
    words = ("open", *(f"--{name}={size}" for name, size in sizes.items()))
    done = served.inside("-m", "tests.faults.rounds_inside", *words, captured=True)
    if done.returncode:
        raise StoodStill("The tournament could not be opened.")
    return done.stdout.split()[-1]


def _kills(served: Served, parts: Sequence[str], held: psycopg.Connection) -> Iterator[tuple[str, float]]:
    """Kill the parts in turn, twice a round; yield what was killed when, and the seconds until it went on.

    `held` is what makes the first moment last.
    """
    killed: set[tuple[int, str]] = set()
    awaited = OPENING
    for moment in _moments(served):
        if moment[1] == PLAYING and awaited == OPENING:  # gone by while PostgreSQL was started again
            held.close()
            awaited, held = CLOSING, hold(served, _LOCKS[CLOSING])
        if moment[1] not in _LOCKS or moment in killed:
            continue
        part = parts[len(killed) % len(parts)]
        killed.add(moment)
        awaited = CLOSING if moment[1] == OPENING else OPENING
        held = _killed_while(held, _LOCKS[awaited], served, part)
        yield f"{part}, round {moment[1]}", _seconds_until_another(served, moment, part)
    held.close()


def _killed_while(held: psycopg.Connection, following: str, served: Served, part: str) -> psycopg.Connection:
    # The moment that follows is held before this one is let go, so that none is missed.
    holds_next = hold(served, following)
    before = _kill(served, part)
    held.close()
    _wait_until_started(served, part, before)
    if part != "postgres":
        return holds_next
    holds_next.close()  # what it held is gone with the server
    return hold(served, following)


def _moments(served: Served) -> Iterator[tuple[int, str]]:
    until = time.monotonic() + _PATIENCE_SECONDS
    before = None
    while True:
        now = _moment(served)
        if now != before:
            before, until = now, time.monotonic() + _PATIENCE_SECONDS
        if time.monotonic() > until:
            raise StoodStill(f"Round {now[0]} stood still for {_PATIENCE_SECONDS} seconds.")
        yield now
        if now[1] == OVER:
            return
        time.sleep(_POLL_SECONDS)


def _moment(served: Served) -> tuple[int, str]:
    """Return the number of the newest round, and what is being done with it."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            with served.connect() as database:
                row = database.execute(_LOOK).fetchone()
        except psycopg.OperationalError:  # killed a moment ago
            time.sleep(_POLL_SECONDS)
            continue
        assert row is not None
        number, is_over, is_open, opens, plays = row
        if is_over:
            return number, OVER
        if not is_open:
            return number, BETWEEN
        return number, OPENING if opens else PLAYING if plays else CLOSING
    raise StoodStill("PostgreSQL was not started again.")


def _kill(served: Served, part: str) -> int | None:
    """Kill a part with all its processes; return its process, None where it died a moment ago."""
    pid = recorded(served.folder.run / f"{part}.pid")
    # Those of PostgreSQL are each in a group of their own.
    for each in proc.tree(pid) if pid is not None else ():
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return pid


def _wait_until_started(served: Served, part: str, before: int | None) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while recorded(served.folder.run / f"{part}.pid") in (None, before):
        if time.monotonic() > until:
            raise StoodStill(f"{part} was not started again.")
        time.sleep(_POLL_SECONDS)


def _seconds_until_another(served: Served, moment: tuple[int, str], part: str) -> float:
    began = time.monotonic()
    while _moment(served) == moment:
        if time.monotonic() > began + _PATIENCE_SECONDS:
            raise StoodStill(
                f"Round {moment[0]} stood still after {part} was killed while it was {moment[1]}."
            )
        time.sleep(_POLL_SECONDS)
    return time.monotonic() - began


def _checked(served: Served, tournament_id: str, told: Report) -> int:
    checks = (("-m", "tests.faults.rounds_inside", "check", tournament_id), ("manage.py", "verify"))
    code = 0
    for words in checks:
        done = served.inside(*words, captured=True)
        told.notes.append(" ".join(done.stdout.split()))
        code = code or done.returncode
    return code


if __name__ == "__main__":
    sys.exit(main())
