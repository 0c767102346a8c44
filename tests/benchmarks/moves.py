"""Durable moves a second over HTTP, beside pgbench writing the same rows on the same server.

    .venv/bin/python -m tests.benchmarks.moves

It starts a server of its own on a folder that is gone afterwards. Its tables play in step: all look, then all
that are on turn send a move at once, and only that is measured. Samples take turns: moves, moves with an
`Idempotency-Key`, pgbench; each figure is the median of its samples.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict

from taki_api.local.unusable import Unusable
from tests.benchmarks import report
from tests.benchmarks.http_tables import Table
from tests.benchmarks.pgbench import NoPgbench, Pgbench
from tests.benchmarks.report import Report, middle
from tests.benchmarks.sampling import Meters, Sample, of_moves, of_peer
from tests.benchmarks.served import Served, bare_environment, server

MOVES = "moves"
KEYED = "with a key"
PEER = "pgbench"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and tell; 0, or 2 where the server or the peer cannot be had."""
    options = _options(argv)
    found = Report(
        "moves",
        f"Moves over HTTP, {options.games} games of {options.seats}, all at once",
        [MOVES, KEYED] if options.no_peer else [MOVES, KEYED, PEER],
        report.settings_of(options),
    )
    try:
        with server(dict(each.split("=", 1) for each in options.set)) as served:
            asyncio.run(_measure(options, served, found))
    except (NoPgbench, Unusable) as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    found.tell(options.json)
    return 0


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = report.parser("moves", "Durable moves a second over HTTP, beside pgbench on the same server.")
    parser.add_argument("--games", type=int, default=50, help="games at once; the clients of pgbench, too")
    parser.add_argument("--seats", type=int, default=4, help="seats at each game")
    parser.add_argument("--steps", type=int, default=12, help="moves of each game in one sample")
    parser.add_argument("--peer-seconds", type=int, default=3, help="how long pgbench writes in one sample")
    parser.add_argument("--no-peer", action="store_true", help="leave pgbench out")
    parser.add_argument(
        "--set",
        nargs="+",
        default=[],
        metavar="NAME=VALUE",
        help="settings of the server: TAKI_WEB_THREADS=4",
    )
    return parser.parse_args(argv)


async def _measure(options: argparse.Namespace, served: Served, found: Report) -> None:
    tables: list[Table] = []
    try:
        for number in range(options.games):
            tables.append(await Table.sit_down(served.url, options.seats, number))
        with served.connect() as connection:
            await _rounds(options, tables, Meters(served, connection), found)
    finally:
        for table in tables:
            await table.connection.close()


async def _rounds(
    options: argparse.Namespace, tables: Sequence[Table], meters: Meters, found: Report
) -> None:
    warm = await of_moves(tables, meters, steps=options.steps, keyed=False)
    peer = None
    if not options.no_peer:
        peer = Pgbench.prepare(
            meters.connection,
            meters.served.sockets,
            bare_environment(),
            clients=options.games,
            events=round(warm.events / warm.done),
        )
    rounds = [await _round(options, tables, meters, peer) for _ in range(options.rounds)]
    _fill(found, rounds, peer)


async def _round(
    options: argparse.Namespace, tables: Sequence[Table], meters: Meters, peer: Pgbench | None
) -> dict[str, Sample]:
    samples = {
        MOVES: await of_moves(tables, meters, steps=options.steps, keyed=False),
        KEYED: await of_moves(tables, meters, steps=options.steps, keyed=True),
    }
    if peer is not None:
        samples[PEER] = await of_peer(peer, meters, seconds=options.peer_seconds)
    return samples


def _fill(found: Report, rounds: Sequence[dict[str, Sample]], peer: Pgbench | None) -> None:
    for label, figure in _FIGURES.items():
        found.add(label, *(_median(rounds, kind, figure) for kind in rounds[0]))
    if peer is not None:
        found.add("rate, ratio to pgbench", *(_ratio(rounds, kind) for kind in rounds[0]))
        found.notes.append(
            f"pgbench: {peer.clients} clients lock a head, insert {peer.events} events, update the head, "
            "commit. Its p50 is its mean."
        )
    found.rounds = [{kind: asdict(sample) for kind, sample in round_.items()} for round_ in rounds]


_FIGURES: dict[str, Callable[[Sample], float | None]] = {
    "a second": lambda sample: sample.done / sample.spent.wall,
    "p50, ms": lambda sample: None if sample.p50 is None else 1000 * sample.p50,
    "p99, ms": lambda sample: None if sample.p99 is None else 1000 * sample.p99,
    "CPU of web, ms each": lambda sample: 1000 * sample.spent.web / sample.done,
    "CPU of PostgreSQL, ms each": lambda sample: 1000 * sample.spent.postgres / sample.done,
    "CPU of the client, ms each": lambda sample: 1000 * sample.spent.client / sample.done,
    "cores in use, all three": lambda sample: (
        (sample.spent.web + sample.spent.postgres + sample.spent.client) / sample.spent.wall
    ),
    "client's share of that CPU, %": lambda sample: (
        100 * sample.spent.client / (sample.spent.web + sample.spent.postgres + sample.spent.client)
    ),
    "write-ahead log, bytes each": lambda sample: sample.spent.wal_bytes / sample.done,
    "events each": lambda sample: sample.events / sample.done,
}


def _median(
    rounds: Sequence[dict[str, Sample]], kind: str, figure: Callable[[Sample], float | None]
) -> float | None:
    values = [figure(round_[kind]) for round_ in rounds]
    return middle([value for value in values if value is not None])


def _ratio(rounds: Sequence[dict[str, Sample]], kind: str) -> float | None:
    rate = _FIGURES["a second"]
    pairs = [(rate(round_[kind]), rate(round_[PEER])) for round_ in rounds]
    return middle([ours / peers for ours, peers in pairs if ours is not None and peers])


if __name__ == "__main__":
    sys.exit(main())
