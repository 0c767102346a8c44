"""How a turn ends and how a game ends: passing on, drawing, places."""

from games.engine import events as ev
from games.engine.events import Ending, Pending
from games.engine.matching import next_to_play
from games.engine.scoring import places_by_cards, points_in
from games.engine.seating import seats_after
from games.engine.shuffling import shuffle
from games.engine.telling import Now, Told


def pass_turn(now: Now, *, skipping: int = 0, pending: Pending = Pending.ORDINARY) -> Told:
    """Give the turn to the next seat, or end a game in which nothing moves any more (rules I.3.7)."""
    state = now.state
    idle = 0 if state.stirred else state.idle_turns + 1
    if idle >= 2 * len(state.in_play):
        yield from end_in_stalemate(now)
        return
    seat = next_to_play(state, skipping=skipping)
    yield ev.TurnPassed(seat, state.number + 1, Pending.DEBT if state.debt else pending)


def draw_what_is_owed(now: Now) -> Told:
    """Draw the whole debt, or else one card, for the seat on turn; the turn is over."""
    seat, debt = now.state.seat, now.state.debt
    yield from draw(now, seat, debt or 1)
    if debt:
        yield ev.DebtPaid()
    yield from pass_turn(now)


def draw(now: Now, seat: int, count: int) -> Told:
    """Draw `count` cards, across a reshuffle where the pile runs out; what is missing then is forgiven.

    Always yields at least one `CardsDrawn`, with no card in it where there is nothing to draw.
    """
    drawn = now.state.pile[:count]
    missing = count - len(drawn)
    may_shuffle = missing > 0 and bool(now.state.discard)
    if drawn or not may_shuffle:
        yield ev.CardsDrawn(seat, drawn)
    if may_shuffle:
        yield shuffled_discard(now)
        yield ev.CardsDrawn(seat, now.state.pile[:missing])


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


def end_by_empty_hand(now: Now, seat: int) -> Told:
    """`seat` has no card left and wins; the others in play share the second place."""
    yield ev.SeatFinished(seat, 1)
    yield from _finish(now, Ending.EMPTY_HAND, {other: 2 for other in now.state.in_play if other != seat})


def end_by_last_seat(now: Now) -> Told:
    """Only one seat is left in play: it wins at once (rules I.3.8)."""
    (winner,) = now.state.in_play
    yield from _finish(now, Ending.LAST_SEAT, {winner: 1})


def end_in_stalemate(now: Now) -> Told:
    """Nothing moves any more: fewest cards, then fewest points, then shared (rules I.3.7)."""
    hands = {seat: now.state.hands[seat] for seat in now.state.in_play}
    yield from _finish(now, Ending.STALEMATE, places_by_cards(hands))


def _finish(now: Now, ending: Ending, places: dict[int, int]) -> Told:
    state = now.state
    seats = range(state.setup.seats)
    yield ev.GameFinished(
        ending,
        tuple(places.get(seat, state.places[seat]) for seat in seats),
        tuple(_points_of(now, seat) for seat in seats),
    )
    yield ev.Disclosed()


def _points_of(now: Now, seat: int) -> int | None:
    state = now.state
    if seat not in state.taken:
        return None
    given_up = state.given_up_points[seat]
    return points_in(state.hands[seat]) if given_up is None else given_up
