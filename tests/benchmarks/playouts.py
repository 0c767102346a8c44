"""Whole games of the bare engine, played at random: the work that `engine` measures."""

from collections.abc import Iterable
from random import Random

from games.engine.commands import CloseWindow, Command, OpenGame, PlayMoves, StartGame, TakeSeat
from games.engine.events import Event
from games.engine.history import replay
from games.engine.moves import legal_moves
from games.engine.rules import outcome
from games.engine.sight import view
from games.engine.state import Phase, State
from tests.engine.boxes import SUPER_116

GAME = "0198f0c4-0000-7000-8000-000000000000"
MOST_MOVES = 20_000  # many times the longest game seen


def play(seed: int, seats: int, *, looking: bool, log: list[Event] | None = None) -> int:
    """Play one game from the lobby to its end and return how many moves it took.

    With `looking` each mover gets the whole view and chooses from what it lists, as a client does; else only
    the legal moves are made. A +3 is let stand, as by the clock. `log` takes the events.
    """
    chance = Random(seed)
    state = _dealt(seed, seats, log)
    moves = 0
    while state.phase is Phase.PLAYING and moves < MOST_MOVES:
        if state.in_window:
            state = _after(state, CloseWindow(state.number), log)
            continue
        legal = view(state, state.seat).legal if looking else legal_moves(state, state.seat)
        state = _after(state, PlayMoves(state.seat, state.number, (chance.choice(legal),)), log)
        moves += 1
    return moves


def play_all(seeds: Iterable[int], seats: int, *, looking: bool) -> int:
    """Play a game a seed and return how many moves they took together."""
    return sum(play(seed, seats, looking=looking) for seed in seeds)


def logs_of(seeds: Iterable[int], seats: int) -> list[list[Event]]:
    """Return the whole log of a game a seed."""
    logs: list[list[Event]] = []
    for seed in seeds:
        logs.append([])
        play(seed, seats, looking=False, log=logs[-1])
    return logs


def replay_all(logs: Iterable[list[Event]]) -> int:
    """Fold each log anew and return how many events they hold together."""
    count = 0
    for log in logs:
        replay(log)
        count += len(log)
    return count


def _dealt(seed: int, seats: int, log: list[Event] | None) -> State:
    opening = OpenGame(GAME, SUPER_116, SUPER_116.options, seats, seed.to_bytes(32, "big"))
    state = _after(None, opening, log)
    for seat in range(1, seats):
        state = _after(state, TakeSeat(seat), log)
    return _after(state, StartGame(0), log)


def _after(state: State | None, command: Command, log: list[Event] | None) -> State:
    events, after = outcome(state, command)
    if log is not None:
        log.extend(events)
    return after
