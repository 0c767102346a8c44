"""How far a hand is from being empty, in turns: the measure by which cards are kept or laid."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from games.engine.cards import CARDS, OPENS_A_RUN, Card, Color, Figure, Hand

Burden = Callable[[Hand], float]

_TAKES_OTHERS_ALONG: Final = frozenset(
    card for card in CARDS.values() if card.figure in OPENS_A_RUN or card.figure is Figure.PLUS
)
_PLACES: Final = (*Color, None)
_COLOR_AT: Final = {
    card: _PLACES.index(card.color) for card in CARDS.values()
}  # lists are quicker than names
_HANDS: Final = 100_000  # the same ones are asked about again and again while a move is searched for


class Weights(NamedTuple):
    """What makes a hand long or short, in turns; a number is one turn."""

    turns: Mapping[Figure, float]  # of a card, where it is not one
    with_a_taki: float  # that each card of its color saves
    with_a_plus: float  # that a Plus saves where another card of its color is there
    a_color: float = 0.0  # that each color in the hand costs
    of_one_color: float = 0.0  # that each card of the color held most saves
    alone: float = 0.0  # that a single card saves: its seat is about to win


def measure(weights: Weights) -> Burden:
    """Return the function that says in about how many turns a seat could lay a whole hand; 0 if empty."""
    turns_of = {card: weights.turns.get(card.figure, 1.0) for card in CARDS.values()}

    @lru_cache(_HANDS)
    def burden(hand: Hand) -> float:
        turns = sum([turns_of[card] for card in hand])
        if len(hand) < 2:
            return turns - weights.alone * len(hand)
        held = _held_of_each_color(hand)
        if weights.a_color:
            colors = len(held) - held.count(0)
            turns += weights.a_color * colors - weights.of_one_color * max(held)
        together = _TAKES_OTHERS_ALONG.intersection(hand)
        return turns - _saved(hand, held, together, weights) if together else turns

    return burden


def _held_of_each_color(hand: Hand) -> list[int]:
    held = [0] * len(_PLACES)
    for card in hand:
        held[_COLOR_AT[card]] += 1
    return held[:-1]


def _saved(hand: Hand, held: list[int], together: frozenset[Card], weights: Weights) -> float:
    with_taki = {_COLOR_AT[card] for card in together if card.figure is Figure.TAKI}
    in_runs = sum([held[color] - 1 for color in with_taki])
    after_plus = 0
    for card in together:
        if card.figure is Figure.SUPER_TAKI:
            in_runs += max([count for color, count in enumerate(held) if color not in with_taki], default=0)
        elif card.figure is Figure.PLUS:
            pluses = hand.count(card)
            after_plus += min(pluses, held[_COLOR_AT[card]] - pluses)
    return weights.with_a_taki * in_runs + weights.with_a_plus * after_plus


# By rule of thumb: a card that fits anything goes sooner than others, one that brings another with it costs
# next to nothing, and a Breaker without a +3 to break brings three new ones.
_THUMB: Final = MappingProxyType(
    {
        Figure.PLUS_TWO: 0.9,
        Figure.STOP: 0.9,
        Figure.PLUS: 1.1,
        Figure.CHANGE_COLOR: 0.6,
        Figure.SUPER_TAKI: 0.7,
        Figure.KING: 0.2,
        Figure.PLUS_THREE: 0.6,
        Figure.BREAKER: 2.2,
    }
)
# Halfway from there to what told best who won 800 games of `normal` at four seats (a conditional logit over
# the hands of each turn): Kings, Change Color and +2 serve more than one would think, a Breaker harms more.
_FITTED: Final = MappingProxyType(
    {
        Figure.PLUS_TWO: 0.3,
        Figure.CHANGE_DIRECTION: 0.8,
        Figure.PLUS: 0.5,
        Figure.TAKI: 0.6,
        Figure.CHANGE_COLOR: -0.4,
        Figure.SUPER_TAKI: 0.2,
        Figure.KING: -1.0,
        Figure.PLUS_THREE: 0.65,
        Figure.BREAKER: 2.85,
    }
)

by_thumb: Final = measure(Weights(_THUMB, with_a_taki=0.75, with_a_plus=0.8))
fitted: Final = measure(Weights(_FITTED, 0.6, 0.5, a_color=0.2, of_one_color=0.16, alone=0.8))
