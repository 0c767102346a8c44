"""How much sooner `duplicate` finds the true order of bots of known strength than `series`, by simulation.

    .venv/bin/python -m tests.benchmarks.duplicate

Bot k of a field of n plays each decision as `normal` does with probability k/(n-1), else as `easy`: the
higher k, the stronger. Whole tournaments of these bots are played over the bare engine, paired and scored as
the server does it, in each of three ways: `series`; `duplicate`; and `duplicate` with another deal at every
table, which shows what the scoring alone does. After 1, 2, 4, ... rounds the standings are compared with the
true order by Kendall's tau: 1 where they are the same, 0 where they know nothing of it.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import mean, stdev
from typing import Final

from games.bots import easy, normal
from games.bots.memory import Memory
from games.engine.commands import MoveForOther
from games.engine.sight import View
from games.tournaments.kinds import Kind
from games.tournaments.pairing import pair
from games.tournaments.results import Round, TableResult
from games.tournaments.standings import standings
from tests.benchmarks import report
from tests.benchmarks.report import Report, settings_of
from tests.bots.playing import Chooser, play
from tests.engine.boxes import EDITIONS
from tests.engine.mixes import Mix, plain

_SEATS: Final = 4
_Z: Final = 1.959964  # of the normal distribution: 95 % lie within
_DRAWN_ANEW: Final = 2_000
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

type Curves = Mapping[str, Sequence[Sequence[float]]]
"""Of each way and each tournament tau after each of the numbers of rounds that are looked at."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play and tell."""
    chosen = _options(argv)
    looked_at = [2**power for power in range(chosen.rounds.bit_length()) if 2**power <= chosen.rounds]
    tables = chosen.bots // _SEATS
    columns = [f"{way.name}{end}" for way in WAYS for end in (", tau", " ±")]
    title = f"{chosen.bots} bots at tables of {_SEATS}: how near the standings come to the true order"
    told = Report("duplicate", title, columns, settings_of(chosen))
    curves = _played(chosen, looked_at)
    count = len(curves[SERIES.name])
    for at, rounds in enumerate(looked_at):
        values = [figure for way in WAYS for figure in _mean([curve[at] for curve in curves[way.name]])]
        told.add(f"after {rounds * tables} games", *values)
    games = [rounds * tables for rounds in looked_at]
    for tau in _TAUS:
        told.notes.append(_sentence(curves, games, tau))
    told.notes.append(f"{count} tournaments each way; ± and intervals hold the true mean in 95 of 100 cases.")
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
    parser.add_argument("--rounds", type=int, default=32, help="how many rounds a tournament has")
    parser.add_argument("--tournaments", type=int, default=100, help="how many of each kind at most")
    parser.add_argument("--most-seconds", type=float, default=480, help="begin no more after so long")
    chosen = parser.parse_args(argv)
    if chosen.bots < 2 * _SEATS or chosen.bots % _SEATS or chosen.rounds < 1 or chosen.tournaments < 2:
        parser.error("bots are a multiple of four from 8 on, rounds 1 or more, tournaments 2 or more")
    return chosen


def _played(chosen: argparse.Namespace, looked_at: Sequence[int]) -> Curves:
    curves: dict[str, list[list[float]]] = {way.name: [] for way in WAYS}
    until = time.monotonic() + chosen.most_seconds
    for number in range(chosen.tournaments):
        if number >= 2 and time.monotonic() > until:
            break
        for way in WAYS:
            curves[way.name].append([*_taus(way, number, chosen.bots, looked_at)])
        sys.stderr.write(f"tournament {number + 1} of {chosen.tournaments} played each way\n")
    return curves


def _taus(way: Way, number: int, bots: int, looked_at: Sequence[int]) -> Iterator[float]:
    """Play one tournament; yield tau after the rounds that are looked at."""
    chance, seed = Random(f"{way.name} {number}"), number.to_bytes(32, "big")
    choosers = [bot(strength / (bots - 1), chance) for strength in range(bots)]
    rounds: list[Round] = []
    for played in range(1, looked_at[-1] + 1):
        pairing = pair(way.kind, range(bots), rounds, table_size=_SEATS, advance=1, seed=seed, number=played)
        deal = chance.getrandbits(64)
        results = []
        for entrants in pairing.tables:
            deal = deal if way.deals_alike else chance.getrandbits(64)
            results.append(_game(deal, way.mix, entrants, choosers))
        rounds.append(Round(tuple(results), pairing.byes))
        if played in looked_at:
            yield kendall([one.entrant for one in standings(way.kind, range(bots), rounds, seed=seed)])


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


def kendall(order: Sequence[int]) -> float:
    """Return Kendall's tau between an order, best first, and the true one, in which higher is better."""
    pairs = [*combinations(order, 2)]
    right = sum(better > worse for better, worse in pairs)
    return (2 * right - len(pairs)) / len(pairs)


def games_needed(taus: Sequence[float], games: Sequence[int], wanted: float) -> float | None:
    """Return after how many games tau is as high, between two looks by the logarithm; None if never."""
    if taus[0] >= wanted:
        return float(games[0])
    for at in range(1, len(taus)):
        low, high = taus[at - 1], taus[at]
        if low < wanted <= high:
            share = (wanted - low) / (high - low)
            return exp(log(games[at - 1]) + share * (log(games[at]) - log(games[at - 1])))
    return None


def _sentence(curves: Curves, games: Sequence[int], tau: float) -> str:
    needed = {way.name: games_needed(_means(curves[way.name]), games, tau) for way in WAYS}
    said = ", ".join(f"{name} {'more' if n is None else f'{n:.0f}'}" for name, n in needed.items())
    series, duplicate = needed[SERIES.name], needed[DUPLICATE.name]
    if series is None or duplicate is None:
        return f"Games until tau is {tau}: {said}."
    low, high = _interval(curves, games, tau)
    return f"Games until tau is {tau}: {said}; series / duplicate {series / duplicate:.2f} ({low} to {high})."


def _interval(curves: Curves, games: Sequence[int], tau: float) -> tuple[str, str]:
    """Return the bounds of the ratio, from tournaments that are drawn anew with replacement."""
    chance, ratios = Random(0), []
    for _ in range(_DRAWN_ANEW):
        needed = []
        for way in (SERIES, DUPLICATE):
            of = curves[way.name]
            needed.append(games_needed(_means(chance.choices(of, k=len(of))), games, tau))
        series, duplicate = needed
        ratios.append(float("inf") if series is None or duplicate is None else series / duplicate)
    ratios.sort()
    bounds = ratios[len(ratios) // 40], ratios[-len(ratios) // 40]
    low, high = (f"{bound:.2f}" if bound < float("inf") else "not reached" for bound in bounds)
    return low, high


def _means(curves: Sequence[Sequence[float]]) -> list[float]:
    return [mean(column) for column in zip(*curves, strict=True)]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    return mean(values), _Z * stdev(values) / sqrt(len(values))


if __name__ == "__main__":
    sys.exit(main())
