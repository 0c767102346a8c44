"""Tables laid out in words, and what a seat at one of them would remember of the game so far."""

from random import Random

from games.bots.choosing import choose
from games.bots.levels import Level
from games.bots.memory import Memory
from games.engine.cards import Color
from games.engine.commands import PlayMoves
from games.engine.notation import write_command
from games.engine.sight import view
from games.engine.state import State
from tests.rulebook.table import Table


def memory_of(state: State, seat: int, missed: dict[int, frozenset[Color]] | None = None) -> Memory:
    """Return what the seat remembers: the discards, its own hand, and colors that others missed."""
    seats = range(state.setup.seats)
    return Memory(
        seat,
        state.setup.box,
        1,
        state.in_play,
        state.seat,
        state.color,
        state.debt,
        state.top,
        state.discard,
        tuple(state.hands[seat] if other == seat else () for other in seats),
        tuple((missed or {}).get(other, frozenset()) for other in seats),
    )


def answer(
    now: Table, name: str, *, level: Level = Level.NORMAL, missed: str = "", iterations: int = 30
) -> str:
    """Return what the bot on this seat does, in the words of the rulebook; "waits" where that is nothing.

    `missed` are the colors on which every other seat has drawn.
    """
    seat, state = now.seat(name), now.state
    colors = frozenset(map(Color, missed))
    memory = memory_of(state, seat, {other: colors for other in state.in_play if other != seat})
    moves = choose(level, view(state, seat), memory, Random(1), iterations=iterations)
    said = write_command(PlayMoves(seat, state.number, moves), now.names)
    return said.removesuffix(f" @{state.number}") if moves else f"{name} waits"
