"""What happens in the process of one mutant: tests are run until one fails, which ends the process."""

import math
import os
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from types import CodeType

import pytest
from loading import Loading

SURVIVES, KILLED = 0, 1  # how the process ends; or by a signal
TIMES = 4  # a test that needs so many times what it needs with nothing changed runs for ever
MORE_SECONDS = 2
IMPORT_SECONDS = 30
MEMORY_BYTES = 2 << 30


def begin() -> None:
    """Let nothing be seen of what the tests print, and nothing take all memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run(items: Sequence[pytest.Item], seconds: Mapping[str, float]) -> int:
    """Run tests that are collected; `seconds` of CPU are what each takes with nothing changed."""
    for item, following in zip_longest(items, items[1:]):
        _allow(seconds[item.nodeid])
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return SURVIVES


def run_anew(module: str, code: CodeType, order: Sequence[str], seconds: Mapping[str, float]) -> int:
    """Import everything anew, one module by another code, and run the tests of these ids."""
    for name in [name for name in sys.modules if name.split(".")[0] in ("games", "tests")]:
        del sys.modules[name]
    sys.meta_path.insert(0, Loading({module}, lambda *_: code))
    # Most die at once, without all the other files being imported.
    first = [test for test in order if file_of(test) == file_of(order[0])]
    others = [test for test in order if file_of(test) != file_of(order[0])]
    return SURVIVES if all(_passes(part, seconds) for part in (first, others) if part) else KILLED


def file_of(test: str) -> str:
    """Return the file of the test with this id."""
    return test.split("::", maxsplit=1)[0]


class Ending:
    """A plugin of pytest that ends the process when a test fails."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End the process."""
        if report.failed:
            os._exit(KILLED)


class _Chosen(Ending):
    def __init__(self, order: Sequence[str], seconds: Mapping[str, float]) -> None:
        self._places = {test: place for place, test in enumerate(order)}
        self._seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = [item for item in items if item.nodeid in self._places]
        if len(found) < len(self._places):
            os._exit(KILLED)  # tests are made of what was changed
        items[:] = sorted(found, key=lambda item: self._places[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        _allow(self._seconds[item.nodeid])


def _passes(order: Sequence[str], seconds: Mapping[str, float]) -> bool:
    _allow(IMPORT_SECONDS)
    files = dict.fromkeys(map(file_of, order))
    return pytest.main(["-c", "pytest.ini", *files], plugins=[_Chosen(order, seconds)]) == pytest.ExitCode.OK


def _allow(seconds: float) -> None:
    """Give this process what it may take for what comes next; then it is killed."""
    allowed = math.ceil(time.process_time() + TIMES * seconds + MORE_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, resource.RLIM_INFINITY))
