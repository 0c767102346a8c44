"""How near an order comes to the true one, and how much one round tells of it; nothing is played here.

Intervals hold the true value in 95 of 100 cases; they come from tournaments drawn anew with replacement.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp, inf, log, sqrt
from random import Random
from statistics import mean, stdev
from typing import Final, NamedTuple

from games.tournaments.kinds import Kind
from games.tournaments.results import Round
from games.tournaments.scoring import scores_of_round

_Z: Final = 1.959964  # of the normal distribution: 95 % lie within
_DRAWN_ANEW: Final = 2_000


class Told(NamedTuple):
    """What the rounds of one tournament tell: sums of squares and products of strength and score."""

    strengths: float
    products: float
    scores: float


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


def told_by(kind: Kind, rounds: Sequence[Round], strengths: Sequence[float]) -> Told:
    """Return what these rounds tell of the strengths of all entrants, each scored by itself as this kind."""
    told = Told(0, 0, 0)
    middle = mean(strengths)
    for one in rounds:
        scores = {entrant: float(score) for entrant, score in scores_of_round(kind, one).items()}
        usual = mean(scores.values())
        pairs = [(strengths[entrant] - middle, score - usual) for entrant, score in scores.items()]
        told = Told(
            told.strengths + sum(strength * strength for strength, _ in pairs),
            told.products + sum(strength * score for strength, score in pairs),
            told.scores + sum(score * score for _, score in pairs),
        )
    return told


def worth(all_told: Sequence[Told]) -> float:
    """Return what one game tells: what strength makes of a score over what luck does, as variances."""
    products = sum(told.products for told in all_told)
    squares = sum(told.strengths for told in all_told) * sum(told.scores for told in all_told)
    explained = products * products / squares
    return explained / (1 - explained)


def ratio(
    ones: Sequence[Told], others: Sequence[Told], *, paired: bool = False
) -> tuple[float, float, float]:
    """Return how many games of the others tell as much as one of these, and its bounds.

    `paired`: both are the same tournaments, told in two ways.
    """

    def draw(chance: Random) -> float:
        drawn = chance.choices(range(len(ones)), k=len(ones))
        of_others = drawn if paired else chance.choices(range(len(others)), k=len(others))
        return worth([ones[at] for at in drawn]) / worth([others[at] for at in of_others])

    return worth(ones) / worth(others), *_bounds(draw)


def needed_ratio(
    ones: Sequence[Sequence[float]], others: Sequence[Sequence[float]], games: Sequence[int], tau: float
) -> tuple[float, float]:
    """Return the bounds of how many times the games of the others these need; infinite where never."""

    def draw(chance: Random) -> float:
        first, second = (
            games_needed(means(chance.choices(of, k=len(of))), games, tau) for of in (ones, others)
        )
        return inf if first is None or second is None else first / second

    return _bounds(draw)


def means(curves: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of each column."""
    return [mean(column) for column in zip(*curves, strict=True)]


def with_doubt(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and how far to either side the true one may lie."""
    return mean(values), _Z * stdev(values) / sqrt(len(values))


def _bounds(draw: Callable[[Random], float]) -> tuple[float, float]:
    chance = Random(0)
    drawn = sorted(draw(chance) for _ in range(_DRAWN_ANEW))
    return drawn[_DRAWN_ANEW // 40], drawn[-_DRAWN_ANEW // 40]
