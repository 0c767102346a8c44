"""What is shown while games are played: a live line on a terminal, plain lines elsewhere; all on stderr."""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from taki_api.local.play.figures import Figures

PLAIN_EVERY_TURNS = 25


class Screen:
    """Shows one run, while the block lasts."""

    def __init__(self, games: int, figures: Figures, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True, highlight=False)
        self._games, self._figures = games, figures
        self._done = self._told_turn = 0
        columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        # On a pipe the library would print every state of the line.
        live = self._console.is_terminal
        told = TextColumn("{task.description}")
        self._live = Progress(*columns, told, console=self._console, disable=not live)
        self._task = self._live.add_task("", total=games)

    def expect(self, games: int) -> None:
        """Be told how many games there will be, where that was not known at first."""
        self._games = games
        self._live.update(self._task, total=games)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def moved(self, view: Mapping[str, Any]) -> None:
        """Something happened in a game."""
        if not self._live.disable:
            said = _table(view) if self._games == 1 else f"{self._figures.moves} moves"
            self._live.update(self._task, description=said)
        elif self._games == 1 and view["turn"] is not None:
            turn = view["turn"]["number"]
            if turn >= self._told_turn + PLAIN_EVERY_TURNS:
                self._told_turn = turn
                self._console.print(f"  {_table(view)}")

    def finished(self, number: int, seats: int, moves: int, ending: str) -> None:
        """A game is over."""
        self._done += 1
        self._live.update(self._task, completed=self._done)
        if self._live.disable:
            what = f"game {number}, {seats} seats, {moves} moves: {ending}"
            self._console.print(f"  {self._done}/{self._games}  {what}")


def _table(view: Mapping[str, Any]) -> str:
    turn, table = view["turn"], view["table"]
    counts = " ".join(str(seat["cards"]) for seat in view["seats"])
    number = turn["number"] if turn is not None else "-"
    return f"turn {number}, cards {counts}, pile {table['pile']}"
