"""Breaks the code in one place after another and tells what no test notices; `.ci/mutants` runs it."""

# ruff: noqa: T201  # a command: what it prints is what it is for

import argparse
import fnmatch
import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

from changes import Mutant, key_of, mutants_of
from reach import PACKAGES
from trying import Trial, prepare

ROOT = Path(__file__).parent.parent.parent
EXCUSES = ROOT / ".ci" / "mutants.toml"
LAST_RUN = ROOT / ".tools" / "mutants.json"


def main() -> None:
    """Print the survivors as they come and then a table; exit with 1 where one has no excuse."""
    parser = argparse.ArgumentParser(prog=".ci/mutants", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", help="such as `laying` of the engine, or `tournaments.*`; else all"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants are tried at a time (2)")
    parser.add_argument("--again", action="store_true", help="only those that survived when last tried")
    parser.add_argument(
        "--quick", action="store_true", help="only the tests that run the line, and no whole games"
    )
    chosen = parser.parse_args()
    table = Table(again=chosen.again)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        prepare(ROOT, Path(folder))
        code = {
            package: {name: path.read_text() for name, path in package.modules_in(Path())}
            for package in PACKAGES
        }
        names = [name for found in code.values() for name in found]
        if unknown := [one for one in chosen.modules if not fnmatch.filter(names, one)]:
            parser.error(f"no such modules: {', '.join(unknown)}")
        # In the order in which they are asked for.
        named = dict.fromkeys(name for one in chosen.modules or ["*"] for name in fnmatch.filter(names, one))
        for package, found in code.items():
            if own := {name: found[name] for name in named if name in found}:
                trial = Trial(package, jobs=chosen.jobs, quick=chosen.quick)
                trial.run(partial(table.fill, own, trial))
    sys.exit(0 if table.ends(named) else 1)


class Table:
    """What became of the mutants, a row for each module: killed, excused or survived."""

    def __init__(self, *, again: bool) -> None:
        self._again = again  # only those that survived when last tried
        self._excused = _excuses()
        self._rows: list[tuple[str, int, int, int, int, int]] = []
        self._needed: set[str] = set()

    def fill(self, code: dict[str, str], trial: Trial) -> None:
        """Try the mutants of these modules, and print a row for each when it is done."""
        for module, text in code.items():
            begun = time.monotonic()
            last = _last_run()
            mutants = mutants_of(module, text)
            if self._again:
                mutants = (one for one in mutants if one.key in last.get(module, ()))
            tried, alive = _survivors(trial.tried(mutants), self._excused)
            self._needed.update(alive)
            LAST_RUN.write_text(json.dumps({**last, module: alive}, indent=1))
            left = len(set(alive) - self._excused)
            seconds = round(time.monotonic() - begun)
            self._rows.append((module, tried, tried - len(alive), len(alive) - left, left, seconds))
            _print_row(self._rows[-1])

    def ends(self, modules: Collection[str]) -> bool:
        """Print all of it; say whether each mutant is killed or excused, and each excuse needed."""
        print()
        _print_row(("module", "mutants", "killed", "excused", "survived", "seconds"))
        for row in self._rows:
            _print_row(row)
        _print_row(("together", *(sum(column) for column in list(zip(*self._rows, strict=True))[1:])))
        stale = {key for key in self._excused if key.split("\n")[0] in modules} - self._needed
        for key in stale:
            print(f"\nexcused, but no such mutant survives:\n{key}")
        return not stale and not any(row[4] for row in self._rows)


def _survivors(tries: Iterable[tuple[Mutant, bool]], excused: set[str]) -> tuple[int, list[str]]:
    alive, tried = [], 0
    for mutant, survives in tries:
        tried += 1
        if survives:
            alive.append(mutant.key)
            if mutant.key not in excused:
                _print_mutant(mutant)
    return tried, alive


def _print_mutant(mutant: Mutant) -> None:
    again = f", place {mutant.at}" if mutant.at > 1 else ""
    print(f"\n{mutant.module}.py, in {mutant.function or 'the module itself'}{again}:")
    for sign, lines in (("-", mutant.was), ("+", mutant.becomes)):
        for line in lines.splitlines():
            print(f"  {sign} {line}", flush=True)


def _print_row(row: tuple[object, ...]) -> None:
    print(f"{row[0]:24}", *(f"{cell:>9}" for cell in row[1:]), flush=True)


def _excuses() -> set[str]:
    said = tomllib.loads(EXCUSES.read_text()).get("excused", [])
    without = [one for one in said if not one.get("because")]
    if without:
        sys.exit(f"an excuse in {EXCUSES.name} has no reason: {without[0]}")
    return {key_of(one["module"], one["in"], one["was"], one["becomes"], one.get("place", 1)) for one in said}


def _last_run() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(LAST_RUN.read_text()) if LAST_RUN.exists() else {}
    return found


if __name__ == "__main__":
    main()
