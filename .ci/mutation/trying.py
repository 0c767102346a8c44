"""Whether a test notices: each mutant gets a process of its own that is forked when all tests are collected.

Nothing is written into the code: a function is put in the place of the other, or its module is imported anew.
"""

import ast
import gc
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType

import attempting
import hypothesis
import pytest
from changes import Mutant
from covering import IMPORTING, Covering, Watching
from loading import changed_function, functions_of
from reach import TESTS, Package

PYTEST_INI = """[pytest]
addopts = -s --import-mode=importlib -p no:cacheprovider -p no:terminal
filterwarnings = error
pythonpath = .
"""
COPIED = ("docs", "games", "players", "problems", "seeds", TESTS)
_ENDED_BY_ITSELF = 3  # how a process ends that met an error of ours


def prepare(root: Path, folder: Path) -> None:
    """Copy the code and its tests and go there: what is edited meanwhile does not matter."""
    for name in COPIED:
        # What the fixtures of all tests are for needs a database.
        left_out = shutil.ignore_patterns("__pycache__", "conftest.py")
        shutil.copytree(root / name, folder / name, ignore=left_out)
    (folder / "pytest.ini").write_text(PYTEST_INI)
    os.chdir(folder)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and loading them takes a second
    # The same examples for every mutant, none remembered from another, and no shrinking of what kills.
    hypothesis.settings.register_profile(
        "mutants",
        database=None,
        derandomize=True,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        deadline=None,
        suppress_health_check=tuple(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")


class Trial:
    """What mutants of a package are tried with; to be made in a folder that `prepare` made."""

    def __init__(self, package: Package, *, jobs: int, quick: bool) -> None:
        """Run all tests with nothing changed.

        `jobs`: how many mutants are tried at a time. `quick`: only by tests that run the changed lines, and
        none that plays whole games.

        :raises SystemExit: where a test fails.
        """
        self._package, self._jobs, self._quick = package, jobs, quick
        self._tests = package.tests_in(Path(), whole_games=not quick)
        self._paths = {package.imported(name): path for name, path in package.modules_in(Path())}
        self._code = {name: compile(path.read_text(), path, "exec") for name, path in self._paths.items()}
        self._items: dict[str, pytest.Item] = {}
        self._functions: dict[tuple[str, CodeType], list[FunctionType]] = {}
        self._covering = self._covered()
        if self._covering.failed:
            sys.exit("These tests fail before anything is changed:\n" + "\n".join(self._covering.failed))

    def run(self, told: Callable[[], object]) -> None:
        """Collect the tests, then call `told`, which may call `tried`."""
        pytest.main(["-c", "pytest.ini", *self._tests], plugins=[_Collected(self.take, told)])

    def take(self, items: Sequence[pytest.Item]) -> None:
        """Take the tests that are collected."""
        self._items = {item.nodeid: item for item in items}
        self._functions = functions_of(self._paths)
        gc.collect()
        gc.freeze()  # what all processes share is not touched by the garbage collector

    def tried(self, mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, bool]]:
        """Try the mutants; yield each with whether it survived, in the order of their ends."""
        running: dict[int, Mutant] = {}
        for mutant in mutants:
            if len(running) == self._jobs:
                yield _ended(running)
            running[_forked(lambda mutant=mutant: self._attempt(mutant))] = mutant
        while running:
            yield _ended(running)

    def _covered(self) -> Covering:
        with tempfile.NamedTemporaryFile() as file:

            def watch() -> int:
                watching = Watching(self._paths)
                pytest.main(["-c", "pytest.ini", *self._tests], plugins=[watching])
                Path(file.name).write_bytes(pickle.dumps(watching.covering))
                return 0

            os.waitpid(_forked(watch), 0)
            found: Covering = pickle.loads(Path(file.name).read_bytes())  # noqa: S301  # written by our child
            return found

    def _attempt(self, mutant: Mutant) -> int:
        attempting.begin()
        module = self._package.imported(mutant.module)
        text = self._paths[module].read_text()
        after = compile(mutant.source, self._paths[module], "exec")
        tests = self._covering.of(module, _statement(text, mutant.lines))
        order = self._ordered(tests, module)
        if (function := changed_function(self._code[module], after)) is not None:
            was, becomes = function
            loaded = self._functions.get((module, was), [])
            if len(loaded) == 1 and IMPORTING not in self._covering.of(module, _body(was)):
                loaded[0].__code__ = becomes
                return attempting.run([self._items[test] for test in order], self._covering.seconds)
        return attempting.run_anew(module, after, order, self._covering.seconds)

    def _ordered(self, runners: set[str], module: str) -> list[str]:
        """Return the tests by how soon they may kill: those that run the line, of the module, short ones."""
        own = module.rsplit(".", maxsplit=1)[-1]

        def key(test: str) -> tuple[bool, bool, float]:
            is_own = own.startswith(Path(attempting.file_of(test)).stem.removeprefix("test_"))
            return test not in runners, not is_own, self._covering.seconds[test]

        every = not self._quick or IMPORTING in runners
        return sorted((test for test in self._items if every or test in runners), key=key)


class _Collected(attempting.Ending):
    """A plugin of pytest that runs no tests, but lets something happen when they are collected."""

    def __init__(self, take: Callable[[Sequence[pytest.Item]], None], told: Callable[[], object]) -> None:
        self._take = take
        self._told = told

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._take(session.items)
        self._told()
        return True


def _statement(code: str, lines: range) -> range:
    """Return the lines of the smallest statement around these."""
    around = [
        range(node.lineno, node.end_lineno + 1)
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.stmt) and node.end_lineno is not None
    ]
    return min(
        (one for one in around if lines.start in one and lines.stop - 1 in one), key=len, default=lines
    )


def _body(function: CodeType) -> range:
    lines = {line for _, _, line in function.co_lines() if line is not None}
    below = lines - {function.co_firstlineno}  # that of `def` runs where the function is made
    return range(min(below or lines), max(lines) + 1)


def _forked(work: Callable[[], int]) -> int:
    child = os.fork()
    if child:
        return child
    status = _ENDED_BY_ITSELF
    try:
        status = work()
    except (MemoryError, SyntaxError):
        status = attempting.KILLED
    finally:
        os._exit(status)  # whatever else there is belongs to the parent


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, bool]:
    child, status = os.wait()
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _ENDED_BY_ITSELF:
        sys.exit(f"No test was run: {running[child].key}")
    return running.pop(child), status == attempting.SURVIVES
