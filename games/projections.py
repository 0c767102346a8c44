"""The read tables as the log says they must be: written with each append, and provable from the log alone."""

from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from games.bot_turns import bot_at
from games.engine.state import Phase
from games.models import Game, Seat
from games.standing import Standing, due_at

# Always all columns, so that there is one text for the database to plan. What has not changed costs nothing:
# it compares values, for its indexes and for its log. The way in is given up with the lobby.
_UPDATE_HEAD: Final = """
    UPDATE games_game
       SET version = %(version)s, digest = %(digest)s, edition = %(edition)s, status = %(status)s,
           seat_count = %(seat_count)s, seats_taken = %(seats_taken)s, host_id = %(host_id)s,
           turn_number = %(turn_number)s, turn_seat = %(turn_seat)s, deadline = %(deadline)s,
           bot_at = %(bot_at)s, opened_at = %(opened_at)s, started_at = %(started_at)s,
           ended_at = %(ended_at)s, disclosed_at = %(disclosed_at)s,
           code = CASE WHEN %(is_open)s THEN code END
     WHERE id = %(id)s
"""
_UPDATE_SEATS: Final = """
    UPDATE games_seat AS seat SET player_id = told.player, place = told.place, points = told.points
      FROM unnest(%s::smallint[], %s::uuid[], %s::smallint[], %s::smallint[])
           AS told(number, player, place, points)
     WHERE seat.game_id = %s AND seat.number = told.number
"""


class SeatRow(NamedTuple):
    """What the read tables say of one seat."""

    number: int
    player_id: UUID | None
    place: int | None
    points: int | None


class Difference(NamedTuple):
    """A value of the read tables that is not what the log says."""

    field: str
    stored: object
    told: object


def head_columns(standing: Standing) -> dict[str, Any]:
    """Return every column of a head that follows from its log."""
    state = standing.state
    turn = None if state.in_window or standing.ended_at or not standing.started_at else state.seat
    return {
        "version": standing.version,
        "digest": standing.digest,
        "edition": state.setup.edition,
        "status": state.phase.value,
        "seat_count": state.setup.seats,
        "seats_taken": len(state.taken),
        "host_id": standing.host,
        "turn_number": state.number,
        "turn_seat": turn,
        "deadline": due_at(standing),
        "bot_at": bot_at(standing),
        "opened_at": standing.opened_at,
        "started_at": standing.started_at,
        "ended_at": standing.ended_at,
        "disclosed_at": standing.disclosed_at,
    }


def seat_rows(standing: Standing) -> list[SeatRow]:
    """Return the row of every seat."""
    state = standing.state
    points = state.result.points if state.result else state.given_up_points
    return [
        SeatRow(number, person, place, worth)
        for number, (person, place, worth) in enumerate(
            zip(standing.people, state.places, points, strict=True)
        )
    ]


def create(game: Game, standing: Standing) -> None:
    """Insert the head and the seats of a new game; `game` holds what the log does not tell."""
    for column, value in head_columns(standing).items():
        setattr(game, column, value)
    game.save(force_insert=True)
    _create_seats(game.pk, standing)


def apply(game_id: UUID, before: Standing, after: Standing) -> None:
    """Book what happened from one standing to the next.

    One statement, and a second where somebody sat down, left or got a place.
    """
    pairs = zip(seat_rows(before), seat_rows(after), strict=True)
    _write(game_id, after, [now for was, now in pairs if was != now])


def differences(game: Game, standing: Standing) -> list[Difference]:
    """Compare the stored head and seats with what the log, folded to the head's version, says."""
    told = head_columns(standing)
    stored = {column: getattr(game, column) for column in told}
    stored_seats = _stored_seats(game.pk)
    told_seats = {row.number: row for row in seat_rows(standing)}
    seats = [
        Difference(f"seats[{number}]", stored_seats.get(number), told_seats.get(number))
        for number in sorted(stored_seats.keys() | told_seats.keys())
        if stored_seats.get(number) != told_seats.get(number)
    ]
    columns = [
        Difference(column, stored[column], value) for column, value in told.items() if stored[column] != value
    ]
    return [*columns, *seats]


def rebuild(game_id: UUID, standing: Standing) -> None:
    """Write the head and the seats anew as the whole log tells them; the caller holds the head's lock."""
    _write(game_id, standing, [])
    Seat.objects.filter(game_id=game_id).delete()
    _create_seats(game_id, standing)


def _create_seats(game_id: UUID, standing: Standing) -> None:
    Seat.objects.bulk_create([Seat(game_id=game_id, **row._asdict()) for row in seat_rows(standing)])


def _write(game_id: UUID, standing: Standing, seats: list[SeatRow]) -> None:
    with connection.cursor() as cursor:
        is_open = standing.state.phase is Phase.LOBBY
        cursor.execute(_UPDATE_HEAD, {**head_columns(standing), "is_open": is_open, "id": game_id})
        if seats:
            cursor.execute(_UPDATE_SEATS, [*map(list, zip(*seats, strict=True)), game_id])


def _stored_seats(game_id: UUID) -> dict[int, SeatRow]:
    rows = Seat.objects.filter(game_id=game_id).values_list(*SeatRow._fields)
    return {number: SeatRow(number, *rest) for number, *rest in rows}
