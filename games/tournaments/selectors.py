"""Reads: which tournaments there are, and which of them have something to do."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from games.envelope import Recorded
from games.models import Game
from games.tournaments.events import Event
from games.tournaments.log import TOURNAMENTS
from games.tournaments.meeting import table_of_all
from games.tournaments.models import Entrant, Tournament
from games.tournaments.standing import Standing
from games.tournaments.standings import Standing as Placed
from games.tournaments.state import State
from games.tournaments.texts import without_texts
from players.models import Player

# So long after its end a tournament may still have a game to end or a deal to disclose, after an outage too.
_LOOKED_AT_FOR: Final = timedelta(days=7)

# Who is erased is one join from what has not ended: a part for each head would read all players there are.
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
              AND entrant.part = 'disqualified')
        OR head.id IN (
           SELECT unended.id FROM tournaments_tournament AS unended
             JOIN tournaments_entrant AS entrant ON entrant.tournament_id = unended.id
             JOIN players_player AS player ON player.id = entrant.player_id
            WHERE unended.status IN ('open', 'running') AND entrant.part IN ('waiting', 'in')
              AND player.erased_at IS NOT NULL))
"""


def to_tend(now: datetime) -> list[UUID]:
    """Return the tournaments in which something is to be done."""
    with connection.cursor() as cursor:
        cursor.execute(_TO_TEND, {"now": now, "lately": now - _LOOKED_AT_FOR})
        return [row[0] for row in cursor.fetchall()]


def erased_entrants(tournament_id: UUID) -> tuple[int, ...]:
    """Return the numbers of those who are in it, or wait, and whose accounts are erased, rising."""
    there = Entrant.objects.filter(tournament=tournament_id, part__in=(Entrant.Part.WAITING, Entrant.Part.IN))
    erased = there.filter(player__erased_at__isnull=False)
    return tuple(erased.order_by("number").values_list("number", flat=True))


def listed(
    *, status: str | None = None, kind: str | None = None, player: UUID | None = None
) -> QuerySet[Tournament]:
    """Return tournaments, the newest first; `player` keeps those that this person entered."""
    found = Tournament.objects.order_by("-pk")
    if status is not None:
        found = found.filter(status=status)
    if kind is not None:
        found = found.filter(kind=kind)
    if player is not None:
        found = found.filter(Exists(Entrant.objects.filter(tournament=OuterRef("pk"), player=player)))
    return found


def names(people: Sequence[UUID]) -> Mapping[UUID, str]:
    """Return what these people are called; one statement."""
    return dict(Player.objects.filter(pk__in=people).values_list("pk", "name")) if people else {}


def events(standing: Standing, *, after: int, limit: int) -> list[Recorded[Event]]:
    """Return at most `limit` events after a version, up to that of the standing, as they may be told."""
    if after >= standing.version:
        return []
    tournament = UUID(standing.state.tournament)
    rows = TOURNAMENTS.recorded(tournament, after=after, until=standing.version, limit=limit)
    return [
        row._replace(event=without_texts(row.event)) if row.version < standing.texts_taken_away else row
        for row in rows
    ]


def seed_told(state: State) -> str | None:
    """Return the seed in hexadecimal, where it may be told: once the tournament is over.

    One of which deals follow also waits for its last game: a tournament may be canceled while that is played.
    One statement.
    """
    is_told = state.is_over and not (state.settings.deals_alike and _is_played(UUID(state.tournament)))
    return state.seed.hex() if is_told else None


def _is_played(tournament: UUID) -> bool:
    return Game.objects.filter(context_id=tournament, ended_at__isnull=True).exists()


def standings_after(standing: Standing, rounds: int | None = None) -> tuple[Placed, ...]:
    """Return the standings after the closed rounds, or the first so many of them, best first."""
    return _standings(UUID(standing.state.tournament), standing.version, rounds)


@lru_cache(maxsize=64)
def _standings(tournament: UUID, version: int, rounds: int | None) -> tuple[Placed, ...]:
    return table_of_all(TOURNAMENTS.load(tournament, version).state, until=rounds)
