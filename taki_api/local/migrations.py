"""Whether a database was made by newer code: its migrations against the files here, without Django."""

import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from taki_api.local.unusable import Unusable

ROOT = Path(__file__).resolve().parents[2]


def refuse_newer(url: str, *, source: str) -> bool:
    """Compares what was applied with what lies on disk; says whether anything was applied at all.

    :param source: names the data in the message.
    :raises Unusable: when the database knows a migration that this code does not.
    """
    known = set(on_disk())
    found = applied(url)
    newer = [each for each in found if each not in known]
    if newer:
        app, name = newer[0]
        raise Unusable(
            f"{source} was written by a newer version of TAKI (its migration {app}.{name} is "
            "unknown here): update this code, or choose another folder with --data."
        )
    return bool(found)


def applied(url: str) -> list[tuple[str, str]]:
    """The app and name of each migration in the database, in the order they were applied.

    :raises Unusable: when the database does not answer, or the URL is none of PostgreSQL's.
    """
    _check_url(url)
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            if connection.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,):
                return []
            rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY id")
            return [(app, name) for app, name in rows]
    except psycopg.Error as error:
        reason = str(error).strip().splitlines()[0]
        raise Unusable(
            f"The database in DATABASE_URL does not answer ({reason}): start it or correct the URL."
        ) from error


def _check_url(url: str) -> None:
    try:
        usable = url.startswith(("postgresql://", "postgres://")) and bool(conninfo_to_dict(url))
    except psycopg.ProgrammingError:
        usable = False
    if not usable:
        # Without the URL itself, which may hold a password.
        raise Unusable("DATABASE_URL is no URL of a PostgreSQL: write postgresql://USER:PASSWORD@HOST/NAME.")


def on_disk() -> Iterator[tuple[str, str]]:
    """The app and name of each migration that this code and the installed packages have.

    An app's label is taken to be its folder's name, as it is for all that this project installs.
    """
    for folder in _migration_folders():
        for file in folder.glob("[!_]*.py"):
            yield folder.parent.name, file.stem


def _migration_folders() -> Iterable[Path]:
    places = [ROOT]
    if (django := importlib.util.find_spec("django")) and django.origin:
        packages = Path(django.origin).parents[1]
        places += [packages, packages / "django" / "contrib"]
    for place in places:
        yield from place.glob("*/migrations")
        yield from place.glob("*/*/migrations")
