"""Idempotency keys of commands to tournaments: carried out once, and who asks again is answered again."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection
from uuid_utils.compat import uuid7

from games.keys import Key, Overtaken
from games.refusing import KeyReused

_FIND: Final = """
    SELECT method, path, body_hash, tournament_id FROM tournaments_command WHERE key = %s AND player = %s
"""
# Of two that come at once the second waits here for the first to commit, and then writes no row.
_KEEP: Final = """
    INSERT INTO tournaments_command
           (id, tournament_id, player, key, method, path, body_hash, last_version, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
        ON CONFLICT (player, key) DO NOTHING
"""


def earlier(player: UUID, key: Key) -> UUID | None:
    """Return the tournament in which this sender had something carried out under the key, if any.

    To be called in a statement of its own after the head was locked, as with games.

    :raises KeyReused: where something else was asked under it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FIND, [key.text, player])
        found = cursor.fetchone()
    if found is None:
        return None
    method, path, body_hash, tournament = found
    if (method, path, bytes(body_hash)) != (key.method, key.path, key.body_hash):
        raise KeyReused
    return UUID(str(tournament))


def keep(key: Key, *, tournament: UUID, player: UUID, last_version: int, at: datetime) -> None:
    """Keep that a command under this key was carried out, in the same transaction.

    :raises Overtaken: where the key is there already; who begins again finds its answer.
    """
    asked = (key.text, key.method, key.path, key.body_hash)
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [uuid7(), tournament, player, *asked, last_version, at])
        if cursor.rowcount == 0:
            raise Overtaken
