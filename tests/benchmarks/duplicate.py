"""How much sooner `duplicate` finds the true order of bots of known strength than `series`, by simulation.

    .venv/bin/python -m tests.benchmarks.duplicate

Bot k of a field of n plays each decision as `normal` does with a probability, else as `easy`: the higher k,
the stronger, in even steps from `--weakest` to 1. Whole tournaments of these bots are played over the bare
engine, paired and scored as the server does it, in each of three ways: `series`; `duplicate`; and `duplicate`
with another deal at every table, which shows what the scoring alone does. After 1, 2, 4, ... rounds the
standings are compared with the true order by Kendall's tau: 1 where they are the same, 0 where they know
nothing of it. How much one game tells is asked of every round by itself, too: where strengths lie near each
other, no tournament here is long enough for a high tau.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Final

from games.bots import easy, normal
from games.bots.memory import Memory
from games.engine.commands import MoveForOther
from games.engine.sight import View
from games.tournaments.kinds import Kind
from games.tournaments.pairing import pair
from games.tournaments.results import Round, TableResult
from games.tournaments.standings import standings
from tests.benchmarks import orders, report
from tests.benchmarks.report import Report, settings_of
from tests.bots.playing import Chooser, play
from tests.engine.boxes import EDITIONS
from tests.engine.mixes import Mix, plain

_SEATS: Final = 4
_TAUS: Final = (0.5, 0.6, 0.7)


@dataclass(frozen=True)
class Way:
    """A way to hold a tournament."""

    name: str
    kind: Kind
    deals_alike: bool

    @property
    def mix(self) -> Mix:
        """What its tables play."""
        mix = plain(EDITIONS["super-116"], _SEATS)
        if self.kind is Kind.SERIES:
            return replace(mix, options=replace(mix.options, scoring="series"))
        return mix


SERIES: Final = Way("series", Kind.SERIES, deals_alike=False)
DUPLICATE: Final = Way("duplicate", Kind.DUPLICATE, deals_alike=True)
UNLIKE: Final = Way("duplicate, unlike deals", Kind.DUPLICATE, deals_alike=False)
WAYS: Final = (SERIES, DUPLICATE, UNLIKE)

type Tournament = Sequence[Round]


def main(argv: Sequence[str] | None = None) -> int:
    """Play and tell."""
    chosen = _options(argv)
    looked_at = [2**power for power in range(chosen.rounds.bit_length()) if 2**power <= chosen.rounds]
    tables = chosen.bots // _SEATS
    columns = [f"{way.name}{end}" for way in WAYS for end in (", tau", " ±")]
    title = f"{chosen.bots} bots at tables of {_SEATS}: how near the standings come to the true order"
    told = Report("duplicate", title, columns, settings_of(chosen))
    played = _played(chosen, looked_at[-1])
    curves = {
        way.name: [_taus(way, n, one, chosen.bots, looked_at) for n, one in enumerate(played[way.name])]
        for way in WAYS
    }
    for at, rounds in enumerate(looked_at):
        columns_of = ([curve[at] for curve in curves[way.name]] for way in WAYS)
        told.add(f"after {rounds * tables} games", *(n for of in columns_of for n in orders.with_doubt(of)))
    told.notes += [_needed(curves, [rounds * tables for rounds in looked_at], tau) for tau in _TAUS]
    told.notes += _worths(played, strengths(chosen.bots, chosen.weakest))
    count = len(played[SERIES.name])
    told.notes.append(
        f"{count} tournaments each way; ± and intervals hold the true value in 95 of 100 cases."
    )
    told.rounds = [
        {"way": name, "tournament": n, "tau": curve}
        for name, of in curves.items()
        for n, curve in enumerate(of)
    ]
    told.tell(chosen.json)
    return 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = report.parser(
        "duplicate", "How soon duplicate and series find the true order of bots.", rounds=False
    )
    parser.add_argument("--bots", type=int, default=16, help="how many play, a multiple of four")
    parser.add_argument("--weakest", type=float, default=0.0, help="how often the weakest plays as normal")
    parser.add_argument("--rounds", type=int, default=32, help="how many rounds a tournament has")
    parser.add_argument("--tournaments", type=int, default=100, help="how many of each kind at most")
    parser.add_argument("--most-seconds", type=float, default=480, help="begin no more after so long")
    chosen = parser.parse_args(argv)
    if chosen.bots < 2 * _SEATS or chosen.bots % _SEATS or chosen.rounds < 1 or chosen.tournaments < 2:
        parser.error("bots are a multiple of four from 8 on, rounds 1 or more, tournaments 2 or more")
    if not 0 <= chosen.weakest < 1:
        parser.error("the weakest plays as normal with a probability of 0 to less than 1")
    return chosen


def strengths(bots: int, weakest: float) -> list[float]:
    """Return how often each bot plays as `normal`, the last always."""
    return [weakest + (1 - weakest) * number / (bots - 1) for number in range(bots)]


def _played(chosen: argparse.Namespace, rounds: int) -> Mapping[str, Sequence[Tournament]]:
    played: dict[str, list[Tournament]] = {way.name: [] for way in WAYS}
    until = time.monotonic() + chosen.most_seconds
    skills = strengths(chosen.bots, chosen.weakest)
    for number in range(chosen.tournaments):
        if number >= 2 and time.monotonic() > until:
            break
        for way in WAYS:
            played[way.name].append([*_rounds(way, number, skills, rounds)])
        sys.stderr.write(f"tournament {number + 1} of {chosen.tournaments} played each way\n")
    return played


def _rounds(way: Way, number: int, skills: Sequence[float], count: int) -> Iterator[Round]:
    chance, seed, field = Random(f"{way.name} {number}"), _seed(number), range(len(skills))
    choosers = [bot(skill, chance) for skill in skills]
    rounds: list[Round] = []
    while len(rounds) < count:
        pairing = pair(
            way.kind, field, rounds, table_size=_SEATS, advance=1, seed=seed, number=len(rounds) + 1
        )
        deal = chance.getrandbits(64)
        results = []
        for entrants in pairing.tables:
            deal = deal if way.deals_alike else chance.getrandbits(64)
            results.append(_game(deal, way.mix, entrants, choosers))
        rounds.append(Round(tuple(results), pairing.byes))
        yield rounds[-1]


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def _game(deal: int, mix: Mix, entrants: tuple[int, ...], choosers: Sequence[Chooser]) -> TableResult:
    *_, last = play(deal, mix, [choosers[entrant] for entrant in entrants])
    assert last.ended is not None
    places = tuple(place or _SEATS for place in last.ended.places)
    return TableResult(entrants, places, tuple(points or 0 for points in last.ended.points))


def bot(skill: float, chance: Random) -> Chooser:
    """Return one that plays as `normal` with this probability, else as `easy`, by a chance of its own."""

    def choose(view: View, memory: Memory, _chance: Random) -> tuple[MoveForOther, ...]:
        move = normal.choose(view, memory, chance) if chance.random() < skill else easy.choose(view, chance)
        return () if move is None else (move,)  # type: ignore[return-value]

    return choose


def _taus(way: Way, number: int, rounds: Tournament, bots: int, looked_at: Sequence[int]) -> list[float]:
    found = []
    for count in looked_at:
        placed = standings(way.kind, range(bots), rounds[:count], seed=_seed(number))
        found.append(orders.kendall([one.entrant for one in placed]))
    return found


def _needed(curves: Mapping[str, Sequence[Sequence[float]]], games: Sequence[int], tau: float) -> str:
    needed = {way.name: orders.games_needed(orders.means(curves[way.name]), games, tau) for way in WAYS}
    said = ", ".join(f"{name} {'more' if n is None else f'{n:.0f}'}" for name, n in needed.items())
    series, duplicate = needed[SERIES.name], needed[DUPLICATE.name]
    if series is None or duplicate is None:
        return f"Games until tau is {tau}: {said}."
    bounds = orders.needed_ratio(curves[SERIES.name], curves[DUPLICATE.name], games, tau)
    low, high = (f"{bound:.2f}" if bound < inf else "not reached" for bound in bounds)
    return f"Games until tau is {tau}: {said}; series / duplicate {series / duplicate:.2f} ({low} to {high})."


def _worths(played: Mapping[str, Sequence[Tournament]], skills: Sequence[float]) -> Iterator[str]:
    def told(way: Way, kind: Kind) -> list[orders.Told]:
        return [orders.told_by(kind, rounds, skills) for rounds in played[way.name]]

    series, duplicate = told(SERIES, SERIES.kind), told(DUPLICATE, DUPLICATE.kind)
    by_points = told(DUPLICATE, Kind.SERIES)
    yield f"One game of series tells {orders.worth(series):.4f} of strength, as much as luck is 1."
    yield f"One of duplicate is worth {_said(*orders.ratio(duplicate, series))} of series;"
    yield f"with unlike deals {_said(*orders.ratio(told(UNLIKE, UNLIKE.kind), series))};"
    of_the_same = _said(*orders.ratio(duplicate, by_points, paired=True))
    yield f"and {of_the_same} of the same, counted by points alone."


def _said(value: float, low: float, high: float) -> str:
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    sys.exit(main())
