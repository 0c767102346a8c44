"""Many games at once, by SQL alone: heads, seats and a few events, good enough for lists and sweeps.

They are copies of one real game that has been played: none can be played on, and no digest is right.
"""

from collections.abc import Mapping
from uuid import UUID

from django.db import connection, models, transaction

from games.models import Game, Seat, StoredEvent
from players.models import Player

PLAYERS = 100
_SEATS = 4
# Of a thousand games; the rest are finished.
_LOBBIES, _RUNNING = 30, 30
_SOME_EVENTS = "of.version BETWEEN 5 AND 6"


def fill(template: UUID, first: int, last: int) -> None:
    """Add the games with the numbers `first` to `last`, a second apart and all before the real ones.

    `template` is a finished game of four. Triggers are off for the time: rows are not checked one by one.
    """
    numbers = f"generate_series({first}, {last}) AS n"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL statement_timeout = 0")
        if first == 1:
            cursor.execute(_copies(Player, _PLAYER, f"generate_series(0, {PLAYERS - 1}) AS n", _ANY_PLAYER))
        cursor.execute(_copies(Game, _HEAD, numbers, "of.id = %s"), [template])
        cursor.execute(_copies(Seat, _SEAT, numbers, "of.game_id = %s"), [template])
        cursor.execute(
            _copies(StoredEvent, _EVENT, numbers, f"of.game_id = %s AND {_SOME_EVENTS}"), [template]
        )
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("CHECKPOINT")
        cursor.execute("RESET statement_timeout")


def player_id(number: int) -> UUID:
    """Return the id of a player of these games by number, from 0 to `PLAYERS` - 1; each sits at as many."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_id(str(number), 0)}")
        (found,) = cursor.fetchone()
    return UUID(str(found))


def _id(number: str, kind: int) -> str:
    # The form of a UUIDv7: milliseconds, here of 2020 and later, a second a number; what is random is fixed.
    moment = f"lpad(to_hex(1577836800000 + {number}::bigint * 1000), 12, '0')"
    noise = f"md5({number}::text)"
    return f"({moment} || '7' || substr({noise}, 1, 3) || '8' || '{kind}' || substr({noise}, 4, 14))::uuid"


_PERSON = _id(f"mod(n * 7 + of.number * {PLAYERS // _SEATS}, {PLAYERS})", 0)
_KIND = "mod(n, 1000)"
_IS_LOBBY = f"{_KIND} < {_LOBBIES}"
_IS_RUNNING = f"{_KIND} BETWEEN {_LOBBIES} AND {_LOBBIES + _RUNNING - 1}"
_ANY_PLAYER = "of.id = (SELECT id FROM players_player ORDER BY id LIMIT 1)"
_PLAYER = {"id": _id("n", 0), "name": "'Guest ' || n", "name_key": "'guest ' || n"}
_HEAD = {
    "id": _id("n", 1),
    "host_id": "NULL",
    "status": f"CASE WHEN {_IS_LOBBY} THEN 'lobby' WHEN {_IS_RUNNING} THEN 'playing' ELSE 'finished' END",
    "seats_taken": f"CASE WHEN {_IS_LOBBY} THEN 3 ELSE of.seats_taken END",
    # Far away: the sweep shall have nothing to settle.
    "deadline": f"CASE WHEN {_IS_LOBBY} OR {_IS_RUNNING} THEN now() + n * interval '1 second' + '1 day' END",
}
_SEAT = {"id": None, "game_id": _id("n", 1), "player_id": _PERSON}
_EVENT = {"game_id": _id("n", 1)}


def _copies(model: type[models.Model], changes: Mapping[str, str | None], numbers: str, which: str) -> str:
    """The statement that copies the rows `of` a table, for each number `n`; None leaves a column out."""
    wanted: dict[str, str | None] = {
        str(field.column): f'of."{field.column}"' for field in model._meta.concrete_fields
    }
    values = {column: value for column, value in (wanted | {**changes}).items() if value is not None}
    table = model._meta.db_table
    return (
        f'INSERT INTO "{table}" ({", ".join(values)}) SELECT {", ".join(values.values())}'
        f' FROM {numbers}, "{table}" AS of WHERE {which}'
    )
