"""Breaks games/engine in one place after another and tells what no test notices; `.ci/mutants` runs it."""

# ruff: noqa: T201  # a command: what it prints is what it is for

import argparse
import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from changes import Mutant, key_of, mutants_of
from trying import prepare, tried

ROOT = Path(__file__).parent.parent.parent
ENGINE = ROOT / "games" / "engine"
EXCUSES = ROOT / ".ci" / "mutants.toml"
LAST_RUN = ROOT / ".tools" / "mutants.json"
MODULES = sorted(path.stem for path in ENGINE.glob("*.py") if path.stem != "__init__")
Trial = Callable[[Iterable[Mutant]], Iterator[tuple[Mutant, bool]]]


def main() -> None:
    """Print the survivors as they come and then a table; exit with 1 where one has no excuse."""
    parser = argparse.ArgumentParser(prog=".ci/mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", help="modules of games/engine, such as `laying`; else all")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants are tried at a time (2)")
    parser.add_argument("--again", action="store_true", help="only those that survived when last tried")
    parser.add_argument("--quick", action="store_true", help="leave out the tests that play whole games")
    chosen = parser.parse_args()
    if unknown := set(chosen.modules) - set(MODULES):
        parser.error(f"no module of games/engine: {', '.join(sorted(unknown))}")
    code = {module: (ENGINE / f"{module}.py").read_text() for module in chosen.modules or MODULES}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        seconds = prepare(ROOT, Path(folder), games=not chosen.quick)
        trial = partial(tried, jobs=chosen.jobs, games=not chosen.quick, seconds=seconds)
        sys.exit(0 if run(code, trial, again=chosen.again) else 1)


def run(code: dict[str, str], trial: Trial, *, again: bool) -> bool:
    """Try the mutants of these modules; say whether each is killed or excused, and each excuse needed."""
    excused, last, rows, needed = _excuses(), _last_run(), [], set()
    for module, text in code.items():
        begun = time.monotonic()
        mutants = [one for one in mutants_of(module, text) if not again or one.key in last.get(module, ())]
        alive = _survivors(trial(mutants), excused)
        needed.update(alive)
        last[module] = alive
        LAST_RUN.write_text(json.dumps(last, indent=1))
        left = len(set(alive) - excused)
        seconds = round(time.monotonic() - begun)
        rows.append((module, len(mutants), len(mutants) - len(alive), len(alive) - left, left, seconds))
        _print_row(rows[-1])
    print()
    _print_row(("module", "mutants", "killed", "excused", "survived", "seconds"))
    for row in rows:
        _print_row(row)
    _print_row(("together", *(sum(column) for column in list(zip(*rows, strict=True))[1:])))
    stale = {key for key in excused if key.split("\n")[0] in code} - needed
    for key in stale:
        print(f"\nexcused, but no such mutant survives:\n{key}")
    return not stale and not any(row[4] for row in rows)


def _survivors(tries: Iterable[tuple[Mutant, bool]], excused: set[str]) -> list[str]:
    alive = []
    for mutant, survives in tries:
        if survives:
            alive.append(mutant.key)
            if mutant.key not in excused:
                _print_mutant(mutant)
    return alive


def _print_mutant(mutant: Mutant) -> None:
    again = f", place {mutant.at}" if mutant.at > 1 else ""
    print(f"\n{mutant.module}.py, in {mutant.function or 'the module itself'}{again}:")
    for sign, lines in (("-", mutant.was), ("+", mutant.becomes)):
        for line in lines.splitlines():
            print(f"  {sign} {line}", flush=True)


def _print_row(row: tuple[object, ...]) -> None:
    print(f"{row[0]:16}", *(f"{cell:>9}" for cell in row[1:]), flush=True)


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
