"""How a seat finishes and how a game ends: places, points, and who is held back by a +2."""

from games.engine import events as ev
from games.engine.events import Ending
from games.engine.scoring import places_by_cards, points_in
from games.engine.state import Phase, State
from games.engine.telling import Now, Told


def is_over(state: State) -> bool:
    """Say whether the game has ended."""
    return state.phase is not Phase.PLAYING


def finish(now: Now, seat: int) -> Told:
    """`seat` has played its last card and takes the best place left (rules I.2 `places`).

    With `first_only` the others in play share the second place; with `play_on` they go on until one is left.
    """
    place = now.state.finished + 1
    yield ev.SeatFinished(seat, place)
    others = now.state.in_play
    if now.state.setup.options.places == "first_only" or len(others) == 1:
        yield from _end(now, Ending.EMPTY_HAND, dict.fromkeys(others, place + 1))


def finish_held_back(now: Now) -> Told:
    """The debt is gone and did not come back: who emptied a hand with a +2 has finished, first come first."""
    for seat in now.state.held_back:
        if not is_over(now.state):
            yield from finish(now, seat)


def end_by_last_seat(now: Now) -> Told:
    """Only one seat is left in play: it has the best place left at once (rules I.3.8)."""
    (last,) = now.state.in_play
    yield from _end(now, Ending.LAST_SEAT, {last: now.state.finished + 1})


def end_in_stalemate(now: Now) -> Told:
    """Nothing moves any more: the hands make the places (rules I.3.7)."""
    yield from _end_by_hands(now, Ending.STALEMATE)


def end_by_time(now: Now) -> Told:
    """Time is called: who still plays is placed after those who have finished, as in a stalemate."""
    yield from _end_by_hands(now, Ending.TIME_CALLED)


def disclose_unless_sealed(now: Now) -> Told:
    """The game is over and opens to its readers; a sealed one waits until that is asked for."""
    if not now.state.setup.sealed:
        yield ev.Disclosed()


def _end_by_hands(now: Now, ending: Ending) -> Told:
    # Lowest stage, fewest cards, fewest points, then shared.
    state = now.state
    hands = {seat: state.hands[seat] for seat in state.in_play}
    places = places_by_cards(hands, state.stages)
    yield from _end(now, ending, {seat: state.finished + place for seat, place in places.items()})


def _end(now: Now, ending: Ending, others: dict[int, int]) -> Told:
    state = now.state
    places = tuple(others.get(seat, state.places[seat]) for seat in range(state.setup.seats))
    points = tuple(_points_of(state, seat, place) for seat, place in enumerate(places))
    yield ev.GameFinished(ending, places, points)
    yield from disclose_unless_sealed(now)


def _points_of(state: State, seat: int, place: int | None) -> int | None:
    if seat not in state.taken:
        return None
    options, given_up = state.setup.options, state.given_up_points[seat]
    if options.scoring == "series" and place == 1:
        return -options.winner_bonus  # in a series only what the losers hold counts (rules II 3.16)
    return points_in(state.hands[seat]) if given_up is None else given_up
