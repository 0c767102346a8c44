"""Whole games between policies: each seat is asked with its own view and its own memory."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.bots.choosing import choose
from games.bots.levels import Level
from games.bots.memory import Memory, noted
from games.engine.commands import CloseWindow, MoveForOther, PlayMoves
from games.engine.events import Event, GameFinished
from games.engine.rules import outcome
from games.engine.sight import View, redact, view
from games.engine.state import Phase, State
from tests.engine.mixes import Mix
from tests.engine.playouts import dealt

Chooser = Callable[[View, Memory, Random], tuple[MoveForOther, ...]]


@dataclass
class Table:
    """A game and what each of its seats remembers of it."""

    state: State
    memories: list[Memory]
    ended: GameFinished | None = None

    def follow(self, events: Sequence[Event]) -> None:
        self.ended = next((event for event in events if isinstance(event, GameFinished)), self.ended)
        for memory in self.memories:
            after = memory
            for event in events:
                after = noted(after, redact(event, memory.seat, disclosed=False))
            self.memories[memory.seat] = after

    def give(self, command: PlayMoves | CloseWindow) -> None:
        events, self.state = outcome(self.state, command)
        self.follow(events)


def of_level(level: Level, iterations: int = 4) -> Chooser:
    return lambda view, memory, chance: choose(level, view, memory, chance, iterations=iterations)


def table(seed: int, mix: Mix) -> Table:
    """Return a game of this mix that has just been dealt."""
    playout = dealt(seed, mix)
    dealt_table = Table(playout.now, [Memory(seat) for seat in range(mix.seats)])
    dealt_table.follow(playout.log)
    return dealt_table


def play(seed: int, mix: Mix, choosers: Sequence[Chooser]) -> Iterator[Table]:
    """Play a game to its end; yield it before each round of asking, and at the end.

    The seat on turn is asked last, so that others may say something first; in a +3 window the seats are asked
    from the next to play on, and it closes when all of them wait.
    """
    game, chance = table(seed, mix), Random(seed)
    while game.state.phase is Phase.PLAYING:
        yield game
        command = next(_commands(game, choosers, chance), None)
        game.give(command or CloseWindow(game.state.number))
    yield game


def _commands(game: Table, choosers: Sequence[Chooser], chance: Random) -> Iterator[PlayMoves]:
    state, places = game.state, game.state.setup.seats
    for step in range(1, places + 1):
        seat = (state.seat + state.direction * step) % places
        seen = view(state, seat)
        if seen.legal:
            moves = choosers[seat](seen, game.memories[seat], chance)
            if moves:
                yield PlayMoves(seat, state.number, moves)
