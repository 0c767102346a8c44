"""For which version of a game its bots were called: one call goes out, and another only where it was lost.

No call is sent here, and none is answered: rows alone. A row names no foreign key of the game, whose lock a
command may hold for long.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db import connection

# So long after a call without a decision it counts as lost, with its worker or its broker.
LOST_AFTER: Final = timedelta(seconds=15)
# Who calls stands in one queue with who plays: a worker that has much to do is heard of less often.
HEARTBEAT_LASTS: Final = timedelta(seconds=30)
_AT_ONCE: Final = 200

# Of two sweeps at the same moment the second finds the row of the first and writes nothing. Rows are written
# in the order of ids, so that two never wait for each other.
_CLAIM: Final = """
    WITH waiting AS (
        SELECT game.id, game.version FROM games_game AS game
         WHERE game.bot_at <= %(until)s {which} AND NOT EXISTS (
               SELECT FROM games_bot_call AS known
                WHERE known.game_id = game.id AND known.version = game.version
                  AND (known.decided OR known.called_at > %(lost)s))
         ORDER BY game.bot_at LIMIT %(most)s)
    INSERT INTO games_bot_call AS call (game_id, version, called_at, decided)
    SELECT id, version, %(now)s, false FROM waiting ORDER BY id
        ON CONFLICT (game_id) DO UPDATE
       SET version = excluded.version, called_at = excluded.called_at, decided = false
     WHERE call.version < excluded.version
        OR (call.version = excluded.version AND NOT call.decided AND call.called_at <= %(lost)s)
 RETURNING game_id, version
"""
_CLAIM_ANY: Final = _CLAIM.format(which="")
_CLAIM_ONE: Final = _CLAIM.format(which="AND game.id = %(game)s")
_DECIDE: Final = """
    INSERT INTO games_bot_call AS call (game_id, version, called_at, decided) VALUES (%s, %s, %s, true)
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, decided = true
     WHERE call.version <= excluded.version
"""
# A game that is over waits for no bot. What somebody else deletes at the moment is left to them.
_FORGET: Final = """
    WITH seen AS (SELECT game_id FROM games_bot_call WHERE game_id > %s ORDER BY game_id LIMIT %s),
         old AS (SELECT game_id FROM games_bot_call JOIN seen USING (game_id)
                  WHERE NOT EXISTS (SELECT FROM games_game AS game
                                     WHERE game.id = game_id AND game.ended_at IS NULL)
                  ORDER BY game_id FOR UPDATE OF games_bot_call SKIP LOCKED),
         gone AS (DELETE FROM games_bot_call AS call USING old WHERE call.game_id = old.game_id RETURNING 1)
    SELECT (SELECT count(*) FROM gone), (SELECT game_id FROM seen ORDER BY game_id DESC LIMIT 1)
"""
_FORGOTTEN_AT_ONCE: Final = 1_000
_PUT_OFF: Final = (
    "UPDATE games_bot_call SET called_at = %s WHERE game_id = %s AND version = %s AND NOT decided"
)
_TAKE_BACK: Final = "DELETE FROM games_bot_call WHERE game_id = %s AND version = %s AND NOT decided"


class Call(NamedTuple):
    """A game whose bots are to consider this version of it."""

    game_id: UUID
    version: int


def claim_all(now: datetime) -> Iterator[Call]:
    """Yield, and note as called, every game whose bots have something to consider that they have not yet.

    They are noted some at a time, so that a caller who is interrupted leaves few to be taken for lost.
    """
    claimed = _claimed(_CLAIM_ANY, now=now, until=now)
    while claimed:
        yield from claimed
        claimed = _claimed(_CLAIM_ANY, now=now, until=now) if len(claimed) == _AT_ONCE else []


def claim_one(game_id: UUID, *, now: datetime, within: timedelta) -> list[Call]:
    """Return, and note as called, a game whose bots have something to consider `within` so long from now."""
    return _claimed(_CLAIM_ONE, now=now, until=now + within, game=game_id)


def decided(call: Call, now: datetime) -> None:
    """Note that the bots leave this version of the game as it is: they are not asked again."""
    with connection.cursor() as cursor:
        cursor.execute(_DECIDE, [*call, now])


def take_back(call: Call) -> None:
    """Forget a call that came too early, so that the next sweep makes it anew."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_BACK, [*call])


def put_off(call: Call, until: datetime) -> None:
    """Have a call that failed made again at this time, no sooner; a new version is called all the same."""
    with connection.cursor() as cursor:
        cursor.execute(_PUT_OFF, [until - LOST_AFTER, *call])


def forget() -> int:
    """Delete what was noted of games that are over or not there; return how many rows that were.

    Some at a time, so that nobody waits for all of them.
    """
    forgotten = 0
    looked_at: UUID | None = UUID(int=0)
    while looked_at is not None:
        with connection.cursor() as cursor:
            cursor.execute(_FORGET, [looked_at, _FORGOTTEN_AT_ONCE])
            some, looked_at = cursor.fetchone()
        forgotten += some
    return forgotten


def _claimed(sql: str, *, now: datetime, until: datetime, game: UUID | None = None) -> list[Call]:
    times = {"now": now, "until": until, "lost": now - LOST_AFTER}
    told: dict[str, datetime | int | UUID | None] = {**times, "most": _AT_ONCE, "game": game}
    with connection.cursor() as cursor:
        cursor.execute(sql, told)
        return [Call(*row) for row in cursor.fetchall()]
