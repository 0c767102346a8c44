"""What some moves, or some transactions of the peer, have cost: time, CPU of each part, write-ahead log."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import NamedTuple

import psycopg

from tests.benchmarks.http_tables import Spent, Table
from tests.benchmarks.pgbench import Pgbench
from tests.benchmarks.served import Served

_WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"


class Reading(NamedTuple):
    """What the meters stand at, or by how much they have moved; CPU in seconds."""

    wall: float = 0.0
    web: float = 0.0
    postgres: float = 0.0
    client: float = 0.0
    wal_bytes: float = 0.0

    def since(self, earlier: "Reading") -> "Reading":
        """By how much they have moved."""
        return Reading(*(now - then for now, then in zip(self, earlier, strict=True)))

    def plus(self, other: "Reading") -> "Reading":
        """Both together."""
        return Reading(*map(sum, zip(self, other, strict=True)))


@dataclass(frozen=True)
class Sample:
    """So many moves or transactions of the peer, and what they cost together."""

    done: int
    spent: Reading
    events: int
    p50: float | None = None  # seconds
    p99: float | None = None


@dataclass(frozen=True)
class Meters:
    """The meters of one server."""

    served: Served
    connection: psycopg.Connection

    def read(self) -> Reading:
        """Read them all."""
        row = self.connection.execute(_WAL).fetchone()
        assert row is not None
        return Reading(
            time.perf_counter(),
            self.served.cpu_of("web"),
            self.served.cpu_of("postgres"),
            time.process_time(),
            float(row[0]),
        )

    async def over(self, work: Callable[[], Awaitable[object]]) -> Reading:
        """Do the work and return what the meters moved by; the clock and our own CPU without the reading."""
        before = self.read()
        wall, client = time.perf_counter(), time.process_time()
        await work()
        wall, client = time.perf_counter() - wall, time.process_time() - client
        return self.read().since(before)._replace(wall=wall, client=client)


async def of_moves(tables: Sequence[Table], meters: Meters, *, steps: int, keyed: bool) -> Sample:
    """Have every table play `steps` moves, all at once, and look in between, which is not measured."""
    spent, total = Spent(), Reading()

    async def move() -> None:
        await asyncio.gather(*(table.move(spent, keyed=keyed) for table in tables))

    for _ in range(steps):
        await asyncio.gather(*(table.look() for table in tables))
        total = total.plus(await meters.over(move))
    cuts = quantiles(spent.latencies, n=100, method="inclusive")
    return Sample(spent.moves, total, spent.events, cuts[49], cuts[98])


async def of_peer(peer: Pgbench, meters: Meters, *, seconds: int) -> Sample:
    """Let pgbench write for so long."""
    before = meters.read()
    done = peer.run(seconds)
    total = meters.read().since(before)._replace(wall=done.seconds, client=done.client_cpu)
    return Sample(done.transactions, total, done.transactions * peer.events, done.latency)
