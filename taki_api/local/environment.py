"""Environment variables: what the caller set, what the children get; it starts nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from taki_api.local import valkey
from taki_api.local.folder import DataFolder
from taki_api.local.migrations import ROOT
from taki_api.local.postgres import database_url

SECRET_KEY_FILE = "secret_key"  # noqa: S105 - a file's name
OPERATOR_PASSWORD_FILE = "operator_password"  # noqa: S105 - a file's name
LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Needs:
    """Which services a command must bring along itself."""

    postgres: bool
    valkey: bool

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Needs":
        """Those that the caller's environment names no running server for."""
        return cls(not environment.get("DATABASE_URL"), not environment.get("REDIS_URL"))


def data_path(environment: Mapping[str, str], chosen: str | None = None) -> Path:
    """Where the data is: the option `--data`, else `TAKI_DATA`, else `.taki` beside this code."""
    return Path(chosen or environment.get("TAKI_DATA") or ROOT / ".taki")


def for_django(
    environment: Mapping[str, str],
    folder: DataFolder,
    sockets: Path,
    *,
    role: str,
    hosts: tuple[str, ...] = (),
) -> dict[str, str]:
    """What a process of the Django project gets; whatever the caller set himself stays.

    :param role: the role that it connects as, where the database is ours.
    :param hosts: names under which the server is reached, beside the local ones.
    """
    made = dict(environment)
    made.pop("TAKI_DEBUG", None)
    made |= {"TAKI_LOCAL": "1", "TAKI_DATA": str(folder.path), "PYTHONPATH": str(ROOT)}
    needs = Needs.of(environment)
    if needs.postgres:
        # PGHOST and its kin would change what the URL means.
        made = {name: value for name, value in made.items() if not name.startswith("PG")}
        made["DATABASE_URL"] = database_url(sockets, role)
    if needs.valkey:
        made["REDIS_URL"] = valkey.redis_url(sockets)
        made.setdefault("CELERY_BROKER_URL", valkey.broker_url(sockets))
    made["TAKI_ALLOWED_HOSTS"] = _allowed_hosts(environment, hosts)
    for name, file in (
        ("TAKI_SECRET_KEY", SECRET_KEY_FILE),
        ("TAKI_OPERATOR_PASSWORD", OPERATOR_PASSWORD_FILE),
    ):
        if not made.get(name) and not made.get(f"{name}_FILE"):
            made[name] = folder.secret(file)
    return made


def _allowed_hosts(environment: Mapping[str, str], hosts: tuple[str, ...]) -> str:
    chosen = environment.get("TAKI_ALLOWED_HOSTS", "").split(",")
    return ",".join(dict.fromkeys(each for each in (*LOCAL_HOSTS, *hosts, *chosen) if each))
