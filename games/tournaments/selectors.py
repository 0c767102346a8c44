"""Reads: which tournaments there are, and which of them have something to do."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection

# So long after its end a tournament may still have a game to end or a deal to disclose.
_LOOKED_AT_FOR: Final = timedelta(days=1)

_TO_TEND: Final = """
    SELECT head.id FROM tournaments_tournament AS head
     WHERE (head.status IN ('open', 'running') OR head.ended_at > %(lately)s) AND (
           head.deadline <= %(now)s
        OR EXISTS (
           SELECT FROM tournaments_table AS here LEFT JOIN games_game AS game ON game.id = here.game_id
            WHERE here.tournament_id = head.id AND here.stage = 'playing'
              AND (game.id IS NULL OR game.status IN ('finished', 'abandoned')))
        OR EXISTS (
           SELECT FROM games_game AS game JOIN tournaments_table AS here ON here.game_id = game.id
            WHERE game.context_kind = 'tournament' AND game.context_id = head.id
              AND (game.status = 'playing' AND here.stage <> 'playing'
                   OR game.ended_at IS NOT NULL AND game.disclosed_at IS NULL
                      AND (here.round < head.round OR NOT head.round_open)))
        OR EXISTS (
           SELECT FROM tournaments_entrant AS entrant
             JOIN games_seat AS seat ON seat.player_id = entrant.player_id AND seat.place IS NULL
             JOIN tournaments_table AS here ON here.game_id = seat.game_id AND here.stage = 'playing'
            WHERE entrant.tournament_id = head.id AND here.tournament_id = head.id
              AND entrant.part = 'disqualified'))
"""


def to_tend(now: datetime) -> list[UUID]:
    """Return the tournaments in which something is to be done."""
    with connection.cursor() as cursor:
        cursor.execute(_TO_TEND, {"now": now, "lately": now - _LOOKED_AT_FOR})
        return [row[0] for row in cursor.fetchall()]
