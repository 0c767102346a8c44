"""How a benchmark tells what it measured: a table for people, JSON for programs; it measures nothing."""

import argparse
import json
import os
import platform
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

_LEAST_WIDTH = 110  # where the output goes to a file, too
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Line:
    """One row of the table: what was measured, and a value in each column (None: does not apply)."""

    label: str
    values: Sequence[float | None]


@dataclass
class Report:
    """What one run found out."""

    benchmark: str
    title: str
    columns: Sequence[str]
    settings: Mapping[str, Any]
    lines: list[Line] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rounds: list[Mapping[str, Any]] = field(default_factory=list)  # what the medians were taken of
    load_before: float = field(default_factory=lambda: os.getloadavg()[0])
    begun: float = field(default_factory=time.monotonic)

    def add(self, label: str, *values: float | None) -> None:
        """Add a row."""
        self.lines.append(Line(label, values))

    def tell(self, file: Path | None) -> None:
        """Print the table, and write everything to `file` where one is wanted."""
        machine = _machine(self.load_before)
        seconds = time.monotonic() - self.begun
        table = Table(title=self.title, title_justify="left", caption_justify="left")
        table.caption = "\n".join([*self.notes, f"{seconds:.0f} s. {_in_words(machine)}"])
        table.add_column("", no_wrap=True)
        for column in self.columns:
            table.add_column(column, justify="right")
        for line in self.lines:
            table.add_row(line.label, *map(_shown, line.values))
        Console(width=max(Console().width, _LEAST_WIDTH)).print(table)
        if file is not None:
            file.write_text(json.dumps(self._as_json(machine, seconds), indent=2) + "\n")

    def _as_json(self, machine: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "machine": machine,
            "settings": self.settings,
            "seconds": round(seconds, 1),
            "columns": list(self.columns),
            "lines": [asdict(line) for line in self.lines],
            "notes": self.notes,
            "rounds": self.rounds,
        }


def parser(program: str, description: str, *, rounds: bool = True) -> argparse.ArgumentParser:
    """Return a parser that knows what all benchmarks have in common; `rounds`: this one repeats itself."""
    made = argparse.ArgumentParser(
        prog=f"python -m tests.benchmarks.{program}",
        description=description,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    if rounds:
        made.add_argument("--rounds", type=int, default=5, help="medians are taken of so many rounds")
    made.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured there")
    return made


def settings_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return what was asked for on the command line, without where it is written to."""
    return {name: value for name, value in vars(options).items() if name != "json"}


def middle(values: Sequence[float]) -> float | None:
    """Return the median, None of nothing."""
    return median(values) if values else None


def _shown(value: float | None) -> str:
    if value is None:
        return ""
    digits = 0 if value >= 100 or float(value).is_integer() else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f}".replace(",", " ")


def _machine(load_before: float) -> dict[str, Any]:
    return {
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": _commit(),
        "python": platform.python_version(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load_before": round(load_before, 2),
        "load_after": round(os.getloadavg()[0], 2),
    }


def _in_words(machine: Mapping[str, Any]) -> str:
    return (
        f"{machine['at']}, commit {machine['commit'] or 'unknown'}, Python {machine['python']}, "
        f"{machine['cores']} cores, load {machine['load_before']} before and {machine['load_after']} after."
    )


def _commit() -> str | None:
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() or None
