"""A whole server for a benchmark, as `./taki serve` runs it, on a data folder that is gone afterwards."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from taki_api.local.environment import for_django
from taki_api.local.folder import DataFolder
from taki_api.local.play.server import server_at
from taki_api.local.postgres import OWNER_ROLE, database_url
from taki_api.local.progress import Progress
from tests.benchmarks import proc, report
from tests.local.ports import ReservedPort

URL = "TAKI_MEASURED_URL"
"""The variable that tells a program inside where the server answers."""
_CHOSEN = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "PYTHONPATH")


@dataclass(frozen=True)
class Served:
    """Where the server answers, and what is known of its parts."""

    url: str
    folder: DataFolder
    sockets: Path

    def connect(self) -> psycopg.Connection:
        """Connect to its database as the owner of all tables."""
        return psycopg.connect(database_url(self.sockets, OWNER_ROLE), autocommit=True)

    def inside(self, *command: str, captured: bool = False) -> subprocess.CompletedProcess[str]:
        """Run a program of Python's with this server's settings, as the owner of all tables, to its end.

        What it writes to stdout is kept where it is `captured`, else shown.
        """
        django = for_django(bare_environment(), self.folder, self.sockets, role=OWNER_ROLE)
        django |= {"DJANGO_SETTINGS_MODULE": "taki_api.settings", "TAKI_STATEMENT_SECONDS": "0"}
        return subprocess.run(
            (sys.executable, "-P", *command),
            env={**django, URL: self.url},
            cwd=report.ROOT,
            stdout=subprocess.PIPE if captured else None,
            text=True,
            check=False,
        )

    def cpu_of(self, part: str) -> float:
        """Return the CPU seconds of `web`, `postgres`, `worker`, `beat` or `valkey`, NaN without /proc."""
        if not proc.is_there():
            return float("nan")
        return proc.cpu_of_tree(int((self.folder.run / f"{part}.pid").read_text().split()[0]))


def bare_environment() -> dict[str, str]:
    """Return the environment of somebody who has set nothing."""
    kept = {name: value for name, value in os.environ.items() if name not in _CHOSEN}
    return {name: value for name, value in kept.items() if not name.startswith(("TAKI_", "PG", "COV_"))}


@contextmanager
def server(extra: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Run a server while the block runs; `extra` variables are set for it.

    Its data is on the disk of the folder for temporary files (TMPDIR).

    :raises Unusable: where it cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="taki-benchmark-", ignore_cleanup_errors=True) as directory:
        data = Path(directory) / "data"
        environment = bare_environment() | dict(extra or {})
        with ReservedPort() as port, server_at(port.url, data, environment, Progress(sys.stderr)):
            folder = DataFolder.open(data)
            owner = folder.owner()
            assert owner is not None  # it answers, so it has written itself down
            yield Served(port.url, folder, Path(owner.sockets))
