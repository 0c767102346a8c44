"""A tournament of bots played in this process, without a worker: what the tasks do, one after the other."""

import time
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from games import bot_playing, moments
from games import tasks as games_tasks
from games.bot_calls import Call
from games.models import Game
from games.tournaments import selectors
from games.tournaments.tending import CONTEXT, tend

_SWEPT_EVERY_SECONDS: Final = 1.0
_IDLE_SECONDS: Final = 0.05


def play_on(tournament_id: UUID) -> Iterator[None]:
    """Bring a tournament on, without end: each step is a tending or a move at every table.

    Bots let no time pass. The clock of all games is kept too, since nobody else may do it. Workers at the
    same database do no harm: nothing is done twice.
    """
    swept_at = float("-inf")
    before: list[Call] = []
    while True:
        if time.monotonic() >= swept_at + _SWEPT_EVERY_SECONDS:
            games_tasks.sweep()
            swept_at = time.monotonic()
        is_tended = tournament_id in selectors.to_tend(moments.moment().now)
        if is_tended:
            tend(tournament_id)
        calls = _calls(tournament_id)
        for call in calls:
            bot_playing.play(call)
        if calls == before and not is_tended:  # what remains waits for the clock
            time.sleep(_IDLE_SECONDS)
        before = calls
        yield


def _calls(tournament_id: UUID) -> list[Call]:
    of_it = Game.objects.filter(context_kind=CONTEXT, context_id=tournament_id, status=Game.Status.PLAYING)
    due = of_it.filter(bot_at__lte=moments.moment().now)
    return [Call(*row) for row in due.values_list("pk", "version")]
