"""Which card may be laid in which situation: questions about a state, answered by a refusal or None."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from games.engine.cards import CARDS, NUMBERS, OPENS_A_RUN, PASSES_HANDS, Card, Color, Figure
from games.engine.events import Pending
from games.engine.options import LayingRules
from games.engine.refusals import Refusal
from games.engine.seating import next_seat
from games.engine.state import State

NEVER_IN_A_RUN: Final = frozenset({Figure.PLUS_THREE, Figure.BREAKER})
LETS_THE_ONE_BENEATH_LEAD: Final = PASSES_HANDS | {Figure.KING, Figure.PLUS_THREE, Figure.BREAKER}
_CHOOSING: Final = PASSES_HANDS | {Figure.CHANGE_COLOR, Figure.SUPER_TAKI}


class _Table(NamedTuple):
    """All of a state that bears on which card may be laid, whoever holds it."""

    pending: Pending
    leading: Card | None
    color: Color | None
    drawn: Card | None
    only_takis: bool
    rules: LayingRules


def why_not_lay(state: State, seat: int, card: Card) -> Refusal | None:
    """Return why `seat`, whose turn it is or who is next in a window, may not lay `card`; None if it may.

    Asks nothing about the hand (rules I.3.1-5).
    """
    return refused_cards(state).get(card) if may_lay(state, seat) else Refusal.WINDOW_ANSWER_ONLY


def may_lay(state: State, seat: int) -> bool:
    """Say whether `seat`, whose turn it is or who answers a +3, may lay a card at all (rules I.3.5)."""
    return state.pending is not Pending.PLUS_THREE or seat == next_to_play(state)


def refused_cards(state: State) -> Mapping[Card, Refusal]:
    """Return all cards that the seat whose turn it is, or who is next in a window, could not lay, and why."""
    run = state.run
    return _refused(
        state.pending,
        state.leading,
        state.color,
        state.drawn,
        run is not None and run.only_takis,
        state.setup.options.laying,
    )


@lru_cache(maxsize=10_000)  # a few hundred tables a choice of options; a hand is then looked through at once
def _refused(
    pending: Pending,
    leading: Card | None,
    color: Color | None,
    drawn: Card | None,
    only_takis: bool,  # noqa: FBT001  # by name a call of a cached function is slower
    rules: LayingRules,
) -> Mapping[Card, Refusal]:
    table = _Table(pending, leading, color, drawn, only_takis, rules)
    why = {card: _why_not(table, card) for card in CARDS.values()}
    return {card: refusal for card, refusal in why.items() if refusal is not None}


def _why_not(table: _Table, card: Card) -> Refusal | None:
    match table.pending:
        case Pending.ORDINARY:
            return None if _matches(table, card) else Refusal.DOES_NOT_MATCH
        case Pending.PLUS:
            return None if _follows_plus(table, card) else Refusal.DOES_NOT_MATCH
        case Pending.DEBT:
            return None if _answers_debt(table.rules, card) else Refusal.MUST_ANSWER_DEBT
        case Pending.KING:
            return None
        case Pending.RUN:
            return None if _goes_into_run(table, card) else Refusal.NOT_IN_RUN
        case Pending.DRAWN_CARD:
            return None if card is table.drawn else Refusal.ONLY_THE_DRAWN_CARD
        case Pending.PLUS_THREE:
            return None if _answers_plus_three(table.rules, card) else Refusal.WINDOW_ANSWER_ONLY
        case _:
            assert_never(table.pending)


def _matches(table: _Table, card: Card) -> bool:
    # Where no card leads any card will do. TAKI and Super TAKI match each other by figure (rules I.3.1).
    leading = table.leading
    if leading is None or card.color is None or card.color is table.color:
        return True
    if card.figure in OPENS_A_RUN:
        return leading.figure in OPENS_A_RUN
    return card.figure is leading.figure


def _follows_plus(table: _Table, card: Card) -> bool:
    if table.rules.plus_follow_up == "any_match":
        return _matches(table, card)
    return card.color is table.color or card.figure is Figure.PLUS


def _answers_debt(rules: LayingRules, card: Card) -> bool:
    if card.figure is Figure.PLUS_TWO:
        return rules.plus_two_stacks
    if card.figure is Figure.PLUS_THREE:
        return rules.plus_three_on_debt != "refused"
    return card.figure is Figure.KING


def _goes_into_run(table: _Table, card: Card) -> bool:
    # Only the run's color counts, figures do not; +3 and Breaker may not be hidden in it (rules I.3.3).
    rules = table.rules
    if card.figure is Figure.CHANGE_COLOR:
        return rules.change_color_in_run == "ends_run"
    if card.figure is Figure.KING:
        return rules.king_in_run == "ends_run"
    if card.figure is Figure.TAKI and table.only_takis and rules.taki_on_own_taki == "any_while_only_takis":
        return True
    return card.figure not in NEVER_IN_A_RUN and card.color in (None, table.color)


def _answers_plus_three(rules: LayingRules, card: Card) -> bool:
    return card.figure is Figure.KING and rules.king_on_plus_three != "refused"


def why_not_last(state: State, seat: int, card: Card) -> Refusal | None:
    """Return why `card` may not be the last of the seat's last hand; None if it may, or is not.

    `plus_last: refused` and `finish_on_action: false` refuse it; drawing is always left (rules I.2).
    """
    if len(state.hands[seat]) > 1 or state.stages[seat] > 1:
        return None
    options = state.setup.options
    is_refused_plus = card.figure is Figure.PLUS and options.plus_last == "refused"
    if is_refused_plus or (not options.finish_on_action and _finishes_on_action(state, card)):
        return Refusal.MAY_NOT_BE_LAST
    return None


def _finishes_on_action(state: State, card: Card) -> bool:
    match card.figure:
        case Figure.PLUS:
            return state.setup.options.plus_last == "wins" or not may_draw_after(state, card)
        case Figure.BREAKER:
            return state.in_window  # laid freely it makes its player draw
        case _:
            return card.figure not in NUMBERS


def may_draw_after(state: State, card: Card) -> bool:
    """Say whether anything could be drawn once `card` is laid."""
    leads = card.figure not in LETS_THE_ONE_BENEATH_LEAD
    return bool(state.pile or state.discard or (leads and state.top))


def playable(state: State, seat: int) -> list[Card]:
    """Return which cards of the seat's hand it may lay, each once, in card order.

    To be asked of the seat whose turn it is, or who is next in a window.
    """
    refused, hand = refused_cards(state), state.hands[seat]
    found = [card for card in hand if card not in refused]
    if len(hand) == 1:
        return [card for card in found if why_not_last(state, seat, card) is None]
    return [*dict.fromkeys(found)]


def must_lay(state: State) -> bool:
    """Say whether the seat on turn may not draw, since it could lay a card (rules I.2 `voluntary_draw`)."""
    return not state.setup.options.voluntary_draw and bool(playable(state, state.seat))


def ends_the_game(state: State, seat: int) -> bool:
    """Say whether the seat ends the game by laying its last card, one that is neither Plus nor +2."""
    last = len(state.hands[seat]) == 1 and state.stages[seat] == 1
    return last and (state.setup.options.places == "first_only" or len(state.in_play) == 2)


def may_choose(card: Card) -> bool:
    """Say whether there is any situation in which whoever lays this card names a color or a side."""
    return card.figure in _CHOOSING


def chooses_color(state: State, card: Card) -> bool:
    """Say whether whoever lays this card names a color.

    A Change Color does. A Super TAKI takes the color to follow; it needs one named where there is none and,
    with `super_taki_color: chosen`, wherever it does not go into a run of one's own.
    """
    if card.figure is Figure.CHANGE_COLOR:
        return True
    if card.figure is not Figure.SUPER_TAKI:
        return False
    chosen = state.setup.options.super_taki_color == "chosen" and state.pending is not Pending.RUN
    return chosen or state.color is None


def chooses_side(state: State, card: Card) -> bool:
    """Say whether whoever lays this card names the neighbor to whom the hands go."""
    return card.figure in PASSES_HANDS and state.setup.options.crazy_direction == "chosen"


def next_to_play(state: State, *, skipping: int = 0) -> int:
    """Return the seat whose turn comes next, after `skipping` seats have lost theirs."""
    return next_seat(
        state.seat,
        direction=state.direction,
        seats=state.setup.seats,
        in_play=state.in_play,
        skipping=skipping,
    )
