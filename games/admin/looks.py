"""Looking into the hands of a game before it is disclosed: who may, and the row that every look leaves."""

from django.db import transaction

from games import moments
from games.admin.reading import TurnedAway
from games.engine import sight
from games.engine.sight import View
from games.engine.state import Phase
from games.models import Game, HandsLook
from games.standing import Standing
from players.models import Player

PERMISSION = "games.look_into_hands"


def seats_to_look_into(game: Game, standing: Standing, operator: Player) -> tuple[int, ...]:
    """Return the seats whose hands this operator may ask to see; none where nothing is hidden."""
    if game.disclosed_at is not None or not operator.has_perm(PERMISSION):
        return ()
    return standing.state.taken if standing.state.phase in (Phase.PLAYING, Phase.FINISHED) else ()


def check(game: Game, standing: Standing, operator: Player, seat: int) -> None:
    """Check that this operator can look into this seat.

    :raises TurnedAway: 403 without the permission, 400 where nothing is hidden, 404 for an empty seat.
    """
    if not operator.has_perm(PERMISSION):
        raise TurnedAway(403, "Looking into hands takes a permission that you do not have.")
    if game.disclosed_at is not None:
        raise TurnedAway(400, "This game is disclosed: its pages show every hand.")
    if standing.state.phase not in (Phase.PLAYING, Phase.FINISHED):
        raise TurnedAway(400, "Nobody holds cards at this version.")
    if seat not in standing.state.taken:
        raise TurnedAway(404, f"Nobody sits on seat {seat}.")


def look(game: Game, standing: Standing, operator: Player, seat: int) -> View:
    """Return the view of a seat at this version; that the operator looked is written and committed first."""
    with transaction.atomic(durable=True):
        HandsLook.objects.create(
            who=operator, at=moments.moment().now, game=game, version=standing.version, seat=seat
        )
        return sight.view(standing.state, seat)
