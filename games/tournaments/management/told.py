"""How a tournament ended, as it is told at a shell: a table for people, JSON for programs."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.table import Table

from games.tournaments import selectors
from games.tournaments.api import answers
from games.tournaments.management.progress import Figures
from games.tournaments.standing import Standing

# At the end of a large field nobody looks for a place at a shell; JSON has all.
_ROWS_SHOWN: Final = 32


def standings(standing: Standing) -> Sequence[dict[str, Any]]:
    """Return the standings after the closed rounds, each row as the API tells it."""
    rows: Sequence[dict[str, Any]] = msgspec.to_builtins(
        answers.standing_rows(standing, selectors.standings_after(standing))
    )
    return rows


def table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return the first of these rows as a table."""
    names = [*rows[0]["tie_breaks"]] if rows else []
    made = Table(title="Standings", title_justify="left")
    for column in ("place", "entrant", "score", *(name.replace("_", " ") for name in names)):
        made.add_column(column, justify="left" if column == "entrant" else "right")
    for row in rows[:_ROWS_SHOWN]:
        values = (row["score"], *(row["tie_breaks"][name] for name in names))
        made.add_row(str(row["place"]), row["player"]["name"], *(f"{value:g}" for value in values))
    if len(rows) > _ROWS_SHOWN:
        made.caption = f"and {len(rows) - _ROWS_SHOWN} more"
    return made


def write(file: Path, standing: Standing, found: Figures, seconds: float) -> None:
    """Write how it ended, with the whole standings."""
    state = standing.state
    told = {
        "tournament": state.tournament,
        "status": state.phase.value,
        "rounds": found.rounds,
        "tables": sum(len(told.tables) for told in state.rounds),
        "turns": found.turns,
        "seconds": round(seconds, 1),
        "standings": standings(standing),
    }
    file.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n")
