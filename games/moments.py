"""What is true right now by the database alone: the time, the sweep's heartbeat, whether a session lives."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.refusing import SessionEnded

SWEEP: Final = "sweep"  # the heartbeat of games.tasks.sweep

# The three columns that `of_row` reads, for SWEEP and a session's id or None as parameters. The functions
# look anew whenever they are called, unlike the statement around them.
COLUMNS: Final = "clock_timestamp(), games_last_heartbeat(%s), games_session_until(%s)"
_BEAT: Final = """
    INSERT INTO games_heartbeat AS heartbeat (name, at) VALUES (%s, %s)
        ON CONFLICT (name) DO UPDATE SET at = greatest(heartbeat.at, excluded.at)
"""


class Moment(NamedTuple):
    """What time it is, and when the sweep was last heard of."""

    now: datetime
    heartbeat_at: datetime | None


def reading(database_clock: datetime) -> datetime:
    """Return the present time; the database's clock is the only one. Replaced in tests."""
    return database_clock


def moment(session_id: UUID | None = None) -> Moment:
    """Return the present moment, for what concerns no single log; one statement.

    :raises SessionEnded: where a session is given that is over.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {COLUMNS}", [SWEEP, session_id])
        return of_row(cursor.fetchone(), session_id)


def of_row(row: tuple[Any, ...], session_id: UUID | None) -> Moment:
    """Return the moment that a row of `COLUMNS` tells of.

    :raises SessionEnded: where a session is given that is over.
    """
    database_clock, heartbeat_at, session_until = row
    now = reading(database_clock)
    if session_id is not None and (session_until is None or session_until <= now):
        raise SessionEnded
    return Moment(now, heartbeat_at)


def beat(at: datetime) -> None:
    """Show that the sweep was alive at this time; of two at once the later counts."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [SWEEP, at])
