"""Which test runs which line, and how long it takes: found out once, with nothing changed.

Lines are watched where modules are loaded, so that those are known too that run while a module is imported.
"""

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Generator
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType

import pytest
from loading import Loading, codes_in

IMPORTING = ""  # in the place of a test's id: what runs before any test does
_TOOL = sys.monitoring.COVERAGE_ID
_LINE = sys.monitoring.events.LINE
_Cache = type(lru_cache(int))


@dataclass
class Covering:
    """How many seconds of CPU each test takes, and which run a line; tests are told by their ids."""

    seconds: dict[str, float] = field(default_factory=dict)
    runners: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(dict))
    failed: list[str] = field(default_factory=list)

    def of(self, module: str, lines: range) -> set[str]:
        """Return which tests run one of these lines of a module; `IMPORTING` may be among them."""
        return {test for line in lines for test in self.runners[module].get(line, ())}


class Watching:
    """A plugin of pytest that fills a `Covering` with the lines of modules that are not yet imported."""

    def __init__(self, modules: Collection[str]) -> None:
        self.covering = Covering()
        self._running = IMPORTING
        self._module_of: dict[str, str] = {}
        self._caches: list[_Cache[object]] = []
        sys.monitoring.use_tool_id(_TOOL, "mutants")
        sys.monitoring.register_callback(_TOOL, _LINE, self._line)
        sys.meta_path.insert(0, Loading(modules, self._watch))

    def pytest_collection_finish(self) -> None:
        """Note which results are kept between tests: one that is there hides the lines that made it."""
        self._caches = [
            one
            for one in gc.get_objects()
            if isinstance(one, _Cache) and str(one.__module__).startswith(("games.", "tests."))
        ]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run a test and write down what it ran."""
        for cache in self._caches:
            cache.cache_clear()
        self._running = item.nodeid
        sys.monitoring.restart_events()
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.covering.seconds[item.nodeid] = time.process_time() - begun

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down which test fails."""
        if report.failed:
            self.covering.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Write down what cannot be collected, and why."""
        if report.failed:
            self.covering.failed.append(f"{report.nodeid}\n{report.longrepr}")

    def _watch(self, module: str, code: CodeType) -> CodeType:
        self._module_of[code.co_filename] = module
        for one in codes_in(code):
            sys.monitoring.set_local_events(_TOOL, one, _LINE)
        return code

    def _line(self, code: CodeType, line: int) -> object:
        self.covering.runners[self._module_of[code.co_filename]].setdefault(line, set()).add(self._running)
        return sys.monitoring.DISABLE
