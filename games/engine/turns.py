"""How a turn ends: passing on and drawing."""

from functools import lru_cache
from typing import Final

from games.engine import events as ev
from games.engine.endings import end_in_stalemate, finish_held_back, is_over
from games.engine.events import Pending
from games.engine.matching import next_to_play, refused_cards
from games.engine.seating import seats_after
from games.engine.shuffling import shuffle
from games.engine.telling import Now, Told

# Values that come up again and again, in this game and in others: made once, they are found sooner than made.
_turn_passed: Final = lru_cache(10_000)(ev.TurnPassed)
_cards_drawn: Final = lru_cache(10_000)(ev.CardsDrawn)


def pass_turn(now: Now, *, skipping: int = 0, pending: Pending = Pending.ORDINARY) -> Told:
    """Give the turn to the next seat, or end a game in which nothing moves any more (rules I.3.7).

    Does nothing where the game has just ended.
    """
    state = now.state
    if is_over(state):
        return
    idle = 0 if state.stirred else state.idle_turns + 1
    if idle >= 2 * len(state.in_play):
        yield from end_in_stalemate(now)
        return
    seat = next_to_play(state, skipping=skipping)
    yield _turn_passed(seat, state.number + 1, Pending.DEBT if state.debt else pending)


def draw_what_is_owed(now: Now) -> Told:
    """Draw the whole debt, or else one card, for the seat on turn; the turn is over."""
    state = now.state
    if state.debt:
        yield from draw(now, state.seat, state.debt)
        yield ev.DebtPaid()
        yield from finish_held_back(now)
    else:
        yield from draw(now, state.seat, 1)
    yield from pass_turn(now)


def draw_one_to_lay(now: Now) -> Told:
    """Draw one card with `drawn_card_playable`; the turn is over only where there was nothing to draw.

    It goes on whether the card fits or not: nobody else learns which.
    """
    seat, refused = now.state.seat, refused_cards(now.state)
    for event in draw(now, seat, 1):
        yield event
        if isinstance(event, ev.CardsDrawn) and event.cards:
            (drawn,) = event.cards
            yield ev.DrawnCardKept(seat, None if drawn in refused else drawn)
    if now.state.pending is not Pending.DRAWN_CARD:
        yield from pass_turn(now)


def decline_free_card(now: Now) -> Told:
    """End the turn without the King's free card, at the price of `king_decline`."""
    if now.state.setup.options.king_decline == "draws_one":
        yield from draw(now, now.state.seat, 1)
    yield from pass_turn(now)


def draw(now: Now, seat: int, count: int) -> Told:
    """Draw `count` cards, across a reshuffle where the pile runs out; what is missing then is forgiven.

    Always yields at least one `CardsDrawn`, with no card in it where there is nothing to draw.
    """
    drawn = now.state.pile[:count]
    missing = count - len(drawn)
    may_shuffle = missing > 0 and bool(now.state.discard)
    if drawn or not may_shuffle:
        yield _cards_drawn(seat, drawn)
    if may_shuffle:
        yield shuffled_discard(now)
        yield _cards_drawn(seat, now.state.pile[:missing])


def shuffled_discard(now: Now) -> ev.DiscardShuffled:
    """Return the event that makes a new pile of all discards but the leading card and what lies above."""
    state = now.state
    return ev.DiscardShuffled(state.shuffles, shuffle(state.discard, state.setup.seed, state.shuffles))


def draw_in_turn(now: Now, count: int, *, first: int, but: tuple[int, ...]) -> Told:
    """Let every seat in play but some draw, from the seat after `first` on and `first` itself last."""
    state = now.state
    order = seats_after(first, direction=state.direction, seats=state.setup.seats, in_play=state.in_play)
    for seat in [*order, first]:
        if seat not in but and seat in state.in_play:
            yield from draw(now, seat, count)
