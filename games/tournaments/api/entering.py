"""Operations of entrants: register, check in, withdraw."""

from typing import Final
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import encoded
from games.api.requests import KEY_PARAMETER, caller_of, key_of
from games.tournaments import asking
from games.tournaments.api import answers, forms
from games.tournaments.api.reading import Entrants
from games.tournaments.api.requests import TOURNAMENT_PARAMETER, TournamentOperation
from games.tournaments.handling import Ask, handle
from problems.openapi import refusals

_VIEW: Final = OpenApiResponse(forms.TournamentView, "The tournament, with the caller's part in it.")


class Entries(Entrants):
    """The list of entrants; a POST to it enters the caller."""

    @extend_schema(
        operation_id="tournaments_enter",
        summary="Register",
        description=(
            "Enters the caller, or puts them on the waiting list where no place is left. Who waits comes in "
            "when somebody withdraws or does not check in. Where late entry is allowed one may still enter "
            "after the start: what was missed counts as nothing won. Who leaves after the start, or is "
            "disqualified, does not come again."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        request=None,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "already_entered", "already_left", "disqualified", "registration_closed"),
                *("tournament_full", "tournament_over", "key_reused", "invalid"),
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Register."""
        return _done(request, tournament_id, asking.register)


class OwnEntry(TournamentOperation):
    """The caller's entry."""

    @extend_schema(
        operation_id="tournaments_withdraw",
        summary="Withdraw",
        description=(
            "The caller plays no further round. Before the start the place goes to the first who waits. Who "
            "sits at a table ends that game first, by playing or by the move `resign`."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        responses={
            200: _VIEW,
            **refusals("not_found", "not_entered", "at_a_table", "tournament_over", "key_reused", "invalid"),
        },
    )
    def delete(self, request: Request, tournament_id: UUID) -> Response:
        """Withdraw."""
        return _done(request, tournament_id, asking.withdraw)


class CheckIn(TournamentOperation):
    """Check-in."""

    @extend_schema(
        operation_id="tournaments_check_in",
        summary="Check in",
        description="Says that the caller is here; a second time changes nothing.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        request=None,
        responses={
            200: _VIEW,
            **refusals(
                "not_found", "not_entered", "check_in_closed", "tournament_over", "key_reused", "invalid"
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Check in."""
        return _done(request, tournament_id, asking.check_in)


def _done(request: Request, tournament_id: UUID, ask: Ask) -> Response:
    caller = caller_of(request)
    done = handle(tournament_id, ask, caller, key_of(request))
    return Response(encoded(answers.tournament_view(done.standing, caller)))
