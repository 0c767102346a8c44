"""Locks in the database of a server that make a moment of a round last until a part is killed in it."""

import time
from typing import Final

import psycopg

from tests.benchmarks.served import Served

# No game can be opened, nor go on.
OPENING: Final = "LOCK TABLE games_game IN SHARE MODE"
# The result of one table of the newest round cannot be booked.
CLOSING: Final = """
      SELECT FROM tournaments_table WHERE stage = 'playing' ORDER BY round DESC, number LIMIT 1 FOR UPDATE
"""
_PATIENCE_SECONDS: Final = 300
_POLL_SECONDS: Final = 0.02


def hold(served: Served, lock: str) -> psycopg.Connection:
    """Take a lock as soon as PostgreSQL is there; return the connection, whose closing gives it back."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return _held(served.connect(), lock)
        except psycopg.OperationalError:  # killed a moment ago
            if time.monotonic() > until:
                raise
            time.sleep(_POLL_SECONDS)


def _held(database: psycopg.Connection, lock: str) -> psycopg.Connection:
    try:
        database.execute("BEGIN")
        database.execute(lock)
    except psycopg.OperationalError:
        database.close()
        raise
    return database
