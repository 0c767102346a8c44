"""Pairing: seconds for a large Swiss, round by round; repeats and byes over many random fields.

    .venv/bin/python -m tests.benchmarks.pairing

Results are made up: the better entrant wins more often. Time is CPU time. In the random fields some leave and
some enter between the rounds.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from random import Random
from statistics import median

from games.tournaments.kinds import Kind
from games.tournaments.pairing import pair
from games.tournaments.results import Pairing, Round
from games.tournaments.standings import standings
from tests.benchmarks import report
from tests.benchmarks.report import Report
from tests.tournaments.playing import SEED, by_strength, closed, repeats

TABLE_SIZES = (2, 4)
RANDOM_FIELDS = ((8, 31), (32, 120))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell."""
    options = _options(argv)
    found = Report(
        "pairing",
        f"Swiss of {options.entrants} entrants, {options.rounds} rounds; {options.fields} random fields",
        ["s", "slowest", "standings", "repeats", "second byes", "seats"],
        report.settings_of(options),
    )
    for table_size in TABLE_SIZES:
        seconds, standing, rounds = _large(options.entrants, table_size, options.rounds)
        found.add(
            f"{options.entrants} at tables of {table_size}",
            median(seconds),
            max(seconds),
            standing,
            repeats(rounds),
            _second_byes(rounds),
            _seats_apart(rounds),
        )
        found.rounds.append({"table_size": table_size, "seconds": seconds})
    for table_size, (least, most) in product(TABLE_SIZES, RANDOM_FIELDS):
        fields = [
            _random_field(Random(number), least, most, table_size, options.rounds)
            for number in range(options.fields)
        ]
        found.add(
            f"{options.fields} fields of {least} to {most}, tables of {table_size}",
            None,
            None,
            None,
            sum(map(repeats, fields)),
            sum(map(_second_byes, fields)),
            max(map(_seats_apart, fields), default=0),
        )
    found.notes.append(
        "Seconds of CPU a round. Seats: the most that anybody sat on one oftener than on another."
    )
    found.tell(options.json)
    return 0


def _large(entrants: int, table_size: int, rounds: int) -> tuple[list[float], float, list[Round]]:
    chance, seconds, found = Random(1), list[float](), list[Round]()
    for _ in range(rounds):
        begun = time.process_time()
        pairing = _paired(range(entrants), found, table_size)
        seconds.append(time.process_time() - begun)
        found.append(closed(pairing, by_strength, chance))
    begun = time.process_time()
    standings(Kind.SWISS, range(entrants), found, seed=SEED)
    return seconds, time.process_time() - begun, found


def _random_field(chance: Random, least: int, most: int, table_size: int, rounds: int) -> list[Round]:
    field = list(range(chance.randint(least, most)))
    found: list[Round] = []
    entered = len(field)
    for _ in range(rounds):
        found.append(closed(_paired(field, found, table_size), by_strength, chance))
        field = [entrant for entrant in field if chance.random() > 0.02]
        if chance.random() < 0.3:
            field.append(entered)
            entered += 1
    return found


def _paired(field: Sequence[int], rounds: Sequence[Round], table_size: int) -> Pairing:
    number = len(rounds) + 1
    return pair(Kind.SWISS, field, rounds, table_size=table_size, advance=1, seed=SEED, number=number)


def _second_byes(rounds: Sequence[Round]) -> int:
    byes = Counter(entrant for one in rounds for entrant in one.byes)
    return sum(times - 1 for times in byes.values())


def _seats_apart(rounds: Sequence[Round]) -> int:
    times: dict[int, Counter[int]] = {}
    for one in rounds:
        for result in one.results:
            for seat, entrant in enumerate(result.entrants):
                times.setdefault(entrant, Counter())[seat] += 1
    # The last seats of a table are those that a smaller table has not.
    seats = min((len(result.entrants) for one in rounds for result in one.results), default=0)
    held = ([mine[seat] for seat in range(seats)] for mine in times.values())
    return max((max(mine) - min(mine) for mine in held), default=0)


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    asked = report.parser("pairing", "How long pairing takes, and what it cannot avoid.", rounds=False)
    asked.add_argument("--entrants", type=int, default=1000, help="in the large Swiss")
    asked.add_argument("--rounds", type=int, default=9, help="of each tournament")
    asked.add_argument("--fields", type=int, default=200, help="random ones")
    return asked.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
