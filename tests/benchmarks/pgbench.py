"""The same writes as a move's by pgbench, PostgreSQL's own client: what the database alone could do."""

import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg import sql
from psycopg.types.json import Jsonb

from taki_api.local.binaries import postgres_programs
from taki_api.local.postgres import DATABASE, OWNER_ROLE, PORT

_TABLES = """
    CREATE SCHEMA IF NOT EXISTS peer;
    DROP TABLE IF EXISTS peer.event, peer.head;
    CREATE TABLE peer.head (LIKE games_game INCLUDING ALL);
    CREATE TABLE peer.event (LIKE games_storedevent INCLUDING ALL);
    ALTER TABLE peer.event ADD FOREIGN KEY (game_id) REFERENCES peer.head (id)
          DEFERRABLE INITIALLY DEFERRED;
"""
# One head a client, made from a running game, with an id that pgbench can write down.
_HEADS = """
    INSERT INTO peer.head SELECT (jsonb_populate_record(head, jsonb_build_object('id', ids.id))).*
      FROM games_game AS head,
           (SELECT '00000000-0000-7000-8000-' || lpad(client::text, 12, '0') AS id
              FROM generate_series(0, %s) AS client) AS ids
     WHERE head.id = (SELECT id FROM games_game WHERE status = 'playing' ORDER BY id LIMIT 1)
"""
# The events of a move with about so many of them.
_SAMPLE = """
    SELECT type, schema, payload, actor, subject, command, recorded_at, digest FROM games_storedevent
     WHERE command = (SELECT command FROM games_storedevent GROUP BY command
                      HAVING bool_or(type IN ('card_laid', 'cards_drawn'))
                       ORDER BY abs(count(*) - %s) LIMIT 1)
     ORDER BY version
"""
_HEAD_ID = "('00000000-0000-7000-8000-' || lpad((:client_id)::text, 12, '0'))::uuid"
_BEGIN = f"""BEGIN;
SELECT version FROM peer.head WHERE id = {_HEAD_ID} FOR UPDATE \\gset
"""
_END = f"""UPDATE peer.head SET version = version + {{count}}, digest = {{digest}},
       turn_number = turn_number + 1, turn_seat = (turn_seat + 1) % 4, deadline = {{deadline}}
 WHERE id = {_HEAD_ID};
COMMIT;
"""


class NoPgbench(Exception):
    """There is no pgbench on this machine."""


@dataclass(frozen=True)
class Written:
    """What pgbench did."""

    transactions: int
    seconds: float
    latency: float  # seconds, on average
    client_cpu: float


@dataclass(frozen=True)
class Pgbench:
    """Ready to write into tables like ours."""

    program: Path
    sockets: Path
    script: str
    clients: int
    events: int

    @classmethod
    def prepare(
        cls,
        connection: psycopg.Connection,
        sockets: Path,
        environment: Mapping[str, str],
        *,
        clients: int,
        events: int,
    ) -> Self:
        """Make tables equal to ours, and the transaction of a move with about so many events.

        It locks a head, inserts the events in one statement and updates the head: the statements of a move
        without a key, with rows of the same content.

        :raises NoPgbench: where the program is missing.
        """
        connection.execute(_TABLES)
        connection.execute(_HEADS, [clients - 1])
        rows = connection.execute(_SAMPLE, [events]).fetchall()
        script = _BEGIN + _insert(rows).as_string(connection) + _update(rows).as_string(connection)
        return cls(_program(environment), sockets, script, clients, len(rows))

    def run(self, seconds: int) -> Written:
        """Let all clients write for so long."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write(self.script)
            file.flush()
            where = ("-h", str(self.sockets), "-p", PORT, "-U", OWNER_ROLE, DATABASE)
            size = ("-c", str(self.clients), "-j", "1", "-T", str(seconds))
            command = [str(self.program), "-n", "-M", "prepared", *size, "-f", file.name, *where]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        rate = float(_found(r"tps = ([\d.]+)", done.stdout))
        transactions = int(_found(r"actually processed: (\d+)", done.stdout))
        latency = float(_found(r"latency average = ([\d.]+) ms", done.stdout)) / 1000
        client_cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Written(transactions, transactions / rate, latency, client_cpu)


def _insert(rows: Sequence[tuple[Any, ...]]) -> sql.Composed:
    values = [
        sql.SQL("({}::uuid, :version + {}, {})").format(
            sql.SQL(_HEAD_ID),
            sql.Literal(number),
            sql.SQL(", ").join(
                sql.Literal(Jsonb(value) if isinstance(value, dict) else value) for value in row
            ),
        )
        for number, row in enumerate(rows, 1)
    ]
    columns = "game_id, version, type, schema, payload, actor, subject, command, recorded_at, digest"
    return sql.SQL("INSERT INTO peer.event ({}) VALUES {};\n").format(
        sql.SQL(columns), sql.SQL(", ").join(values)
    )


def _update(rows: Sequence[tuple[Any, ...]]) -> sql.Composed:
    digest = rows[-1][-1]
    deadline = sql.SQL("clock_timestamp() + interval '30 seconds'")
    return sql.SQL(_END).format(count=sql.Literal(len(rows)), digest=sql.Literal(digest), deadline=deadline)


def _program(environment: Mapping[str, str]) -> Path:
    wheel = postgres_programs(environment).folder / "pgbench"
    found = str(wheel) if wheel.exists() else shutil.which("pgbench")
    if found is None:
        raise NoPgbench("There is no pgbench on this machine: install PostgreSQL's, or add --no-peer.")
    return Path(found)


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None, text
    return match[1]
