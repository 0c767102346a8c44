"""Kills the clock, beat, the worker and the broker of a real server, again and again, while turns run out.

    .venv/bin/python -m tests.faults.killing

No person moves in its games, so that Celery alone brings them on; a second beat runs all the time. After each
kill it waits until every game has gone on; at the end every log is verified. It starts a server of its own on
a folder that is gone afterwards; exit code 1 where a game stands still or a log is not sound.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import psycopg

from taki_api.local.environment import for_django
from taki_api.local.leftovers import recorded
from taki_api.local.parts import beat
from taki_api.local.postgres import OWNER_ROLE, SERVER_ROLE
from taki_api.local.unusable import Unusable
from tests.benchmarks import report
from tests.benchmarks.report import Report, settings_of
from tests.benchmarks.served import Served, bare_environment, server

PARTS: Final = ("clock", "beat", "worker", "valkey")
_PATIENCE_SECONDS: Final = 120
_POLL_SECONDS: Final = 0.1
_OPTIONS: Final = {"turn_seconds": 5}


class StoodStill(Exception):
    """A game did not go on; the message says after what."""


def main(argv: Sequence[str] | None = None) -> int:
    """Kill and tell; 0 where all went on, 1 where not, 2 where the server cannot be had."""
    chosen = options(argv)
    told = Report("killing", "Killed while turns run out", ["all games on again, s"], settings_of(chosen))
    try:
        with server() as served, _second_beat(served), served.connect() as database:
            for _ in range(chosen.games):
                _open_game(served.url)
            for _ in range(chosen.rounds):
                for part in chosen.parts:
                    told.add(f"kill -9 {part}", _killed(part, served, database))
            sound = _verified(served)
    except StoodStill as stood:
        sys.stderr.write(f"{stood}\n")
        return 1
    except Unusable as problem:
        sys.stderr.write(f"{problem.details}\n{problem}\n")
        return 2
    told.notes.append(f"Two beats; {chosen.games} games. {sound.stdout.strip()}")
    told.tell(chosen.json)
    return sound.returncode


def options(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return what is asked for."""
    parser = report.parser("killing", "Kills parts of a server while turns run out.")
    parser.prog = "python -m tests.faults.killing"
    parser.set_defaults(rounds=2)
    parser.add_argument("--games", type=int, default=50, help="how many games there are")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is killed")
    return parser.parse_args(argv)


@contextmanager
def _second_beat(served: Served) -> Iterator[None]:
    environment = for_django(bare_environment(), served.folder, served.sockets, role=SERVER_ROLE)
    part = beat(environment, served.folder)
    command = [word.replace("beat-schedule", "beat-schedule-too") for word in part.command]
    process = subprocess.Popen(
        command,
        env=part.environment,
        cwd=part.directory,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _open_game(url: str) -> None:
    with httpx.Client(base_url=f"{url}/api/v1/", timeout=30) as client:
        host, other = _guest(client), _guest(client)
        asked = {"edition": "super-116", "seats": 2, "options": _OPTIONS, "public": True}
        game = _post(client, "games", host, asked)["id"]
        _post(client, f"games/{game}/seats", other, {})
        _post(client, f"games/{game}/start", host, {})


def _guest(client: httpx.Client) -> str:
    return str(_post(client, "auth/guest", None, {"name": "Noa"})["access"])


def _post(client: httpx.Client, path: str, access: str | None, body: object) -> Mapping[str, object]:
    headers = {} if access is None else {"Authorization": f"Bearer {access}"}
    answer = client.post(path, json=body, headers=headers)
    answer.raise_for_status()
    told: Mapping[str, object] = answer.json()
    return told


def _killed(part: str, served: Served, database: psycopg.Connection) -> float:
    """Kill a part with all its processes, and return the seconds until each game has gone on."""
    record = served.folder.run / f"{part}.pid"
    _wait(lambda: _running(record) != 0, f"{part} was not started")
    before, pid = _versions(database), _running(record)
    assert pid  # the group 0 is our own
    began = time.monotonic()
    os.killpg(pid, signal.SIGKILL)
    _wait(lambda: _running(record) != pid, f"{part} was not started again")
    _wait_until_on(before, database, f"after {part} was killed")
    return time.monotonic() - began


def _running(record: Path) -> int:
    return recorded(record) or 0


def _wait_until_on(before: Mapping[str, int], database: psycopg.Connection, what: str) -> None:
    def are_on() -> bool:
        now = _versions(database)
        return all(now[game] > version for game, version in before.items())

    _wait(are_on, f"A game stood still {what}")


def _versions(database: psycopg.Connection) -> dict[str, int]:
    running = "SELECT id::text, version FROM games_game"
    return {str(game): int(version) for game, version in database.execute(running).fetchall()}


def _wait(condition: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > until:
            raise StoodStill(f"{otherwise} for {_PATIENCE_SECONDS} seconds.")
        time.sleep(_POLL_SECONDS)


def _verified(served: Served) -> subprocess.CompletedProcess[str]:
    environment = for_django(bare_environment(), served.folder, served.sockets, role=OWNER_ROLE)
    command = [sys.executable, "-P", "manage.py", "verify"]
    return subprocess.run(
        command, env=environment, cwd=report.ROOT, stdout=subprocess.PIPE, text=True, check=False
    )


if __name__ == "__main__":
    sys.exit(main())
