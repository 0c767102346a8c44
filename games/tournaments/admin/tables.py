"""Rows of a tournament's pages: entrants, places, tables, with the people and games that they name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from games.admin.people import Person, persons
from games.models import Game
from games.tournaments import selectors
from games.tournaments.standing import Standing
from games.tournaments.standings import Standing as Placed
from games.tournaments.state import Entrant, Table


class Named(NamedTuple):
    """An entrant, and who that is."""

    entrant: Entrant
    person: Person | None
    place: int | None  # once it is over


class PlacedRow(NamedTuple):
    """An entrant in the standings."""

    placed: Placed
    score: str
    tie_breaks: list[tuple[str, str]]
    named: Named


class SeatRow(NamedTuple):
    """An entrant at a table; without place and points where these may not be told."""

    named: Named
    place: int | None
    points: int | None


class GameRow(NamedTuple):
    """A game of a table; `is_linked` where there is one that the operator may open."""

    id: UUID
    table: int
    is_linked: bool


class TableRow(NamedTuple):
    """A table of a round."""

    game: GameRow
    seats: list[SeatRow]
    stage: str


def named(standing: Standing, numbers: Iterable[int], *, linked: bool) -> list[Named]:
    """Return these entrants with who they are; one statement."""
    state, listed = standing.state, [*numbers]
    people = persons([standing.people[number] for number in listed], linked=linked)
    places = {entrant: place for place, entrant in enumerate(state.ranking, start=1)}
    return [
        Named(state.entrants[number], people.get(standing.people[number]), places.get(number))
        for number in listed
    ]


def entrants(standing: Standing, numbers: range, *, linked: bool) -> list[Named]:
    """Return the entrants with these numbers."""
    return named(standing, numbers, linked=linked)


def placed(standing: Standing, rows: range, *, linked: bool) -> list[PlacedRow]:
    """Return these rows of the standings after the closed rounds."""
    found = selectors.standings_after(standing)[rows.start : rows.stop]
    people = named(standing, (row.entrant for row in found), linked=linked)
    return [
        PlacedRow(
            row,
            _decimal(row.score),
            [(name.replace("_", " "), _decimal(value)) for name, value in row.tie_breaks],
            who,
        )
        for row, who in zip(found, people, strict=True)
    ]


def tables(
    standing: Standing, round_: int, numbers: range, *, linked: bool, opens_games: bool
) -> list[TableRow]:
    """Return these tables of a round; results stay hidden as long as others play the same deal."""
    told = standing.state.rounds[round_ - 1].tables
    everybody = sorted({one for number in numbers for one in told[number].entrants})
    people = {one.entrant.number: one for one in named(standing, everybody, linked=linked)}
    games = _games([(number, told[number].game) for number in numbers], opens_games=opens_games)
    is_open = standing.state.results_are_open(round_)
    return [
        TableRow(game, _seats(told[game.table], people, is_open=is_open), _stage(told[game.table]))
        for game in games
    ]


def void(standing: Standing, round_: int, *, opens_games: bool) -> list[GameRow]:
    """Return the games of a round that count no more."""
    found = [(one.table, one.game) for one in standing.state.void if one.round == round_]
    return _games(found, opens_games=opens_games)


def _seats(table: Table, people: Mapping[int, Named], *, is_open: bool) -> list[SeatRow]:
    result = table.result if is_open else None
    return [
        SeatRow(
            people[entrant],
            None if result is None else result.places[seat],
            None if result is None else result.points[seat],
        )
        for seat, entrant in enumerate(table.entrants)
    ]


def _stage(table: Table) -> str:
    if table.result is None:
        return "playing"
    return "ruled" if table.result.ruled else "finished"


def _games(found: Sequence[tuple[int, str]], *, opens_games: bool) -> list[GameRow]:
    # A game is told before it is opened.
    ids = [UUID(game) for _, game in found] if opens_games else []
    there = {*Game.objects.filter(pk__in=ids).values_list("pk", flat=True)} if ids else set()
    return [GameRow(UUID(game), table, UUID(game) in there) for table, game in found]


def _decimal(value: object) -> str:
    return f"{float(value):z.3f}".rstrip("0").rstrip(".")  # type: ignore[arg-type]  # a fraction
