"""How far a tournament has come, as it is shown: a live line on a terminal, a line a round elsewhere."""

import time
from types import TracebackType
from typing import Final, NamedTuple, Self
from uuid import UUID

from django.db.models import Sum
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from games.models import Game
from games.tournaments.standing import Standing
from games.tournaments.tending import CONTEXT

_RATE_OVER_SECONDS: Final = 2.0


class Figures(NamedTuple):
    """What has been played so far."""

    rounds: int  # closed
    planned: int  # 0: nobody knows
    tables_done: int  # of the round that is open, or was last
    tables: int
    turns: int  # in all games

    @property
    def rounds_done(self) -> float:
        """Rounds with the share of the open one."""
        share = self.tables_done / self.tables if self.tables else 0
        return min(
            self.rounds + (share if self.tables_done < self.tables else 0), self.planned or self.rounds + 1
        )

    @property
    def in_words(self) -> str:
        """Rounds and tables."""
        of = f" of {self.planned}" if self.planned else ""
        return f"{self.rounds}{of} rounds, {self.tables_done} of {self.tables} tables"


def figures(standing: Standing) -> Figures:
    """Return how far a tournament has come; one statement."""
    state = standing.state
    last = state.rounds[-1] if state.rounds else None
    of_it = Game.objects.filter(context_kind=CONTEXT, context_id=UUID(state.tournament))
    return Figures(
        rounds=sum(told.closed for told in state.rounds),
        planned=state.rounds_planned,
        tables_done=sum(table.result is not None for table in last.tables) if last else 0,
        tables=len(last.tables) if last else 0,
        turns=of_it.aggregate(turns=Sum("turn_number"))["turns"] or 0,
    )


class Shown:
    """Shows one tournament, while the block lasts."""

    def __init__(self, console: Console) -> None:
        self._console = console
        told = TextColumn("{task.description}")
        columns = (
            SpinnerColumn(),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            told,
        )
        # On a pipe the library would print every state of the line.
        self._live = Progress(*columns, console=console, disable=not console.is_terminal)
        self._task = self._live.add_task("", total=None)
        self._told_rounds = 0
        self._rate, self._since, self._turns = 0.0, time.monotonic(), 0

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

    def now(self, found: Figures) -> None:
        """Show how far it has come."""
        self._measure(found.turns)
        words = f"{found.in_words}, {self._rate:.0f} turns/s"
        self._live.update(
            self._task, completed=found.rounds_done, total=found.planned or None, description=words
        )
        if self._live.disable and found.rounds > self._told_rounds:
            self._told_rounds = found.rounds
            self._console.print(f"  {words}")

    def _measure(self, turns: int) -> None:
        seconds = time.monotonic() - self._since
        if seconds >= _RATE_OVER_SECONDS:
            self._rate = (turns - self._turns) / seconds
            self._since, self._turns = time.monotonic(), turns
