"""Idempotency keys: a command under a key is carried out once, and who asks again gets its answer again."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.codec import canonical
from games.refusing import KeyReused
from games.terms import Terms, context_of

LONGEST_KEY: Final = 255

# A null is no key of an index but by IS NULL, so the system's commands are found by a text of their own.
_FIND: Final = """
    SELECT command.method, command.path, command.body_hash,
           game.id, command.first_version, command.last_version,
           game.visibility, game.code, game.previous_id, game.rated, game.spectator_delay_seconds,
           game.context_kind, game.context_id
      FROM games_command AS command JOIN games_game AS game ON game.id = command.game_id
     WHERE command.key = %s AND command.player """
_FIND_OF_PLAYER: Final = f"{_FIND} = %s"
_FIND_OF_SYSTEM: Final = f"{_FIND} IS NULL"
# Of two that come at once the second waits here for the first to commit, and then writes no row.
_KEEP: Final = """
    INSERT INTO games_command
           (id, game_id, player, key, method, path, body_hash, first_version, last_version, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
        ON CONFLICT (player, key) DO NOTHING
"""


class Overtaken(Exception):
    """Somebody committed first what was to be written here: undo all and begin again."""


class Answered(NamedTuple):
    """What a command under a key caused, its first and last event, and the game as `Handled` has it."""

    game_id: UUID
    terms: Terms
    first_version: int
    last_version: int


@dataclass(frozen=True, slots=True)
class Key:
    """A sender's key (at most 255 characters), and what was asked under it."""

    text: str
    method: str
    path: str
    body_hash: bytes

    @classmethod
    def of(cls, text: str, *, method: str, path: str, body: object) -> "Key":
        """Return the key of a request with this JSON body, in whatever way it was written."""
        return cls(text, method, path, sha256(canonical(body)).digest())


def system_key(game_id: UUID, version: int, asked: str) -> Key:
    """Return the key of something the system does to a game at the version it saw; `asked` names it."""
    return Key.of(f"{game_id}:{version}", method="", path=asked, body=None)


def earlier(player: UUID | None, key: Key) -> Answered | None:
    """Return what this sender had carried out under the key, if anything.

    To be called in a statement of its own after the head was locked: a lock that was waited for says nothing
    of rows that were committed meanwhile.

    :raises KeyReused: where something else was asked under it.
    """
    with connection.cursor() as cursor:
        if player is None:
            cursor.execute(_FIND_OF_SYSTEM, [key.text])
        else:
            cursor.execute(_FIND_OF_PLAYER, [key.text, player])
        found = cursor.fetchone()
    if found is None:
        return None
    method, path, body_hash, game_id, first, last, *told = found
    if (method, path, bytes(body_hash)) != (key.method, key.path, key.body_hash):
        raise KeyReused
    visibility, code, previous, rated, delay, *context = told
    terms = Terms(visibility, code, previous, context_of(*context), rated, delay)
    return Answered(game_id, terms, first, last)


def keep(
    key: Key,
    *,
    id_: UUID,
    game_id: UUID,
    player: UUID | None,
    first_version: int,
    last_version: int,
    at: datetime,
) -> None:
    """Keep what a command under this key caused, in the same transaction.

    :raises Overtaken: where the key is there already; who begins again finds its answer.
    """
    asked = (key.text, key.method, key.path, key.body_hash)
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [id_, game_id, player, *asked, first_version, last_version, at])
        if cursor.rowcount == 0:
            raise Overtaken
