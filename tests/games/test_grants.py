"""The role under which the server runs can play every game and change no log."""

from collections.abc import Iterator
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from games import bot_calls, moments
from games.engine.commands import Draw
from tests.games.tables import Table, beat

pytestmark = pytest.mark.django_db(transaction=True)
ROLE = 'serving "role"'


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture
def role() -> Iterator[str]:
    quoted = '"serving ""role"""'
    run(f"CREATE ROLE {quoted}")
    yield ROLE
    run("RESET ROLE")
    run(f"DROP OWNED BY {quoted}")
    run(f"DROP ROLE {quoted}")


def grant(role: str) -> str:
    out = StringIO()
    call_command("grant_server_role", role, stdout=out)
    return out.getvalue()


def test_the_serving_role_plays_and_changes_no_log(role: str) -> None:
    kept = "games_handslook, games_storedevent, tournaments_event"
    assert grant(role) == f"'serving \"role\"' may serve; {kept} it may only read and add to.\n"
    assert grant(role) != ""
    run('SET ROLE "serving ""role"""')
    table = Table.open(2)
    table.start()
    table.play(0, Draw())
    beat()
    table.settle()
    assert table.standing().state.number == 2
    bot_calls.decided(bot_calls.Call(uuid4(), 1), moments.moment().now)
    assert bot_calls.forget() == 1
    before = table.rows()
    for statement in (
        "UPDATE games_storedevent SET version = version",
        "DELETE FROM games_storedevent",
        "TRUNCATE games_storedevent",
        "UPDATE games_handslook SET version = version",
        "DELETE FROM games_handslook",
        "DROP TABLE games_storedevent",
        "ALTER TABLE games_storedevent DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(ProgrammingError), transaction.atomic():
            run(statement)
    assert table.rows() == before


def test_a_role_that_does_not_exist_or_cannot_be_bound_is_refused() -> None:
    with pytest.raises(CommandError, match="There is no role 'nobody'; create it first"):
        grant("nobody")
    with pytest.raises(CommandError, match="owns the tables or is a superuser: no grant can bind it"):
        grant(str(connection.settings_dict["USER"]))
