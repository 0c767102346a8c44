"""Every way in which one command can come out: the pile is a heap of unseen cards, each draw an open choice.

Nothing of the engine is replaced for that. The cards of the pile are put into every order that makes a
difference before the command is given, and of the numbers that a reshuffle may have in a game those are taken
that bring the discards into every order that makes a difference.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count, product
from typing import NamedTuple

from games.engine import events as ev
from games.engine.cards import Card, Hand, in_order
from games.engine.commands import Command
from games.engine.rules import outcome
from games.engine.shuffling import shuffle
from games.engine.state import State, changed
from games.engine.telling import Outcome

MOST_TRIES = 100_000
Draws = tuple[Hand, ...]  # what comes into a hand at once, one after another


class _Pile(NamedTuple):
    """A heap that is drawn from: its cards in card order, and how many come into a hand at once."""

    cards: Hand
    sizes: tuple[int, ...]


def every_outcome(state: State, command: Command) -> Iterator[Outcome]:
    """Yield what the command does for each choice of the cards that it draws; no choice comes twice.

    :raises Refused: where the rules refuse the command; that depends on no card that is drawn.
    """
    told = outcome(state, command)
    first, *reshuffled = _piles(state, told)
    if not first.sizes and not reshuffled:
        yield told
        return
    for draws in _draws(first):
        for nonce in _numbers(state.setup.seed, tuple(reshuffled)):
            other = outcome(changed(state, pile=_on_top(first.cards, draws), shuffles=nonce), command)
            assert _piles(state, other) == [first, *reshuffled], "how much is drawn depends on what is drawn"
            yield other


def _piles(state: State, told: Outcome) -> list[_Pile]:
    piles = [_Pile(tuple(in_order(state.pile)), ())]
    for event in told.events:
        if isinstance(event, ev.DiscardShuffled):
            piles.append(_Pile(tuple(in_order(event.pile)), ()))
        if isinstance(event, ev.CardsDrawn) and event.cards:
            piles[-1] = piles[-1]._replace(sizes=(*piles[-1].sizes, len(event.cards)))
    return piles


@cache
def _draws(pile: _Pile) -> tuple[Draws, ...]:
    if not pile.sizes:
        return ((),)
    size, *later = pile.sizes
    return tuple(
        (hand, *draws)
        for hand, rest in hands_of(pile.cards, size)
        for draws in _draws(_Pile(rest, tuple(later)))
    )


def hands_of(cards: Hand, size: int) -> Iterator[tuple[Hand, Hand]]:
    """Yield each hand of `size` out of these cards once, with what it leaves; the cards are in card order."""
    if size == 0:
        yield (), cards
        return
    for at, card in enumerate(cards[: len(cards) - size + 1]):
        if at and cards[at - 1] is card:
            continue
        for hand, rest in hands_of(cards[at + 1 :], size - 1):
            yield (card, *hand), cards[:at] + rest


def _on_top(cards: Hand, draws: Draws) -> tuple[Card, ...]:
    rest = list(cards)
    drawn = [card for hand in draws for card in hand]
    for card in drawn:
        rest.remove(card)
    return (*drawn, *rest)


@cache
def _numbers(seed: bytes, piles: tuple[_Pile, ...]) -> tuple[int, ...]:
    # The number of the first reshuffle for each choice of what is drawn after it and after the next ones.
    wanted = set(product(*map(_draws, piles)))
    found: dict[tuple[Draws, ...], int] = {}
    for nonce in count(1):
        drawn = tuple(_drawn(pile, shuffle(pile.cards, seed, nonce + at)) for at, pile in enumerate(piles))
        found.setdefault(drawn, nonce)
        if len(found) == len(wanted):
            assert set(found) == wanted
            return tuple(found.values())
        assert nonce < MOST_TRIES, "some order of the discards never comes"
    raise AssertionError


def _drawn(pile: _Pile, order: tuple[Card, ...]) -> Draws:
    ends = [sum(pile.sizes[: at + 1]) for at in range(len(pile.sizes))]
    return tuple(tuple(in_order(order[end - size : end])) for size, end in zip(pile.sizes, ends, strict=True))
