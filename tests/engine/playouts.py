"""Whole games played at random, with every state on the way: the stuff that laws are tested on."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from games.engine.commands import (
    CloseWindow,
    Command,
    OpenGame,
    PlayMoves,
    Resign,
    SettleTurn,
    StartGame,
    TakeSeat,
)
from games.engine.editions import Edition
from games.engine.events import Event
from games.engine.moves import legal_moves
from games.engine.options import Value
from games.engine.rules import outcome
from games.engine.state import Phase, State
from tests.engine.boxes import SUPER_116

GAME = "0198f0c4-0000-7000-8000-000000000000"


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


@dataclass
class Playout:
    """One game in the making; `log` holds every event so far."""

    log: list[Event] = field(default_factory=list)
    state: State | None = None

    def give(self, command: Command) -> tuple[Event, ...]:
        events, self.state = outcome(self.state, command)
        self.log.extend(events)
        return events

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state


def lobby(seed: int, seats: int, *, edition: Edition = SUPER_116, **options: Value) -> Playout:
    playout = Playout()
    chosen = replace(edition.options, **options)  # type: ignore[arg-type]
    playout.give(OpenGame(GAME, edition, chosen, seats, seed_of(seed)))
    for seat in range(1, seats):
        playout.give(TakeSeat(seat))
    return playout


def started(seed: int, seats: int, *, edition: Edition = SUPER_116) -> Playout:
    playout = lobby(seed, seats, edition=edition)
    playout.give(StartGame(0))
    return playout


def commands(state: State, chance: Random) -> Command:
    """Return some command that makes sense now: mostly a legal move, now and then the clock or a farewell."""
    lot = chance.random()
    if lot < 0.002:
        return PlayMoves(chance.choice(state.in_play), None, (Resign(),))
    if state.in_window:
        answers = [(seat, move) for seat in state.in_play for move in legal_moves(state, seat)]
        if lot < 0.5 or not answers:
            return CloseWindow(state.number)
        seat, move = chance.choice(answers)
        return PlayMoves(seat, state.number, (move,))
    if lot < 0.03:
        return SettleTurn(state.number)
    if lot < 0.06:
        asides = [(s, m) for s in state.in_play if s != state.seat for m in legal_moves(state, s)]
        if asides:
            seat, move = chance.choice(asides)
            return PlayMoves(seat, state.number, (move,))
    moves = legal_moves(state, state.seat)
    laying = [move for move in moves if type(move).__name__ == "Lay"]
    return PlayMoves(state.seat, state.number, (chance.choice(laying if lot > 0.4 and laying else moves),))


def play(seed: int, seats: int) -> Iterator[tuple[Playout, tuple[Event, ...]]]:
    """Play a game to its end; yield after each command the game and what the command caused."""
    chance = Random(seed)
    playout = started(seed, seats)
    while playout.now.phase is Phase.PLAYING:
        yield playout, playout.give(commands(playout.now, chance))
