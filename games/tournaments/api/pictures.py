"""The operation that draws the standings of a tournament."""

from typing import Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import drawing
from games.api.pictures import Svg
from games.api.requests import ETAG_PARAMETER, is_known, parameters_of, query_of
from games.tournaments import picturing
from games.tournaments.api import forms
from games.tournaments.api.requests import TOURNAMENT_PARAMETER, TournamentOperation, found
from problems.openapi import refusals

# Whoever keeps it asks whether it is still that one: an erased name is then shown no more.
_KEPT: Final = "private, no-cache"


class StandingsPicture(TournamentOperation):
    """The standings, round by round."""

    renderer_classes = [Svg]

    @extend_schema(
        operation_id="tournaments_standings_picture",
        summary="The standings round by round, as a picture",
        description=(
            "The places of the best after each closed round, of more than 20 rounds in even steps. The same "
            "standings and names make the same bytes. Its `ETag` changes with the tournament and with the "
            "names in it: keep the picture, and ask with `If-None-Match`."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, ETAG_PARAMETER, *parameters_of(forms.PictureQuery)],
        responses={
            (200, drawing.MEDIA_TYPE): OpenApiResponse(OpenApiTypes.STR, "The picture."),
            304: OpenApiResponse(description="Nothing has changed since the picture of that `ETag`."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Draw it."""
        asked = query_of(request, forms.PictureQuery)
        pictured = picturing.pictured(found(request, tournament_id), top=asked.top)
        etag = f'"{pictured.mark}"'
        if is_known(request, etag):
            answer = Response(status=304)
        else:
            answer = Response(pictured.drawn(), content_type=drawing.MEDIA_TYPE)
            answer["Content-Security-Policy"] = drawing.POLICY
        answer["ETag"] = etag
        answer["Cache-Control"] = _KEPT
        return answer
