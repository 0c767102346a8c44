"""Whether a test notices: each mutant gets a process of its own that runs tests until one fails.

The processes are forked when the tests are collected, so that nothing has to be imported again but where a
change is in what runs while modules are imported. Nothing is written into the code.
"""

import ast
import gc
import math
import os
import pickle
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from types import CodeType

import hypothesis
import pytest
from changes import Mutant
from covering import IMPORTING, Covering, Watching
from loading import Loading, changed_function, functions_of
from reach import TESTS, Package

PYTEST_INI = """[pytest]
addopts = -s --import-mode=importlib -p no:cacheprovider -p no:terminal
filterwarnings = error
pythonpath = .
"""
TIMES = 4  # a test that needs so many times what it needs with nothing changed runs for ever
MORE_SECONDS = 2
IMPORT_SECONDS = 30
MEMORY_BYTES = 2 << 30
_SURVIVES, _KILLED, _ENDED_BY_ITSELF = 0, 1, 3


def prepare(root: Path, folder: Path) -> None:
    """Copy the code and its tests and go there: what is edited meanwhile does not matter."""
    for name in ("docs", "games", "players", "problems", "seeds", TESTS):
        # What the fixtures of all tests are for needs a database.
        shutil.copytree(
            root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "conftest.py")
        )
    (folder / "pytest.ini").write_text(PYTEST_INI)
    os.chdir(folder)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and loading them takes a second
    # The same examples for every mutant, none remembered from another, and no shrinking of what kills.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        "mutants",
        database=None,
        derandomize=True,
        phases=phases,
        deadline=None,
        suppress_health_check=tuple(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("mutants")


@dataclass
class Trial:
    """What mutants of a package are tried with; to be made in a folder that `prepare` made."""

    package: Package
    jobs: int
    quick: bool  # only tests that run the lines that are changed, and none that plays whole games

    def __post_init__(self) -> None:
        """Run all tests with nothing changed.

        :raises SystemExit: where one fails.
        """
        self._tests = self.package.tests_in(Path(), whole_games=not self.quick)
        self._modules = {
            f"games.{self.package.name}.{name.removeprefix(self.package.prefix)}": path
            for name, path in self.package.modules_in(Path())
        }
        self._code = {name: compile(path.read_text(), path, "exec") for name, path in self._modules.items()}
        self._covering = self._covered()
        if self._covering.failed:
            sys.exit("These tests fail before anything is changed:\n" + "\n".join(self._covering.failed))
        self._items: dict[str, pytest.Item] = {}

    def run(self, told: Callable[[], object]) -> None:
        """Collect the tests, then call `told`, which may call `tried`."""
        pytest.main(["-c", "pytest.ini", *self._tests], plugins=[_Collected(self, told)])

    def collected(self, items: Sequence[pytest.Item]) -> None:
        """Take the tests that are to be run."""
        self._items = {item.nodeid: item for item in items}
        self._functions = functions_of(self._modules)
        gc.collect()
        gc.freeze()  # what all processes share is not touched by the garbage collector

    def tried(self, mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, bool]]:
        """Try the mutants; yield each with whether it survived, in the order of their ends."""
        running: dict[int, Mutant] = {}
        for mutant in mutants:
            if len(running) == self.jobs:
                yield _ended(running)
            running[_forked(lambda mutant=mutant: self._try(mutant))] = mutant
        while running:
            yield _ended(running)

    def _covered(self) -> Covering:
        with tempfile.NamedTemporaryFile() as file:

            def watch() -> int:
                watching = Watching(self._modules)
                pytest.main(["-c", "pytest.ini", *self._tests], plugins=[watching])
                Path(file.name).write_bytes(pickle.dumps(watching.covering))
                return 0

            os.waitpid(_forked(watch), 0)
            found: Covering = pickle.loads(Path(file.name).read_bytes())  # noqa: S301  # written by our child
            return found

    def _try(self, mutant: Mutant) -> int:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        module = f"games.{self.package.name}.{mutant.module.removeprefix(self.package.prefix)}"
        path = self._modules[module]
        before = self._code[module]
        try:
            after = compile(mutant.source, str(path), "exec")
        except SyntaxError:
            return _KILLED
        function = changed_function(before, after)
        tests = self._covering.of(module, _statement(path.read_text(), mutant.lines))
        order = self._ordered(tests, mutant.module)
        if function is not None:
            was, becomes = function
            loaded = self._functions.get((module, was), [])
            if len(loaded) == 1 and IMPORTING not in self._covering.of(module, _body(was)):
                loaded[0].__code__ = becomes
                return self._run(order)
        return self._run_anew(module, after, order)

    def _ordered(self, tests: set[str], module: str) -> list[str]:
        """All tests, by how soon they are likely to kill."""
        own = module.removeprefix(self.package.prefix)
        chosen = [
            test for test in self._covering.seconds if not self.quick or test in tests or IMPORTING in tests
        ]

        def key(test: str) -> tuple[bool, bool, float]:
            stem = Path(_file_of(test)).stem.removeprefix("test_")
            return test not in tests, not own.startswith(stem), self._covering.seconds[test]

        return sorted(chosen, key=key)

    def _run(self, order: Sequence[str]) -> int:
        items = [self._items[test] for test in order]
        for item, following in zip_longest(items, items[1:]):
            _allow(self._covering.seconds[item.nodeid])
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        return _SURVIVES  # whatever fails ends the process

    def _run_anew(self, module: str, code: CodeType, order: Sequence[str]) -> int:
        for name in [name for name in sys.modules if name.split(".")[0] in ("games", TESTS)]:
            del sys.modules[name]
        sys.meta_path.insert(0, Loading({module}, lambda *_: code))
        first = [test for test in order if _file_of(test) == _file_of(order[0])]
        # Most die at once, without all the other files being imported.
        parts = (first, [test for test in order if _file_of(test) != _file_of(order[0])])
        return _SURVIVES if all(self._pass(part) for part in parts if part) else _KILLED

    def _pass(self, order: Sequence[str]) -> bool:
        _allow(IMPORT_SECONDS)
        files = dict.fromkeys(map(_file_of, order))
        anew = _Anew(order, self._covering.seconds)
        return pytest.main(["-c", "pytest.ini", *files], plugins=[anew]) == pytest.ExitCode.OK


class _Collected:
    """A plugin of pytest that runs no tests, but lets something happen when they are collected."""

    def __init__(self, trial: Trial, told: Callable[[], object]) -> None:
        self._trial = trial
        self._told = told

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._trial.collected(session.items)
        self._told()
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(_KILLED)  # in the process of a mutant: here no test is run


class _Anew:
    """A plugin of pytest that runs tests in an order, and ends the process when one fails."""

    def __init__(self, order: Sequence[str], seconds: dict[str, float]) -> None:
        self._places = {test: place for place, test in enumerate(order)}
        self._seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = [item for item in items if item.nodeid in self._places]
        if len(found) < len(self._places):
            os._exit(_KILLED)  # tests are made of what was changed
        items[:] = sorted(found, key=lambda item: self._places[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        _allow(self._seconds[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(_KILLED)


def _file_of(test: str) -> str:
    return test.split("::", maxsplit=1)[0]


def _allow(seconds: float) -> None:
    """Let this process take so long, with nothing changed, for what comes next; else it is killed."""
    allowed = math.ceil(time.process_time() + TIMES * seconds + MORE_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))


def _statement(code: str, lines: range) -> range:
    """Return the lines of the smallest statement around these."""
    around = [
        range(
            min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]),
            node.end_lineno + 1,
        )
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
    except MemoryError:
        status = _KILLED
    finally:
        os._exit(status)  # whatever else there is belongs to the parent


def _ended(running: dict[int, Mutant]) -> tuple[Mutant, bool]:
    child, status = os.wait()
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == _ENDED_BY_ITSELF:
        sys.exit(f"No test was run: {running[child].key}")
    return running.pop(child), status == _SURVIVES
