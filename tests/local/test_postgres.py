"""A real PostgreSQL in a data folder of its own; it is made once for this module."""

import os
import signal
from pathlib import Path

import psycopg
import pytest

from taki_api.local import leftovers, postgres
from taki_api.local.environment import Needs
from taki_api.local.folder import DataFolder, Owner
from taki_api.local.migrations import applied, on_disk, refuse_newer
from taki_api.local.postgres import OWNER_ROLE, SERVER_ROLE, database_url
from taki_api.local.progress import Progress
from taki_api.local.services import Services, end_leftovers
from taki_api.local.sharing import services_at_hand
from taki_api.local.signals import Signals
from taki_api.local.supervisor import Supervisor
from taki_api.local.unusable import Unusable

BOTH = Needs(postgres=True, valkey=True)
SILENT = Progress(None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> DataFolder:
    return DataFolder.open(tmp_path_factory.mktemp("pg") / "data")


@pytest.fixture
def services(folder: DataFolder, supervisor: Supervisor, bare: dict[str, str]) -> Services:
    """PostgreSQL and Valkey, running."""
    planned = Services.plan(folder, BOTH, bare)
    planned.start(supervisor, SILENT)
    return planned


def connect(services: Services, role: str = OWNER_ROLE) -> psycopg.Connection:
    return psycopg.connect(database_url(services.sockets, role), autocommit=True)


def postmaster(folder: DataFolder) -> int:
    pid = leftovers.recorded(folder.run / "postgres.pid")
    assert pid
    return pid


def test_it_is_durable_and_only_on_a_socket(services: Services) -> None:
    expected = {
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "listen_addresses": "",
        "server_encoding": "UTF8",
        "log_min_error_statement": "panic",
    }

    with connect(services) as connection:
        query = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)"
        found: dict[str, str] = dict(connection.execute(query, [list(expected)]).fetchall())

    assert found == expected


def test_the_serving_role_owns_nothing_and_may_nothing_of_itself(services: Services) -> None:
    with connect(services) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS secrets (x int)")
        rights = connection.execute(
            "SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolcanlogin "
            "FROM pg_roles WHERE rolname = %s",
            [SERVER_ROLE],
        ).fetchone()
    assert rights == (False, False, False, False, True)

    with connect(services, SERVER_ROLE) as connection:
        for statement in ("SELECT * FROM secrets", "CREATE TABLE mine (x int)"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


def test_what_was_committed_outlives_kill_9(
    services: Services,
    folder: DataFolder,
    supervisor: Supervisor,
    capsys: pytest.CaptureFixture[str],
) -> None:
    killed = postmaster(folder)
    with connect(services) as connection:
        connection.execute("CREATE TABLE acknowledged AS SELECT 42 AS answer")
        os.kill(killed, signal.SIGKILL)
    assert services.cluster

    record = folder.run / "postgres.pid"
    supervisor.keep(until=lambda: leftovers.recorded(record) not in (None, killed))
    supervisor.wait_for(services.cluster.is_ready, what="PostgreSQL", seconds=60)

    assert postmaster(folder) != killed
    with connect(services) as connection:
        assert connection.execute("SELECT answer FROM acknowledged").fetchone() == (42,)
    assert capsys.readouterr().err.startswith("taki: postgres ended (signal 9)")


def test_a_lock_whose_process_id_went_to_another_program_is_removed(
    folder: DataFolder, supervisor: Supervisor, bare: dict[str, str]
) -> None:
    (folder.postgres / "postmaster.pid").write_text(f"{os.getpid()}\n{folder.postgres}\n")

    Services.plan(folder, BOTH, bare).start(supervisor, SILENT)

    lock = (folder.postgres / "postmaster.pid").read_text()
    assert lock.splitlines()[0] == str(postmaster(folder))


def test_a_server_left_behind_is_ended_before_the_next_starts(services: Services, folder: DataFolder) -> None:
    left = postmaster(folder)

    end_leftovers(folder)

    assert leftovers.birth(left) is None
    assert not postgres.is_ready(folder, services.sockets)


def test_a_second_command_borrows_what_the_first_one_runs(
    services: Services, folder: DataFolder, signals: Signals, bare: dict[str, str]
) -> None:
    owner = Owner("serve", os.getpid(), str(services.sockets), postgres=True, valkey=True)
    guest = Supervisor(folder, signals)
    before = postmaster(folder)

    with (
        folder.claimed(owner),
        services_at_hand(folder, BOTH, bare, supervisor=guest, signals=signals, progress=SILENT) as sockets,
        folder.visited(alone=True) as alone,
    ):
        assert (sockets, alone) == (services.sockets, False)

    assert postmaster(folder) == before


def test_a_guest_that_lacks_the_owners_database_url_is_told(
    folder: DataFolder, signals: Signals, bare: dict[str, str]
) -> None:
    owner = Owner("serve", 4711, str(folder.run), postgres=False, valkey=True)

    with (
        folder.claimed(owner),
        pytest.raises(Unusable) as refused,
        services_at_hand(
            folder,
            BOTH,
            bare,
            supervisor=Supervisor(folder, signals),
            signals=signals,
            progress=SILENT,
        ),
    ):
        pass

    assert str(refused.value) == (
        "./taki serve (process 4711) on this data folder was given DATABASE_URL: "
        "set it for this command, too."
    )


def test_migrations_that_this_code_does_not_know_are_refused(services: Services) -> None:
    url = database_url(services.sockets, OWNER_ROLE)
    assert applied(url) == []
    with connect(services) as connection:
        connection.execute("CREATE TABLE django_migrations (id serial, app text, name text)")
        known = "INSERT INTO django_migrations (app, name) VALUES ('auth', '0001_initial')"
        connection.execute(known)
    refuse_newer(url, source="/srv/taki")
    with connect(services) as connection:
        connection.execute("INSERT INTO django_migrations (app, name) VALUES ('games', '9999_x')")

    with pytest.raises(Unusable) as refused:
        refuse_newer(url, source="/srv/taki")

    assert str(refused.value) == (
        "/srv/taki was written by a newer version of TAKI (its migration games.9999_x is unknown "
        "here): update this code, or choose another folder with --data."
    )


def test_the_migrations_on_disk_are_ours_and_djangos() -> None:
    found = set(on_disk())

    assert ("games", "0001_initial") in found
    assert ("players", "0001_initial") in found
    assert ("contenttypes", "0001_initial") in found
    assert ("games", "__init__") not in found


def test_a_database_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        applied(f"postgresql://taki@/taki?host={tmp_path}")

    assert str(refused.value).startswith("The database in DATABASE_URL does not answer (")
    assert str(refused.value).endswith("): start it or correct the URL.")


def test_data_of_another_major_version_is_refused(tmp_path: Path, bare: dict[str, str]) -> None:
    folder = DataFolder.open(tmp_path / "newer")
    folder.postgres.mkdir()
    (folder.postgres / "PG_VERSION").write_text("99\n")

    with pytest.raises(Unusable) as refused:
        Services.plan(folder, BOTH, bare)

    assert str(refused.value) == (
        f"The data in {folder.path} was written by PostgreSQL 99, and this is PostgreSQL 18: use a "
        "version of TAKI that brings PostgreSQL 99, or choose another folder with --data."
    )
    assert sorted(each.name for each in folder.postgres.iterdir()) == ["PG_VERSION"]
