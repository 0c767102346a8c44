"""The table of a game at one version, as an operator may see it: a spectator's view until `Disclosed`."""

from collections.abc import Sequence
from typing import NamedTuple

from games.admin import picture
from games.admin.looks import seats_to_look_into
from games.admin.people import Person, persons
from games.admin.picture import Picture
from games.admin.words import Sitter
from games.engine import sight
from games.engine.cards import Hand
from games.engine.events import GameFinished
from games.engine.sight import OwnSeat, SeatView, View
from games.engine.state import changed
from games.models import Game
from games.standing import Standing
from players.models import Player


class SeatRow(NamedTuple):
    """One place at the table."""

    number: int
    person: Person | None
    seen: SeatView | None  # None: nobody sits there
    points: int | None
    hand: Hand | None  # hidden before `Disclosed`
    can_be_looked_into: bool


def seen(game: Game, standing: Standing) -> View:
    """Return what an operator may see at this version; all of it once the game, by now, is disclosed."""
    disclosed = game.disclosed_at is not None
    return sight.view(changed(standing.state, disclosed=disclosed), None)


def seat_rows(game: Game, standing: Standing, view: View, operator: Player, *, linked: bool) -> list[SeatRow]:
    """Return every place at the table with who sits there and what is to be seen of their cards."""
    people = persons(standing.people, linked=linked)
    seats = {seat.seat: seat for seat in view.seats}
    to_look_into = seats_to_look_into(game, standing, operator)
    return [
        SeatRow(
            place,
            people.get(person),
            seats.get(place),
            view.result.points[place] if isinstance(view.result, GameFinished) else None,
            view.secrets.hands[place] if view.secrets else None,
            place in to_look_into,
        )
        for place, person in enumerate(standing.people)
    ]


def drawn(view: View, seats: Sequence[SeatRow], own: OwnSeat | None = None) -> Picture:
    """Return the picture of a view; the cards that are open in it, or the looker's `own`, lie face up."""
    sitters = [
        None
        if seat.person is None
        else Sitter(seat.person.name, own.hand if own and own.seat == seat.number else seat.hand)
        for seat in seats
    ]
    return picture.picture(view, sitters)
