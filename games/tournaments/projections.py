"""The read tables of tournaments as the log says they must be: written with each append, and provable."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from games.projections import Difference
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
    """Return the row of every game: of those that count, of the rounds in order, and of void ones."""
    state = standing.state
    unplayed = Table.Stage.VOID if state.phase is TournamentPhase.CANCELED else Table.Stage.PLAYING
    counting = [
        (number, table, told.game, Table.Stage.BOOKED if told.result else unplayed)
        for number, round_ in enumerate(state.rounds, start=1)
        for table, told in enumerate(round_.tables)
    ]
    void = [(*told, Table.Stage.VOID) for told in state.void]
    return [
        Table(tournament_id=tournament_id, round=round_, number=number, game_id=UUID(game), stage=stage)
        for round_, number, game, stage in (*counting, *void)
    ]


def differences(tournament: Tournament, standing: Standing) -> list[Difference]:
    """Compare the stored head, entrants and tables with what the log, folded to the head's version, says."""
    columns = head_columns(standing)
    entrants, tables = entrant_rows(tournament.pk, standing), table_rows(tournament.pk, standing)
    return [
        *_different("{}", {column: getattr(tournament, column) for column in columns}, columns),
        *_different("entrants[{}]", _by_number(tournament.entrants.all()), _by_number(entrants)),
        *_different("tables[{}]", _by_game(tournament.tables.all()), _by_game(tables)),
    ]


def rebuild(tournament_id: UUID, standing: Standing) -> None:
    """Write the head and its rows anew as the whole log tells them; the caller holds the head's lock."""
    Tournament.objects.filter(pk=tournament_id).update(**head_columns(standing))
    Entrant.objects.filter(tournament_id=tournament_id).delete()
    Entrant.objects.bulk_create(entrant_rows(tournament_id, standing))
    Table.objects.filter(tournament_id=tournament_id).delete()
    Table.objects.bulk_create(table_rows(tournament_id, standing))


def _different(name: str, stored: Mapping[Any, Any], told: Mapping[Any, Any]) -> list[Difference]:
    return [
        Difference(name.format(key), stored.get(key), told.get(key))
        for key in {**told, **stored}
        if stored.get(key) != told.get(key)
    ]


def _by_number(rows: Iterable[Entrant]) -> dict[int, tuple[Any, ...]]:
    return {row.number: (row.player_id, row.part, row.place) for row in rows}


def _by_game(rows: Iterable[Table]) -> dict[UUID, tuple[Any, ...]]:
    return {row.game_id: (row.round, row.number, row.stage) for row in rows}


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
