"""How strong somebody is and what a result says of it, as numbers; no game, table or player is known here.

The model is Bradley-Terry by Weng and Lin (2011, algorithm 1) as OpenSkill has it: everybody at a table is
compared with everybody else, a shared place is a draw, and what follows is averaged, so that a large table
tells no more of somebody than a small one. Its numbers stand here: no version of the library changes them.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import BradleyTerryPart

from games.engine.lobby import MOST_SEATS

_MODEL: Final = BradleyTerryPart(
    mu=25.0,
    sigma=25.0 / 3,
    beta=25.0 / 6,  # by how much one plays better or worse from game to game
    kappa=0.0001,
    tau=25.0 / 300,  # how much is forgotten before each game: who gets better is followed
    limit_sigma=False,
    balance=False,
    window_size=MOST_SEATS - 1,  # with all others, not only with neighbors in the result
)

# What people read: a newcomer has 1000; with little doubt left 400 more win about ten games of eleven.
FIRST_POINTS: Final = 1000
POINTS_A_UNIT: Final = 30
DEVIATIONS: Final = 3

FEWEST_GAMES: Final = 10
MOST_SIGMA: Final = 6.25  # three quarters of a newcomer's


class Strength(NamedTuple):
    """How well somebody plays: the likeliest value, and the standard deviation of what it may be instead."""

    mu: float
    sigma: float


NEWCOMER: Final = Strength(_MODEL.mu, _MODEL.sigma)


def after_game(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return how strong everybody is after a game of two or more, in the order given.

    Place 1 is the best; equal places are shared. The last bits of the numbers depend on the order.

    :raises ValueError: where fewer than two played.
    """
    teams = [[_MODEL.create_rating([mu, sigma])] for mu, sigma in strengths]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(one.mu, one.sigma) for (one,) in rated]


def ordinal(strength: Strength) -> float:
    """Return what somebody almost certainly reaches: ladders are in this order."""
    return strength.mu - DEVIATIONS * strength.sigma


def points(value: float) -> int:
    """Return a value on the scale of mu as people read it; of an `ordinal` it is the rating."""
    return round(FIRST_POINTS + POINTS_A_UNIT * value)


def is_provisional(strength: Strength, games: int) -> bool:
    """Say whether too little is known to give somebody a rank."""
    return games < FEWEST_GAMES or strength.sigma > MOST_SIGMA
