"""What operations on tournaments read from every request alike, and how their refusals are told."""

from typing import Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import GameOperation, caller_of
from games.tournaments.log import TOURNAMENTS
from games.tournaments.problems import problem_of
from games.tournaments.refusals import Refused
from games.tournaments.standing import Standing

TOURNAMENT_PARAMETER: Final = OpenApiParameter(
    "tournament_id", UUID, OpenApiParameter.PATH, description="The tournament's id."
)


class TournamentOperation(GameOperation):
    """An operation on tournaments: the session is asked for where the log is read, in the same statement."""

    def handle_exception(self, exc: Exception) -> Response:
        """Tell refusals of tournaments as problems."""
        if isinstance(exc, Refused):
            exc = problem_of(exc)
        return super().handle_exception(exc)


def found(request: Request, tournament_id: UUID) -> Standing:
    """Return a tournament as it is.

    :raises NotFound: where there is none.
    :raises SessionEnded: where the caller's session is over.
    """
    return TOURNAMENTS.peek(tournament_id, caller_of(request).session).standing
