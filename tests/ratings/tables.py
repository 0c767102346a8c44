"""Games for tests that have ended with the places that a test wants; and every row of the ratings."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games import boxes, moments, projections
from games.asking import SYSTEM, Caller
from games.engine import events as ev
from games.engine.events import Ending, Event
from games.models import Game
from games.opening import Opening, begin, new_head
from games.ratings.models import RatedGame, Rating, RatingChange
from games.recording import record
from games.standing import Standing
from tests.games.tables import guest

type Sitter = UUID | str  # a person, or the level of a bot


def ended(
    *sitters: Sitter,
    places: tuple[int, ...] | None = None,
    edition: str = "super-116",
    visibility: Game.Visibility = Game.Visibility.PUBLIC,
    at: datetime | None = None,
    sealed: bool = False,
    **head: Any,
) -> UUID:
    """A rated game that has ended, by default with the sitters placed in the order in which they are named.

    A `sealed` one is not disclosed. What is named in `head` is of its head alone: `rated`, `origin`.
    """
    now = moments.moment().now if at is None else at
    opener = next((one for one in sitters if isinstance(one, UUID)), None) or guest("Opener")
    box = boxes.editions()[edition]
    game = new_head(visibility)
    for column, value in {"rated": True, **head}.items():
        setattr(game, column, value)
    result = places or tuple(range(1, len(sitters) + 1))
    with transaction.atomic():
        opened = begin(game, Opening(box, box.options, len(sitters), visibility), Caller(opener), None, now)
        standing = _happen(game, opened.standing, SYSTEM, now, ev.SeatLeft(0))
        for seat, one in enumerate(sitters):
            caller, taken = (
                (Caller(one), ev.SeatTaken(seat))
                if isinstance(one, UUID)
                else (SYSTEM, ev.SeatTaken(seat, one))
            )
            standing = _happen(game, standing, caller, now, taken)
        finished = ev.GameFinished(Ending.EMPTY_HAND, result, (0,) * len(sitters))
        _happen(game, standing, SYSTEM, now, finished, *(() if sealed else (ev.Disclosed(),)))
    return game.pk


def _happen(game: Game, before: Standing, caller: Caller, at: datetime, *events: Event) -> Standing:
    return record(
        game,
        before,
        events,
        caller=caller,
        key=None,
        at=at,
        book=lambda after: projections.apply(game.pk, before, after),
    ).standing


def kept() -> list[Any]:
    """Everything that is kept of ratings, but for numbers that the database gives."""
    return [
        *RatedGame.objects.order_by("game").values(),
        *RatingChange.objects.order_by("game", "player").values(*_columns(RatingChange)),
        *Rating.objects.order_by("player", "family").values(*_columns(Rating)),
    ]


def _columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
