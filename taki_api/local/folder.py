"""The data folder on disk: what lies where, its secrets, and who runs its services; starts nothing."""

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from taki_api.local.unusable import Unusable


@dataclass(frozen=True)
class Owner:
    """The process that runs the services of a data folder, as it wrote itself down."""

    command: str
    pid: int
    sockets: str
    postgres: bool
    valkey: bool
    url: str = ""
    """Where its server answers; empty unless the command is `serve`."""


@dataclass(frozen=True)
class DataFolder:
    """A folder that holds one database, its logs and its secrets."""

    path: Path

    @classmethod
    def open(cls, path: Path) -> "DataFolder":
        """The folder at this path, made when it is not there.

        :raises Unusable: when it cannot be written, or belongs to another user.
        """
        folder = cls(path.expanduser().absolute())
        try:
            for directory in (folder.path, folder.run, folder.log):
                directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder._owner_file().touch(mode=0o600)
            folder._guests_file().touch(mode=0o600)
        except OSError as error:
            raise Unusable(
                f"The data folder {folder.path} cannot be written ({error.strerror}): "
                "make it writable, or choose another one with --data."
            ) from error
        if folder.path.stat().st_uid != os.geteuid():
            raise Unusable(
                f"The data folder {folder.path} belongs to another user: "
                "run this as that user, or choose another folder with --data."
            )
        return folder

    @property
    def run(self) -> Path:
        """What only lives as long as the processes: sockets, process ids, locks."""
        return self.path / "run"

    @property
    def log(self) -> Path:
        """One log file a part."""
        return self.path / "log"

    @property
    def postgres(self) -> Path:
        """PostgreSQL's own data directory."""
        return self.path / "postgres"

    def secret(self, name: str) -> str:
        """A random text of 43 characters that stays the same once it was made."""
        file = self.path / name
        if not file.exists():
            self._make_secret(file)
        return file.read_text().strip()

    def _make_secret(self, file: Path) -> None:
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(32) + "\n")
        # A link, since it appears whole and never replaces what another process has just made.
        with suppress(FileExistsError):
            file.hardlink_to(draft)
        draft.unlink()

    def owner(self) -> Owner | None:
        """Who runs the services now; None when nobody does, or has not written itself down yet."""
        with self._owner_file().open() as file:
            if _lock(file, exclusive=False):
                return None
            try:
                return Owner(**json.load(file))
            except json.JSONDecodeError:
                return None

    @contextmanager
    def claimed(self, owner: Owner) -> Iterator[bool]:
        """Tries to become the one that runs the services; gives False when another one does."""
        with self._owner_file().open("r+") as file:
            mine = _lock(file, exclusive=True)
            if mine:
                self.write_owner(owner)
            yield mine

    def write_owner(self, owner: Owner) -> None:
        """Tells others more about the claim that this process holds."""
        # In place: the lock belongs to this very file.
        with self._owner_file().open("r+") as file:
            file.write(json.dumps(asdict(owner)))
            file.truncate()

    @contextmanager
    def visited(self, *, alone: bool) -> Iterator[bool]:
        """Holds the guests' lock: shared by commands that use another's services, or `alone`."""
        with self._guests_file().open("r+") as file:
            yield _lock(file, exclusive=alone)

    def _owner_file(self) -> Path:
        return self.run / "owner"

    def _guests_file(self) -> Path:
        return self.run / "guests"


def _lock(file: IO[str], *, exclusive: bool) -> bool:
    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
