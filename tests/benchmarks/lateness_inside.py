"""Games whose turns run out one after another, and how late each was settled; needs settings."""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import batched
from pathlib import Path
from statistics import quantiles
from typing import Final
from uuid import UUID

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from games import boxes, moments, projections  # noqa: E402
from games.asking import Caller  # noqa: E402
from games.codec import type_name  # noqa: E402
from games.engine import events as ev  # noqa: E402
from games.engine.commands import StartGame, TakeSeat  # noqa: E402
from games.engine.rules import decide  # noqa: E402
from games.models import Game  # noqa: E402
from games.opening import Opening, begin, new_head  # noqa: E402
from games.recording import record  # noqa: E402
from players.models import Player  # noqa: E402
from tests.benchmarks import lateness, proc  # noqa: E402
from tests.benchmarks.report import Report, settings_of  # noqa: E402

_TURN: Final = timedelta(hours=1)
_AT_ONCE: Final = 50
# Beside a server at work making may slow down: nothing may run out before all are there.
_RESERVE: Final = 1.5
_HEAD_START_SECONDS: Final = 3
_GIVE_UP_SECONDS: Final = 120
_LATENESS: Final = """
    SELECT extract(epoch FROM settled.recorded_at - began.recorded_at) - %s
      FROM games_storedevent AS settled JOIN games_storedevent AS began USING (game_id)
     WHERE settled.type = %s AND began.type = %s AND began.version < settled.version
       AND settled.game_id = ANY(%s)
"""


def main(argv: Sequence[str]) -> int:
    """Make the games, wait until all are settled, and tell how late that was."""
    chosen = lateness.options(argv)
    title = f"{chosen.games} turns run out within {chosen.within:g} s"
    told = Report("lateness", title, ["seconds late"], settings_of(chosen))
    while moments.moment().heartbeat_at is None:  # the first sweep gives all turns their time back
        time.sleep(0.1)
    people = [Caller(Player.objects.create_guest(f"Guest {number}").pk) for number in range(2)]
    began = time.monotonic()
    _make([moments.moment().now + _TURN] * _AT_ONCE, people)
    each_seconds = (time.monotonic() - began) / _AT_ONCE
    making = each_seconds * chosen.games * _RESERVE + _HEAD_START_SECONDS
    first = moments.moment().now + timedelta(seconds=making)
    step = timedelta(seconds=chosen.within / chosen.games)
    games = _make([first + number * step for number in range(chosen.games)], people)
    if moments.moment().now > first:
        sys.stderr.write("The games took too long to make: try again with less beside them.\n")
        return 1
    before = _cpu()
    late = _settled(games, first + timedelta(seconds=chosen.within + _GIVE_UP_SECONDS))
    if len(late) > 1:
        percent = quantiles(late, n=100, method="inclusive")
        told.add("p50", percent[49])
        told.add("p99", percent[98])
        told.add("worst", max(late))
        told.add("within 2 s (%)", 100 * sum(each <= 2 for each in late) / len(games))
    told.add("settled", len(late))
    for part, seconds in _cpu().items():
        told.add(f"CPU of {part}, ms a settlement", 1000 * (seconds - before[part]) / max(1, len(late)))
    told.notes.append(
        "From the deadline to the time of the event that settled the turn, both the database's."
    )
    told.tell(chosen.json)
    return 0


def _make(deadlines: Sequence[datetime], people: Sequence[Caller]) -> list[UUID]:
    """Make a game of two for each deadline, whose first turn runs out then."""
    box = boxes.editions()["super-116"]
    options = replace(box.options, turn_seconds=int(_TURN.total_seconds()))
    made = []
    for some in batched(deadlines, _AT_ONCE):
        with transaction.atomic():
            made += [_game(Opening(box, options, 2), people, deadline - _TURN) for deadline in some]
    return made


def _game(opening: Opening, people: Sequence[Caller], at: datetime) -> UUID:
    game = new_head(Game.Visibility.PUBLIC)
    now = begin(game, opening, people[0], None, at).standing
    for command, caller in ((TakeSeat(1), people[1]), (StartGame(0), people[0])):
        before = now
        now = record(
            game,
            before,
            decide(before.state, command),
            caller=caller,
            key=None,
            at=at,
            book=lambda after: projections.apply(game.pk, before, after),  # noqa: B023
        ).standing
    return game.pk


def _cpu() -> dict[str, float]:
    run = Path(os.environ["TAKI_DATA"]) / "run"
    parts = ("clock", "worker", "beat", "postgres") if proc.is_there() else ()
    records = {part: run / f"{part}.pid" for part in parts}
    return {
        part: proc.cpu_of_tree(int(file.read_text().split()[0]))
        for part, file in records.items()
        if file.exists()
    }


def _settled(games: Sequence[UUID], until: datetime) -> list[float]:
    waiting = Game.objects.filter(pk__gte=games[0], turn_number=1)
    while waiting.exists() and moments.moment().now < until:
        time.sleep(1)
    with connection.cursor() as cursor:
        types = [type_name(ev.TurnSettled), type_name(ev.TurnPassed)]
        cursor.execute(_LATENESS, [_TURN.total_seconds(), *types, list(games)])
        return [float(seconds) for (seconds,) in cursor.fetchall()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
