"""What a move is worth to a seat, in turns saved: heuristics of good play over a situation, one a figure."""

from types import MappingProxyType
from typing import Final, assert_never

from games.bots.situations import Situation
from games.engine.cards import NUMBERS, OPENS_A_RUN, Card, Color, Figure, Hand, without_card
from games.engine.commands import (
    BreakPlusThree,
    CallOut,
    CloseTaki,
    DeclareLastCard,
    Draw,
    EndTurn,
    Lay,
    Move,
    Resign,
    Return,
)
from games.engine.events import Pending
from games.engine.seating import Side

WIN: Final = 100.0
STAGE: Final = 8.0  # a hand emptied that is not the last
_A_CARD: Final = 0.9  # the turns that one more card in the hand costs
# How much it matters to hit a seat, by the number of its cards.
_URGENCY: Final = MappingProxyType({0: 3.0, 1: 3.0, 2: 1.5, 3: 0.8, 4: 0.4})
_CALM: Final = 0.2
_CLOSES_LAST: Final = 5.0  # in a run every card is laid before it is closed
_KEPT: Final = MappingProxyType({Figure.KING: 0.8, Figure.CHANGE_COLOR: 0.5, Figure.SUPER_TAKI: 0.3})
_FEW: Final = 3  # so many cards that the end is near, and nothing is kept any more


def worth(move: Move, now: Situation) -> float:
    """Return about how many turns `move` saves its player; `WIN` where it ends the game."""
    match move:
        case Lay(card, color, _, side):
            return _laying(now, card, color, side)
        case Draw():
            return -_A_CARD * max(now.debt, 1)
        case EndTurn():
            return 0.0 if now.pending is not Pending.RUN else -0.2
        case CloseTaki():
            return 0.0
        case BreakPlusThree():
            return _releases(now, without_card(now.hand, _breaker(now.hand))) + 3 * _A_CARD
        case DeclareLastCard():
            return WIN / 2
        case CallOut():
            return WIN / 2
        case Return():
            return 0.0
        case Resign():
            return -WIN
        case _:
            assert_never(move)


def _urgency(cards: int) -> float:
    return _URGENCY.get(cards, _CALM)


def _laying(now: Situation, card: Card, color: Color | None, side: Side | None) -> float:
    after = without_card(now.hand, card)
    if not after and _may_end(now, card):
        return WIN if now.stage == 1 else STAGE
    if now.pending is Pending.RUN:
        return _into_the_run(now, card, color, after)
    color = color or card.color or now.color
    if _opens_a_run(now, card):
        along = [held for held in after if held.color is color]
        after = tuple([held for held in after if held.color is not color])
        if not after and any(_may_end(now, held) for held in along):
            return WIN / 2 if now.stage == 1 else STAGE
    gains = _releases(now, after) + _goes_on(color, after) + _effect(now, card, color, after, side)
    return gains - _keeping(now, card, after)


def _may_end(now: Situation, card: Card) -> bool:
    if card.figure is Figure.PLUS:
        return now.stage > 1 or now.options.plus_last == "wins"
    return card.figure is not Figure.BREAKER


def _releases(now: Situation, after: Hand) -> float:
    return now.length - now.burden(after)


def _opens_a_run(now: Situation, card: Card) -> bool:
    # A run that was left open is as good as a TAKI of its color; a +2 on a debt takes none over.
    takes_over = card.color is not None and card.color is now.open_run and not now.debt
    return card.figure in OPENS_A_RUN or takes_over


def _goes_on(color: Color | None, after: Hand) -> float:
    # What is left should have cards of the color that now leads.
    return 0.1 * min(3, sum([card.color is color for card in after]))


def _keeping(now: Situation, card: Card, after: Hand) -> float:
    # Cards that fit anything are kept for when nothing else fits, unless somebody is near the end.
    if card.figure is Figure.BREAKER:
        return 0.6 if now.plus_threes else 0.0
    near = len(after) < _FEW or min(now.others) < _FEW
    return 0.0 if near or now.pending is Pending.DEBT else _KEPT.get(card.figure, 0.0)


def _into_the_run(now: Situation, card: Card, color: Color | None, after: Hand) -> float:
    # Plain cards first, so that the one whose action hurts most comes last and acts.
    if card.color is not None or card.figure is Figure.SUPER_TAKI:
        return _CLOSES_LAST - _effect(now, card, now.color, (), None)
    gains = _releases(now, after) + _goes_on(color or now.color, after) - _keeping(now, card, after)
    return gains + _effect(now, card, color, after, None)


def _effect(now: Situation, card: Card, color: Color | None, after: Hand, side: Side | None) -> float:
    if card.figure in NUMBERS:
        return 0.0
    following, before = now.others[0], now.others[-1]
    alone = len(now.others) == 1
    match card.figure:
        case Figure.PLUS_TWO:
            return 0.2 + 0.8 * _urgency(following) + (_A_CARD * now.debt)
        case Figure.STOP:
            return 0.9 * _can_follow(color, after) + 0.1 if alone else 0.6 * _urgency(following)
        case Figure.CHANGE_DIRECTION:
            as_stop = alone and now.options.direction_with_two == "acts_as_stop"
            return (
                0.9 * _can_follow(color, after) if as_stop else 0.5 * (_urgency(following) - _urgency(before))
            )
        case Figure.PLUS:
            return _A_CARD * (_can_follow(color, after) - 1.0)
        case Figure.TAKI | Figure.SUPER_TAKI:
            alone_in_its_run = len(after) == len(now.hand) - 1
            return -0.5 if alone_in_its_run else 0.0
        case Figure.KING:
            return (0.8 if after else 0.0) + _A_CARD * now.debt + _evaded(now)
        case Figure.PLUS_THREE:
            return 0.3 + 0.5 * max(map(_urgency, now.others))
        case Figure.BREAKER:
            return -3 * _A_CARD
        case Figure.CHANGE_COLOR:
            return 0.15 if color in now.next_missed else 0.0
        case Figure.CRAZY | Figure.RIGHT_PASS | Figure.LEFT_PASS:
            return 0.9 * (now.burden(after) - _comes(now, card.figure, side))
        case _:
            return 0.0


def _can_follow(color: Color | None, after: Hand) -> float:
    return 1.0 if any(card.color is None or card.color is color for card in after) else 0.0


def _evaded(now: Situation) -> float:
    return 3 * _A_CARD if now.pending is Pending.PLUS_THREE else 0.0


def _comes(now: Situation, figure: Figure, side: Side | None) -> float:
    # The hand that comes is that of the neighbor on the other side.
    step = _step(now, figure, side)
    return float(now.others[-1 if step == now.direction else 0])


def _step(now: Situation, figure: Figure, side: Side | None) -> int:
    match now.options.crazy_direction:
        case "chosen":
            return Side.LEFT.step if side is None else side.step
        case "left":
            return Side.LEFT.step
        case "play_direction":
            return now.direction
        case "printed":
            return Side.LEFT.step if figure is Figure.LEFT_PASS else Side.RIGHT.step
        case _:
            assert_never(now.options.crazy_direction)


def _breaker(hand: Hand) -> Card:
    return next(card for card in hand if card.figure is Figure.BREAKER)
