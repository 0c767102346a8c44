"""The commands of docs/backup.md, word for word: what they restore is the same and as well guarded."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from games.engine.commands import Draw
from taki_api.local.binaries import postgres_programs
from tests.deploy.production import ROOT
from tests.games.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)

DUMP, RESTORE = re.findall(r"```bash\n(.*?)```", (ROOT / "docs" / "backup.md").read_text(), re.DOTALL)
SERVER_ROLE = "taki_server"
COPY = "taki_restored"

# Everything that guards or shapes the tables, in a form that does not name the database.
GUARDS = """
    SELECT 'function', proname, pg_get_functiondef(oid) FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'trigger', tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT 'constraint', conname, pg_get_constraintdef(oid) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2, 3
"""


def url(database: str) -> str:
    """Where a database of the server under test is, as its owner."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()


@pytest.fixture
def copy() -> Iterator[str]:
    """The name of the restored database, gone afterwards; the role of the server is there before."""
    with psycopg.connect(url("postgres"), autocommit=True) as server:
        if server.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [SERVER_ROLE]).fetchone() is None:
            server.execute(f"CREATE ROLE {SERVER_ROLE} LOGIN")
        yield COPY
        server.execute(f"DROP DATABASE IF EXISTS {COPY} WITH (FORCE)")


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """What an operator has at hand: PostgreSQL's programs, this Python, the code."""
    (tmp_path / "manage.py").symlink_to(ROOT / "manage.py")
    programs = [
        str(postgres_programs(os.environ).folder),
        str(Path(sys.executable).parent),
        os.environ["PATH"],
    ]
    here = {"PATH": os.pathsep.join(programs), "PWD": str(tmp_path)}
    urls = {"OWNER_URL": url(str(connection.settings_dict["NAME"])), "RESTORED_URL": url(COPY)}
    return {**os.environ, **here, **urls}


def run(commands: str, shell: dict[str, str]) -> str:
    words = ["bash", "-euc", commands]
    done = subprocess.run(words, env=shell, cwd=shell["PWD"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_restored_dump_is_sound_and_as_well_guarded(copy: str, shell: dict[str, str]) -> None:
    table = Table.open(3)
    table.start()
    table.play(0, Draw())
    logs = "SELECT game_id, version, type, payload, digest FROM games_storedevent ORDER BY 1, 2"
    with psycopg.connect(shell["OWNER_URL"]) as origin:
        events, guards = origin.execute(logs).fetchall(), origin.execute(GUARDS).fetchall()
    assert len(events) == table.head().version
    assert {"games_event_is_for_ever", "games_log_is_for_ever"} <= {name for _, name, _ in guards}

    assert run(DUMP, shell) == ""
    said = run(RESTORE, shell)

    assert said.splitlines() == [
        f"{SERVER_ROLE!r} may serve; games_handslook, games_storedevent, tournaments_event "
        "it may only read and add to.",
        "1 games checked, all sound.",
    ]
    with psycopg.connect(url(copy), autocommit=True) as restored:
        assert restored.execute(logs).fetchall() == events
        assert restored.execute(GUARDS).fetchall() == guards
        for statement in ("UPDATE games_storedevent SET version = version", "TRUNCATE games_storedevent"):
            with pytest.raises(psycopg.errors.RestrictViolation):
                restored.execute(statement)
        restored.execute(f"SET ROLE {SERVER_ROLE}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            restored.execute("DELETE FROM games_storedevent")
        assert restored.execute("SELECT count(*) FROM games_storedevent").fetchone() == (len(events),)
