"""One PostgreSQL cluster in the data folder: made, described as a part, and cleared after a crash."""

import os
import shutil
import signal
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from taki_api.local import leftovers
from taki_api.local.binaries import PostgresPrograms
from taki_api.local.folder import DataFolder
from taki_api.local.identity import Identity
from taki_api.local.processes import Part
from taki_api.local.unusable import Unusable

OWNER_ROLE = "taki"
"""Superuser of the cluster and owner of all tables: migrations, tests, management commands."""
SERVER_ROLE = "taki_server"
"""What the serving processes connect as; it may only do what it was granted."""
DATABASE = "taki"
STOP_SIGNAL = signal.SIGINT
"""PostgreSQL's "fast" shutdown."""
PORT = "5432"
"""Only names the socket; nothing listens on TCP."""

# Statements and the details of errors hold players' names and cards: they stay out of the log.
_SETTINGS = {
    "listen_addresses": "",
    "port": PORT,
    "unix_socket_permissions": "0700",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# For data that is thrown away in any case; `./taki serve` leaves PostgreSQL's durable defaults.
_THROW_AWAY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def database_url(sockets: Path, role: str, database: str = DATABASE) -> str:
    """Where the cluster's database is, in the form of `DATABASE_URL`."""
    return f"postgresql://{role}@/{database}?host={quote(str(sockets), safe='')}&port={PORT}"


@dataclass(frozen=True)
class Cluster:
    """The cluster of one data folder, and what is needed to run it."""

    folder: DataFolder
    programs: PostgresPrograms
    identity: Identity
    sockets: Path
    durable: bool = True

    @property
    def exists(self) -> bool:
        """Whether there is data already."""
        return (self.folder.postgres / "PG_VERSION").exists()

    def check_version(self) -> None:
        """Makes sure that these programs can open the data.

        :raises Unusable: when another major version wrote it.
        """
        if not self.exists:
            return
        found = (self.folder.postgres / "PG_VERSION").read_text().strip()
        if found != str(self.programs.major):
            raise Unusable(
                f"The data in {self.folder.path} was written by PostgreSQL {found}, and this is "
                f"PostgreSQL {self.programs.major}: use a version of TAKI that brings "
                f"PostgreSQL {found}, or choose another folder with --data."
            )

    def making(self) -> Part:
        """The step that makes a new cluster, in a folder that `adopt` then gives its name."""
        shutil.rmtree(self._draft, ignore_errors=True)
        self._draft.mkdir(mode=0o700)
        os.chown(self._draft, self.identity.uid, -1)
        options = [f"--pgdata={self._draft}", f"--username={OWNER_ROLE}", "--auth=trust"]
        options += ["--encoding=UTF8", "--locale=C"]
        if self.programs.major >= 17:
            # The same order of texts on every machine; before 17 plain C had to do.
            options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if not self.durable:
            options += ["--no-sync"]
        return self._part("initdb", "initdb", *options)

    def adopt(self) -> None:
        """Gives the new cluster its name: half a cluster never has it."""
        self._draft.replace(self.folder.postgres)

    def running(self) -> Part:
        """The server itself."""
        settings = _SETTINGS | ({} if self.durable else _THROW_AWAY)
        settings["unix_socket_directories"] = str(self.sockets)
        words = [f"--{name}={value}" for name, value in settings.items()]
        return self._part("postgres", "postgres", "-D", str(self.folder.postgres), *words)

    def _part(self, name: str, program: str, *arguments: str) -> Part:
        return Part(
            name=name,
            command=(str(self.programs.folder / program), *arguments),
            environment=_without_postgres_settings(os.environ),
            directory=self.folder.path,
            stop_signal=STOP_SIGNAL,
            stop_seconds=30,
            may_be_hurried=False,
            before_start=self.clear,
            become=self.identity.become,
        )

    def clear(self) -> None:
        """Removes what a killed server left; only for the one who holds the folder's claim.

        :raises Unusable: when an old process does not even end when it is killed.
        """
        directory, lock = self.folder.postgres, self.folder.postgres / "postmaster.pid"
        if leftovers.can_look_inside():
            # A backend that outlives its postmaster keeps a new one from starting.
            if not leftovers.end_processes_inside(directory, "postgres", seconds=10):
                raise Unusable(f"An old PostgreSQL in {directory} does not end: restart this machine.")
        elif not _holder_is_another_program(lock):
            return
        # PostgreSQL itself removes a lock whose process is gone, but not one whose id another
        # process has got since, as happens in every restarted container.
        lock.unlink(missing_ok=True)
        (self.sockets / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)

    def is_ready(self) -> bool:
        """Whether the server says that it takes connections."""
        return is_ready(self.folder, self.sockets)

    @property
    def _draft(self) -> Path:
        return self.folder.path / "postgres.new"


def is_ready(folder: DataFolder, sockets: Path) -> bool:
    """Whether a server on this folder's cluster says that it takes connections, and does."""
    lines = _lines(folder.postgres / "postmaster.pid")
    return len(lines) > 7 and lines[7].strip() == "ready" and _is_listening(sockets)


def _is_listening(sockets: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(sockets / f".s.PGSQL.{PORT}")) == 0


def _holder_is_another_program(lock: Path) -> bool:
    pid = next(iter(_lines(lock)), "")
    return pid.isdecimal() and leftovers.name(int(pid)) not in (None, "postgres")


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []


def _without_postgres_settings(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if not name.startswith("PG")}
