"""Opens the tournament that `tournament` measures, waits for its end, reads what it took; needs settings."""

import logging
import os
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Final
from uuid import UUID

import django
import httpx
from prometheus_client.parser import text_string_to_metric_families

django.setup()

from django.db import connection  # noqa: E402

from games import moments  # noqa: E402
from games.asking import SYSTEM  # noqa: E402
from games.models import FailedTask, Game  # noqa: E402
from games.tournaments import asking, choosing, commands  # noqa: E402
from games.tournaments import events as ev  # noqa: E402
from games.tournaments.handling import handle, open_tournament  # noqa: E402
from games.tournaments.kinds import Kind  # noqa: E402
from games.tournaments.log import TOURNAMENTS  # noqa: E402
from games.tournaments.standing import Standing  # noqa: E402
from tests.benchmarks import proc, tournament  # noqa: E402
from tests.benchmarks.report import Report, settings_of  # noqa: E402
from tests.benchmarks.served import URL  # noqa: E402

_LOOKED_EVERY_SECONDS: Final = 1.0
_PARTS: Final = ("worker", "clock", "beat", "web", "postgres", "valkey")


def main(argv: Sequence[str]) -> int:
    """Play and tell; 0, or 1 where a table was lost or the time was not enough."""
    chosen = tournament.options(argv)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    field = f"{chosen.bots} bots ({chosen.level})"
    title = f"{field}, {chosen.kind}, {chosen.rounds} rounds, at tables of {chosen.table_size}"
    told = Report("tournament", title, ["value"], settings_of(chosen))
    while moments.moment().heartbeat_at is None:  # the server is up once its clock has been heard of
        time.sleep(0.1)
    before, tasks_before = _cpu(), _tasks()
    tournament_id = opened(
        Kind(chosen.kind),
        chosen.bots,
        level=chosen.level,
        rounds=chosen.rounds,
        table_size=chosen.table_size,
        hand_size=chosen.hand_size,
    )
    standing = _at_its_end(tournament_id, time.monotonic() + 60 * chosen.most_minutes)
    lost = _tell(told, tournament_id, standing)
    for part, seconds in _cpu().items():
        told.add(f"CPU of {part}, s", seconds - before[part])
    for name, count in sorted(_tasks().items()):
        told.add(f"tasks {name}", count - tasks_before.get(name, 0))
    told.tell(chosen.json)
    return 1 if lost or not standing.state.is_over else 0


def opened(kind: Kind, bots: int, *, level: str, rounds: int, table_size: int, hand_size: int) -> UUID:
    """Open a tournament of so many bots, start it, and return its id."""
    settings = choosing.settings_of(
        kind,
        "super-116",
        {"hand_size": hand_size},
        round_seconds=None,
        name="Measured",
        table_size=table_size,
        entrants_limit=bots,
        allow_bots=True,
        rounds=rounds,
    )
    tournament_id = open_tournament(settings, SYSTEM).tournament_id
    handle(tournament_id, asking.enter_bots(level, bots), SYSTEM)
    handle(tournament_id, asking.directly(commands.StartTournament(is_due=False)), SYSTEM)
    return tournament_id


def _at_its_end(tournament_id: UUID, until: float) -> Standing:
    told = 0
    while True:
        standing = TOURNAMENTS.peek(tournament_id).standing
        closed = sum(round_.closed for round_ in standing.state.rounds)
        if closed > told:
            told = closed
            sys.stderr.write(f"round {closed} of {standing.state.rounds_planned} closed\n")
        if standing.state.is_over or time.monotonic() > until:
            return standing
        time.sleep(_LOOKED_EVERY_SECONDS)


def _tell(told: Report, tournament_id: UUID, standing: Standing) -> int:
    """Add what the logs tell, and return how many tables were lost."""
    games = {game.pk: game for game in Game.objects.filter(context_id=tournament_id)}
    state = standing.state
    tables = [table for round_ in state.rounds for table in round_.tables]
    lost = sum(table.result is None or UUID(table.game) not in games for table in tables)
    began, ended = standing.started_at, standing.ended_at or standing.last_at
    assert began is not None
    seconds = (ended - began).total_seconds()
    moves, events = _moves(tournament_id), sum(game.version for game in games.values())
    told.add("rounds closed", sum(round_.closed for round_ in state.rounds))
    told.add("seconds from start to end", seconds)
    told.add("games", len(games))
    told.add("moves", moves)
    told.add("events of games", events)
    told.add("events of the tournament", standing.version)
    told.add("moves a second", moves / seconds if seconds else None)
    told.add("tables lost", lost)
    told.add("failed tasks kept", FailedTask.objects.count())
    gaps = [*_gaps(tournament_id, games)]
    for at, name in enumerate(_GAPS):
        values = [each for gap in gaps if (each := gap[at]) is not None]
        if values:
            told.add(f"{name}, p50 s", median(values))
            told.add(f"{name}, max s", max(values))
    told.rounds = [dict(zip(_GAPS, gap, strict=True)) for gap in gaps]
    return lost


_GAPS: Final = (
    "last result to closing",
    "closing to pairing",
    "closing to the first game",
    "closing to the last game",
)


def _gaps(tournament_id: UUID, games: dict[UUID, Game]) -> Iterator[tuple[float | None, ...]]:
    """Yield of each closed round the seconds named in `_GAPS`; None after the last round."""
    recorded = TOURNAMENTS.recorded(tournament_id)
    pairings = {one.event.round: one for one in recorded if isinstance(one.event, ev.RoundPaired)}
    for one in recorded:
        if not isinstance(one.event, ev.RoundClosed):
            continue
        of_it, after = pairings[one.event.round], pairings.get(one.event.round + 1)
        last = max(_ended(games[UUID(game)]) for game in _games_of(of_it.event))
        closing, closed_at = (one.recorded_at - last).total_seconds(), one.recorded_at
        if after is None:
            yield closing, None, None, None
            continue
        opened_at = [games[UUID(game)].opened_at for game in _games_of(after.event) if UUID(game) in games]
        times = (after.recorded_at, min(opened_at), max(opened_at))
        yield closing, *((at - closed_at).total_seconds() for at in times)


def _games_of(event: ev.Event) -> tuple[str, ...]:
    assert isinstance(event, ev.RoundPaired)
    return event.games


def _ended(game: Game) -> datetime:
    assert game.ended_at is not None
    return game.ended_at


def _moves(tournament_id: UUID) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM games_command JOIN games_game AS game ON game.id = game_id"
            " WHERE game.context_id = %s",
            [tournament_id],
        )
        return int(cursor.fetchone()[0])


def _tasks() -> dict[str, float]:
    text = httpx.get(f"{os.environ[URL]}/metrics", timeout=30).text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    found: dict[str, float] = {}
    for sample in families["taki_tasks"].samples if "taki_tasks" in families else ():
        if sample.name == "taki_tasks_total":
            name = f"{sample.labels['task']} {sample.labels['outcome']}"
            found[name] = found.get(name, 0) + sample.value
    return found


def _cpu() -> dict[str, float]:
    run = Path(os.environ["TAKI_DATA"]) / "run"
    records = {part: run / f"{part}.pid" for part in _PARTS if proc.is_there()}
    return {
        part: proc.cpu_of_tree(int(file.read_text().split()[0]))
        for part, file in records.items()
        if file.exists()
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
