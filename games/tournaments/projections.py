"""The read tables of tournaments as the log says they must be: written with each append, and provable."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.tournaments.models import Entrant, Table, Tournament
from games.tournaments.standing import Standing, due_at
from games.tournaments.state import Part, Round, TournamentPhase


def head_columns(standing: Standing) -> dict[str, Any]:
    """Return every column of a head that follows from its log."""
    state, settings = standing.state, standing.state.settings
    starts_at = settings.starts_at
    return {
        "version": standing.version,
        "digest": standing.digest,
        "kind": settings.kind.value,
        "name": settings.name,
        "edition": settings.edition,
        "status": state.phase.value,
        "paused": state.paused,
        "director_id": standing.director,
        "entrants_limit": settings.entrants_limit,
        "entrants_in": len(state.those(Part.IN)),
        "round": len(state.rounds),
        "round_open": state.round is not None,
        "deadline": due_at(standing),
        "opened_at": standing.opened_at,
        "starts_at": None if starts_at is None else datetime.fromisoformat(starts_at),
        "started_at": standing.started_at,
        "ended_at": standing.ended_at,
    }


def create(tournament: Tournament, standing: Standing) -> None:
    """Insert the head of a new tournament."""
    for column, value in head_columns(standing).items():
        setattr(tournament, column, value)
    tournament.save(force_insert=True)


def apply(tournament_id: UUID, before: Standing, after: Standing) -> None:
    """Book what happened from one standing to the next."""
    Tournament.objects.filter(pk=tournament_id).update(**head_columns(after))
    _write_entrants(tournament_id, before, after)
    _write_tables(tournament_id, before, after)


def entrant_rows(tournament_id: UUID, standing: Standing) -> list[Entrant]:
    """Return the row of every entrant."""
    state = standing.state
    places = {number: place for place, number in enumerate(state.ranking, start=1)}
    return [
        Entrant(
            tournament_id=tournament_id,
            number=entrant.number,
            player_id=_person(standing, entrant.number),
            part=entrant.part.value,
            place=places.get(entrant.number),
        )
        for entrant in state.entrants
    ]


def table_rows(tournament_id: UUID, standing: Standing) -> list[Table]:
    """Return the row of every game that counts, of the rounds in order; void ones are not known any more."""
    return [
        Table(
            tournament_id=tournament_id,
            round=number,
            number=table,
            game_id=UUID(told.game),
            stage=Table.Stage.PLAYING if told.result is None else Table.Stage.BOOKED,
        )
        for number, round_ in enumerate(standing.state.rounds, start=1)
        for table, told in enumerate(round_.tables)
    ]


def _write_entrants(tournament_id: UUID, before: Standing, after: Standing) -> None:
    if (before.state.entrants, before.state.ranking) == (after.state.entrants, after.state.ranking):
        return
    was = {_told(row) for row in entrant_rows(tournament_id, before)}
    rows = [row for row in entrant_rows(tournament_id, after) if _told(row) not in was]
    known = len(before.state.entrants)
    Entrant.objects.bulk_create([row for row in rows if row.number >= known])
    for row in rows:
        if row.number < known:
            of_it = Entrant.objects.filter(tournament_id=tournament_id, number=row.number)
            of_it.update(part=row.part, place=row.place)


def _person(standing: Standing, number: int) -> UUID:
    person = standing.people[number]
    assert person is not None  # who enters is somebody
    return person


def _told(row: Entrant) -> tuple[Any, ...]:
    return (row.number, row.part, row.place)


def _write_tables(tournament_id: UUID, before: Standing, after: Standing) -> None:
    # Rounds that did not change are the same objects.
    pairs = zip(after.state.rounds, (*before.state.rounds, None), strict=False)
    for number, (now, was) in enumerate(pairs, start=1):
        if now is not was and now != was:
            _write_round(tournament_id, number, was, now)
    if after.state.phase is TournamentPhase.CANCELED:
        running = Table.objects.filter(tournament_id=tournament_id, stage=Table.Stage.PLAYING)
        running.update(stage=Table.Stage.VOID)


def _write_round(tournament_id: UUID, number: int, was: Round | None, now: Round) -> None:
    of_it = Table.objects.filter(tournament_id=tournament_id, round=number)
    known = {table.game for table in was.tables} if was else set()
    counting = {table.game for table in now.tables}
    of_it.filter(game_id__in=known - counting).update(stage=Table.Stage.VOID)
    new = [(place, table) for place, table in enumerate(now.tables) if table.game not in known]
    Table.objects.bulk_create(
        Table(
            tournament_id=tournament_id,
            round=number,
            number=place,
            game_id=UUID(table.game),
            stage=Table.Stage.PLAYING,
        )
        for place, table in new
    )
    booked = [table.game for table in now.tables if table.result is not None]
    of_it.filter(game_id__in=booked).update(stage=Table.Stage.BOOKED)
