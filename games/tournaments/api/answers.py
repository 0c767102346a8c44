"""What the API answers about tournaments: forms of what they fold to; all readers see the same, but `you`."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from uuid import UUID

from games.asking import Caller
from games.bots.levels import Level
from games.envelope import instant
from games.tournaments import selectors
from games.tournaments.api import forms
from games.tournaments.api.event_forms import (
    TournamentEventsPage,
    event_form,
    settings_form,
)
from games.tournaments.kinds import Kind
from games.tournaments.models import Tournament
from games.tournaments.standing import Standing, goes_on_at, time_called_at
from games.tournaments.standings import Standing as Placed
from games.tournaments.state import Part, Table, TournamentPhase
from games.wire.values import instant_or_none
from games.wire.view_forms import SeatedPlayer

_DECIMALS = 6


def tournament_view(standing: Standing, caller: Caller) -> forms.TournamentView:
    """Return a tournament as it is, with the caller's part in it."""
    state, settings = standing.state, standing.state.settings
    director = standing.director
    names = selectors.names([] if director is None else [director])
    return forms.TournamentView(
        id=state.tournament,
        version=standing.version,
        status=state.phase,
        paused=state.paused,
        kind=settings.kind,
        name=settings.name,
        description=settings.description,
        prizes=settings.prizes,
        edition=settings.edition,
        settings=settings_form(settings),
        director=None if director is None else SeatedPlayer(str(director), names.get(director, "")),
        commitment=state.commitment,
        seed=selectors.seed_told(state),
        opened_at=instant(standing.opened_at),
        started_at=instant_or_none(standing.started_at),
        ended_at=instant_or_none(standing.ended_at),
        check_in_open=state.check_in_open,
        entrants=len(state.those(Part.IN)),
        waiting=len(state.those(Part.WAITING)),
        rounds_planned=state.rounds_planned,
        round=_round_now(standing),
        you=_own_entry(standing, caller),
    )


def _round_now(standing: Standing) -> forms.RoundNow | None:
    rounds = standing.state.rounds
    if not rounds:
        return None
    newest = rounds[-1]
    return forms.RoundNow(
        number=len(rounds),
        tables=len(newest.tables),
        playing=len(newest.waits_for),
        closed=newest.closed,
        ends_at=instant_or_none(time_called_at(standing)),
        next_at=instant_or_none(goes_on_at(standing)),
    )


def _own_entry(standing: Standing, caller: Caller) -> forms.OwnEntry | None:
    state, number = standing.state, standing.entrant_of(caller.player)
    if number is None:
        return None
    entrant = state.entrants[number]
    return forms.OwnEntry(
        entrant=number,
        part=entrant.part,
        checked_in=entrant.checked_in,
        place=_place(standing, number),
        table=_own_table(standing, number),
        bye=state.is_free(number),
    )


def _own_table(standing: Standing, entrant: int) -> forms.OwnTable | None:
    number = standing.state.table_of(entrant)
    if number is None:
        return None
    table = standing.state.rounds[-1].tables[number]
    return forms.OwnTable(len(standing.state.rounds), number, table.game)


def listed(tournament: Tournament) -> forms.TournamentListed:
    """Return a tournament as lists show it."""
    return forms.TournamentListed(
        id=str(tournament.pk),
        version=tournament.version,
        status=TournamentPhase(tournament.status),
        kind=Kind(tournament.kind),
        name=tournament.name,
        edition=tournament.edition,
        entrants=tournament.entrants_in,
        entrants_limit=tournament.entrants_limit,
        round=tournament.round,
        opened_at=instant(tournament.opened_at),
        starts_at=instant_or_none(tournament.starts_at),
        started_at=instant_or_none(tournament.started_at),
        ended_at=instant_or_none(tournament.ended_at),
    )


def entrants(standing: Standing, numbers: range) -> list[forms.EntrantListed]:
    """Return the entrants with these numbers."""
    names = _names(standing, numbers)
    return [
        forms.EntrantListed(
            entrant=number,
            player=_player(standing, number, names),
            bot=_bot(standing, number),
            part=standing.state.entrants[number].part,
            checked_in=standing.state.entrants[number].checked_in,
            place=_place(standing, number),
        )
        for number in numbers
    ]


def standing_rows(standing: Standing, placed: Iterable[Placed]) -> list[forms.StandingRow]:
    """Return these rows of the standings."""
    rows = [*placed]
    names = _names(standing, (row.entrant for row in rows))
    return [
        forms.StandingRow(
            place=row.place,
            entrant=row.entrant,
            player=_player(standing, row.entrant, names),
            bot=_bot(standing, row.entrant),
            part=standing.state.entrants[row.entrant].part,
            score=_decimal(row.score),
            tie_breaks={name: _decimal(value) for name, value in row.tie_breaks},
        )
        for row in rows
    ]


def rounds(standing: Standing) -> forms.RoundsPage:
    """Return all rounds."""
    listed_rounds = [
        forms.RoundListed(
            number=number, tables=len(told.tables), playing=len(told.waits_for), closed=told.closed
        )
        for number, told in enumerate(standing.state.rounds, start=1)
    ]
    return forms.RoundsPage(listed_rounds, None)


def tables(standing: Standing, round_: int, numbers: range) -> list[forms.TableView]:
    """Return the tables of a round with these numbers."""
    told = standing.state.rounds[round_ - 1].tables
    names = _names(standing, (one for number in numbers for one in told[number].entrants))
    return [_table(standing, round_, number, told[number], names) for number in numbers]


def _table(
    standing: Standing, round_: int, number: int, table: Table, names: Mapping[UUID, str]
) -> forms.TableView:
    result = table.result if standing.state.results_are_open(round_) else None
    return forms.TableView(
        round=round_,
        table=number,
        game=table.game,
        finished=table.result is not None,
        ruled=table.result is not None and table.result.ruled,
        seats=[
            forms.TableSeat(
                seat=seat,
                entrant=entrant,
                player=_player(standing, entrant, names),
                bot=_bot(standing, entrant),
                place=None if result is None else result.places[seat],
                points=None if result is None else result.points[seat],
            )
            for seat, entrant in enumerate(table.entrants)
        ],
    )


def page_of_events(standing: Standing, *, after: int, limit: int) -> TournamentEventsPage:
    """Return what happened after a version."""
    events = selectors.events(standing, after=after, limit=limit)
    seed = None if after else selectors.seed_told(standing.state)  # the first event alone has it
    return TournamentEventsPage(
        [event_form(recorded, standing.state, seed=seed) for recorded in events], standing.version
    )


def _names(standing: Standing, numbers: Iterable[int]) -> Mapping[UUID, str]:
    people = (standing.people[number] for number in numbers)
    return selectors.names([person for person in people if person is not None])


def _player(standing: Standing, number: int, names: Mapping[UUID, str]) -> SeatedPlayer:
    person = standing.people[number]
    assert person is not None  # who enters is somebody
    return SeatedPlayer(str(person), names.get(person, ""))


def _bot(standing: Standing, number: int) -> Level | None:
    level = standing.state.entrants[number].bot
    return None if level is None else Level(level)


def _place(standing: Standing, number: int) -> int | None:
    ranking = standing.state.ranking
    return ranking.index(number) + 1 if number in ranking else None


def _decimal(value: Fraction) -> float:
    return round(float(value), _DECIMALS) + 0.0  # what is rounded to nothing has no sign
