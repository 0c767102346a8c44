"""Whether a test notices: each mutant gets a process of its own that imports the engine anew and runs tests.

The processes are forked when pytest and Hypothesis are already there. Nothing is written: the changed module
is imported from its text.
"""

import math
import os
import resource
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType

import hypothesis
import pytest
from changes import Mutant

COPIED = (
    *("games/__init__.py", "games/engine", "games/boxes.py", "games/seed_files.py", "games/themes.py"),
    *("seeds", "tests/__init__.py"),
)
COPIED_TESTS = ("tests/engine", "tests/rulebook", "tests/playthroughs")
# Whole games come last: most mutants die sooner. Perft numbers would kill what no smaller test explains.
SLOW = ("test_golden.py", "test_laws.py", "test_model.py")
LEFT_OUT = ("test_perft.py",)
PYTEST_INI = """[pytest]
addopts = -x -q --import-mode=importlib -p no:cacheprovider
filterwarnings = error
pythonpath = .
"""
TIMES = 4  # a mutant that needs so many times what the tests need runs for ever
MEMORY_BYTES = 2 << 30


def prepare(root: Path, folder: Path, *, games: bool) -> int:
    """Copy the engine and its tests and go there: what is edited meanwhile does not matter.

    Return how many seconds of CPU one mutant may take. `games`: with the tests that play whole games.

    :raises SystemExit: where a test fails with nothing changed.
    """
    for name in (*COPIED, *COPIED_TESTS):
        source, target = root / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    (folder / "pytest.ini").write_text(PYTEST_INI)
    os.chdir(folder)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and loading them takes a second
    # The same examples for every mutant, none remembered from another, and no shrinking of what kills.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", database=None, derandomize=True, phases=phases)
    hypothesis.settings.load_profile("mutants")
    _, status, used = os.wait4(_started(None, games=games, seconds=resource.RLIM_INFINITY), 0)
    if status:
        sys.exit("A test fails before anything is changed: run the tests of the engine and see which.")
    return TIMES * math.ceil(used.ru_utime + used.ru_stime)


def tried(
    mutants: Iterable[Mutant], *, jobs: int, games: bool, seconds: int
) -> Iterator[tuple[Mutant, bool]]:
    """Try the mutants, `jobs` at a time; yield each with whether it survived, in the order of their ends.

    `games`: with the tests that play whole games. `seconds`: what `prepare` returned.
    """
    running: dict[int, Mutant] = {}
    for mutant in mutants:
        if len(running) == jobs:
            yield _ended(running)
        running[_started(mutant, games=games, seconds=seconds)] = mutant
    while running:
        yield _ended(running)


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, bool]:
    child, status = os.wait()
    return running.pop(child), status == 0


def _started(mutant: Mutant | None, *, games: bool, seconds: int) -> int:
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        status = 0 if _survives(mutant, games=games, seconds=seconds) else 1
    finally:
        os._exit(status)  # whatever else there is belongs to the parent


def _survives(mutant: Mutant | None, *, games: bool, seconds: int) -> bool:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    if mutant is not None:
        sys.meta_path.insert(0, _OneModule(f"games.engine.{mutant.module}", mutant.source))
    groups = _tests_for("" if mutant is None else mutant.module, games=games)
    return all(pytest.main(["-c", "pytest.ini", *files]) == pytest.ExitCode.OK for files in groups)


def _tests_for(module: str, *, games: bool) -> list[list[str]]:
    """The files of tests, in groups, by how soon they are likely to kill a mutant of `module`."""
    files = [path for path in sorted(Path("tests/engine").glob("test_*.py")) if path.name not in LEFT_OUT]
    own = [path for path in files if module.startswith(path.stem.removeprefix("test_"))]
    slow = [path for path in files if path.name in SLOW]
    others = [path for path in files if path not in own and path not in slow]
    rulebook = [Path("tests/rulebook/test_rulebook.py")]
    return [
        [str(path) for path in group] for group in (own, rulebook, others, slow if games else []) if group
    ]


class _OneModule(MetaPathFinder, Loader):
    """Imports one module from a text instead of its file."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return spec_from_loader(fullname, self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, f"<{self.name}, changed>", "exec"), module.__dict__)  # noqa: S102  # our code
