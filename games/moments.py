"""What is true right now by the database alone: the time, the sweep's heartbeat, whether a session lives."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.refusing import SessionEnded

SWEEP: Final = "sweep"  # the heartbeat of the sweep
BOTS: Final = "bots"  # of those who call bots
COMING_BACK: Final = "coming_back"  # of sweeps that give time back after an outage

# The three columns that `of_row` reads, for the name of a heartbeat and a session's id or None. The functions
# look anew whenever they are called, unlike the statement around them.
COLUMNS: Final = "clock_timestamp(), games_last_heartbeat(%s), games_session_until(%s)"
_BEAT: Final = """
    INSERT INTO games_heartbeat AS heartbeat (name, at) VALUES (%s, %s)
        ON CONFLICT (name) DO UPDATE SET at = greatest(heartbeat.at, excluded.at)
"""
# The row is locked and then looked at, so that of two at once one writes and the other finds what it wrote.
_GO_ON: Final = """
    UPDATE games_heartbeat SET at = greatest(at, %(at)s) WHERE name = %(name)s AND %(at)s - at <= %(lasts)s
"""
# A return is over when the sweep was alive after it had begun, or when nobody was at work for a while.
_COME_BACK: Final = """
    INSERT INTO games_heartbeat AS known (name, at, since) VALUES (%(name)s, %(at)s, %(at)s)
        ON CONFLICT (name) DO UPDATE
       SET at = greatest(known.at, excluded.at),
           since = CASE WHEN excluded.at - known.at > %(lasts)s
                          OR games_last_heartbeat(%(sweep)s) >= known.since
                        THEN excluded.since ELSE known.since END
 RETURNING since
"""


class Moment(NamedTuple):
    """What time it is, and when the sweep, or who else was asked about, was last heard of."""

    now: datetime
    heartbeat_at: datetime | None


def reading(database_clock: datetime) -> datetime:
    """Return the present time; the database's clock is the only one. Replaced in tests."""
    return database_clock


def moment(session_id: UUID | None = None, *, of: str = SWEEP) -> Moment:
    """Return the present moment, for what concerns no single log, with the heartbeat `of`; one statement.

    :raises SessionEnded: where a session is given that is over.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {COLUMNS}", [of, session_id])
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


def beat(at: datetime, *, of: str = SWEEP) -> None:
    """Show that the sweep, or `of`, was alive at this time; of two at once the later counts."""
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, [of, at])


def go_on(at: datetime, lasts: timedelta) -> bool:
    """Show that the sweep is still alive at this time; False, and nothing shown, after a gap of over `lasts`.

    A process that was stopped for a while does not hide that nobody was there.
    """
    told: dict[str, Any] = {"at": at, "lasts": lasts, "name": SWEEP}
    with connection.cursor() as cursor:
        cursor.execute(_GO_ON, told)
        shown: int = cursor.rowcount
        return shown == 1


def come_back(at: datetime, lasts: timedelta) -> datetime:
    """Show that a sweep gives time back at this time, and return since when sweeps have been doing so.

    They have without a pause of over `lasts`, and the sweep has not been alive again since then.
    """
    told: dict[str, Any] = {"at": at, "lasts": lasts, "name": COMING_BACK, "sweep": SWEEP}
    with connection.cursor() as cursor:
        cursor.execute(_COME_BACK, told)
        since: datetime = cursor.fetchone()[0]
        return since
