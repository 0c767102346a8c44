"""What one call costs in this process and in its database connection; needs Django's settings."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import connection

from tests.benchmarks import proc


class Cost(NamedTuple):
    """Seconds of the clock, and of CPU here and in PostgreSQL (0 without /proc); how many statements."""

    wall: float
    here: float
    database: float
    statements: int

    @property
    def cpu(self) -> float:
        """Seconds of CPU altogether."""
        return self.here + self.database


class Meter:
    """Measures calls that use this process's one connection."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (self._backend,) = cursor.fetchone()

    def of(self, call: Callable[[], object]) -> Cost:
        """Do it once. Statements that only begin and end a transaction are not counted."""
        statements = 0

        def counted(execute: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal statements
            statements += 1
            return execute(*arguments)

        with connection.execute_wrapper(counted):
            database = self._database()
            wall, here = time.perf_counter(), time.process_time()
            call()
            wall, here = time.perf_counter() - wall, time.process_time() - here
            return Cost(wall, here, self._database() - database, statements)

    def _database(self) -> float:
        return proc.cpu_of_thread(self._backend) if proc.is_there() else 0.0
