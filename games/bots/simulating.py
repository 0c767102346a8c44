"""How a game might go on from a guessed state, all playing by rules of thumb, and who stands well then."""

from collections.abc import Sequence
from math import exp
from operator import itemgetter
from typing import Final

from games.bots.burdens import fitted
from games.bots.normal import declaring
from games.bots.situations import Situation
from games.bots.worths import worth
from games.engine.commands import BreakPlusThree, CloseWindow, Lay, Move, PlayMoves
from games.engine.moves import legal_moves
from games.engine.rules import outcome
from games.engine.seating import seats_after
from games.engine.state import Phase, State, changed

Weighed = list[tuple[float, Move | None]]  # moves, or to wait, with what they are worth

_STEEPNESS: Final = 0.3  # how much likelier a turn less of burden makes it to be first
_ON_TURN: Final = 0.2  # what it is worth, in turns, to be the one who moves
_TURNS_A_CARD: Final = 0.8  # of the hands of later stages


def situation_of(state: State, seat: int) -> Situation:
    """Return the situation of a seat in a guessed state; it knows of no other hand."""
    run, hands = state.run, state.hands
    others = seats_after(seat, direction=state.direction, seats=state.setup.seats, in_play=state.in_play)
    return Situation(
        seat,
        hands[seat],
        state.stages[seat],
        state.pending,
        state.color,
        state.debt,
        run.color if run is not None and run.seat is None else None,
        state.direction,
        tuple([len(hands[other]) for other in others]),
        state.setup.options,
        fitted,
        fitted(hands[seat]),
    )


def weighed(state: State, seat: int) -> Weighed:
    """Return the moves that a seat could make with what they are worth to it, best first."""
    return best_first(_sensible(state, seat), situation_of(state, seat))


def _sensible(state: State, seat: int) -> Sequence[Move]:
    legal = legal_moves(state, seat)
    return declaring(legal) if len(state.hands[seat]) <= 2 else legal  # else there is nothing to declare


def best_first(moves: Sequence[Move], now: Situation) -> Weighed:
    """Return the moves with what they are worth, best first."""
    weights: Weighed = [(worth(move, now), move) for move in moves]
    weights.sort(key=itemgetter(0), reverse=True)
    return weights


def played(state: State, seat: int, move: Move) -> State:
    """Return the state after the move, and after the answers to a +3."""
    after = outcome(state, PlayMoves(seat, state.number, (move,))).state
    return answered(after) if after.in_window else _all_said(after)


def answered(state: State, *, but: int | None = None) -> State:
    """Return the state after an open window: the first seat that can answers, `but` one that does not."""
    others = seats_after(
        state.seat, direction=state.direction, seats=state.setup.seats, in_play=state.in_play
    )
    for seat in others:
        answers = [] if seat == but else _answers(state, seat)
        if answers:
            after = outcome(state, PlayMoves(seat, state.number, (answers[-1],))).state
            return _all_said(after)
    return _all_said(outcome(state, CloseWindow(state.number)).state)


def _answers(state: State, seat: int) -> list[Move]:
    return [move for move in legal_moves(state, seat) if isinstance(move, Lay | BreakPlusThree)]


def _all_said(state: State) -> State:
    # Nobody is supposed to forget; who came to one card by a Plus or a new hand says so in a move of its own.
    if not state.has_single:
        return state
    return changed(state, declared=tuple([len(hand) == 1 for hand in state.hands]))


def played_on(state: State, moves: int) -> State:
    """Return the state after so many more moves, each the best by rules of thumb, or the end before."""
    for _ in range(moves):
        if state.phase is not Phase.PLAYING:
            break
        seat = state.seat
        state = played(state, seat, _best(state, seat))
    return state


def _best(state: State, seat: int) -> Move:
    moves = _sensible(state, seat)
    if len(moves) == 1:
        return moves[0]
    now = situation_of(state, seat)
    worths = [worth(move, now) for move in moves]
    return moves[worths.index(max(worths))]


def standing(state: State) -> list[float]:
    """Return how well each place at the table stands, from 0 to 1: in the end by places, before by hands."""
    chances = _chances(state)
    last = len(state.taken) - 1
    best = 1.0 if state.setup.options.places == "first_only" else (last - state.finished) / last
    return [
        chances.get(seat, 0.0) * best
        if place is None or (state.phase is Phase.PLAYING and seat in state.in_play)
        else _of_place(state, place, last)
        for seat, place in enumerate(state.places)
    ]


def _of_place(state: State, place: int, last: int) -> float:
    if state.setup.options.places == "first_only":
        return 1.0 if place == 1 else 0.0
    return (last + 1 - place) / last


def _chances(state: State) -> dict[int, float]:
    if state.phase is not Phase.PLAYING:
        return {}
    weights = {seat: exp(-_STEEPNESS * _turns_left(state, seat)) for seat in state.in_play}
    whole = sum(weights.values())
    return {seat: weight / whole for seat, weight in weights.items()}


def _turns_left(state: State, seat: int) -> float:
    stage, options = state.stages[seat], state.setup.options
    later = sum(options.hand_size - options.stages + lower for lower in range(1, stage))
    ahead = _ON_TURN if seat == state.seat else 0.0
    return fitted(state.hands[seat]) + _TURNS_A_CARD * later - ahead
