"""Nobody changes or removes what happened: not the model, not its queries, not the table."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError

from games.models import AppendOnly, Game, StoredEvent
from tests.games.tables import Table

pytestmark = pytest.mark.django_db
ATTEMPTS: dict[str, Callable[[Table], object]] = {
    "save": lambda table: one(table).save(),
    "save anew": lambda table: StoredEvent(game_id=table.id, version=99).save(force_insert=True),
    "create": lambda table: StoredEvent.objects.create(game_id=table.id, version=99),
    "delete": lambda table: one(table).delete(),
    "update many": lambda _: StoredEvent.objects.update(version=99),
    "update some": lambda table: StoredEvent.objects.filter(game_id=table.id).update(payload={}),
    "delete many": lambda _: StoredEvent.objects.all().delete(),
    "delete some": lambda table: StoredEvent.objects.filter(game_id=table.id).delete(),
    "delete raw": lambda _: StoredEvent.objects.all()._raw_delete("default"),
    "bulk update": lambda table: StoredEvent.objects.bulk_update([one(table)], ["payload"]),
}
STATEMENTS = [
    "UPDATE games_storedevent SET version = version",
    "UPDATE games_storedevent SET payload = '{}' WHERE version = 2",
    "DELETE FROM games_storedevent WHERE version = 5",
    "TRUNCATE games_storedevent",
    "TRUNCATE games_game CASCADE",
]


def one(table: Table) -> StoredEvent:
    return StoredEvent.objects.get(pk=(table.id, 2))


@pytest.mark.parametrize("how", ATTEMPTS)
def test_the_model_refuses(playing: Table, how: str) -> None:
    before = playing.rows()
    with pytest.raises(AppendOnly):
        ATTEMPTS[how](playing)
    assert playing.rows() == before


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.django_db(transaction=True)
def test_the_table_refuses(playing: Table, statement: str) -> None:
    before = playing.rows()
    with (
        transaction.atomic(),
        connection.cursor() as cursor,
        pytest.raises(IntegrityError, match="the log of games only grows"),
    ):
        cursor.execute(statement)
    assert playing.rows() == before


def test_a_game_with_a_log_cannot_be_deleted(playing: Table) -> None:
    with pytest.raises(ProtectedError):
        Game.objects.get(pk=playing.id).delete()


@pytest.mark.django_db(transaction=True)
def test_a_version_is_taken_once(playing: Table) -> None:
    row = one(playing)
    with pytest.raises(IntegrityError):
        StoredEvent.objects.bulk_create([row])


def test_an_event_is_called_by_its_game_and_version(playing: Table) -> None:
    assert str(one(playing)) == f"{playing.id}@2 seat_taken"
