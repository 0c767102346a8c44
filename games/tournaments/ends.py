"""What finished games count at their tables: places as they ended, points so that nobody gains by leaving.

Nothing is booked here.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from games.codec import type_name
from games.engine.events import Ending, SeatGivenUp
from games.engine.scoring import points_in
from games.engine.state import State
from games.event_store import GAMES
from games.models import Seat, StoredEvent


class End(NamedTuple):
    """How a game ended, by seat as the game has it."""

    game: UUID
    places: tuple[int, ...]
    points: tuple[int, ...]
    was_left: bool  # somebody gave up

    def counted(self) -> tuple[int, ...]:
        """Return the points by seat that count; the log is read where somebody gave up."""
        return points_that_count(GAMES.peek(self.game).standing.state) if self.was_left else self.points


def ends_of(games: Collection[UUID]) -> list[End]:
    """Return the ends of these games, all of them finished."""
    told: dict[UUID, list[tuple[int, int]]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games).order_by("game", "number")
    for game, place, points in rows.values_list("game_id", "place", "points"):
        assert place is not None  # every seat of a table is taken, and has a place at the end
        assert points is not None
        told[game].append((place, points))
    given_up = StoredEvent.objects.filter(game__in=games, type=type_name(SeatGivenUp))
    left = {*given_up.values_list("game_id", flat=True)}
    return [
        End(game, tuple(place for place, _ in seats), tuple(points for _, points in seats), game in left)
        for game, seats in told.items()
    ]


def points_that_count(state: State) -> tuple[int, ...]:
    """Return the points by seat of a finished game with all seats taken, as a tournament counts them.

    Who won since all others have left has none, as if by going out (less the winner's bonus, in a series).
    Who gave up has as many as anybody was left with at that table, the last seat's own cards among them.
    """
    result = state.result
    assert result is not None
    told = list(zip(result.places, result.points, state.given_up_points, state.hands, strict=True))
    most = max(points_in(hand) if given_up is None else given_up for _, _, given_up, hand in told)
    all_left = result.ending is Ending.LAST_SEAT
    counted = []
    for place, points, given_up, _ in told:
        assert points is not None
        if given_up is not None:
            counted.append(most)
        else:
            counted.append(min(points, 0) if all_left and place == 1 else points)
    return tuple(counted)
