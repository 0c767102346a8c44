"""Operations on the ratings of one player: what they are, how they came about, and a picture of that."""

from typing import Final
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import drawing
from games.api.answers import encoded
from games.api.pictures import Svg
from games.api.requests import GameOperation, caller_of, next_page, parameters_of, query_of
from games.ratings import plots, selectors
from games.ratings.api import answers, forms
from games.ratings.api.leaderboards import FAMILY_PARAMETER, check_family
from players.models import Player
from players.permissions import SignedIn
from problems.openapi import refusals
from problems.queries import refuse_parameters

_PLAYER_PARAMETER: Final = OpenApiParameter(
    "player_id", UUID, OpenApiParameter.PATH, description="The player's id."
)
# One game more or less in a picture for a minute is no harm.
_PICTURE_KEPT: Final = "private, max-age=60"


class Ratings(GameOperation):
    """The ratings of a player."""

    permission_classes = [SignedIn]

    @extend_schema(
        operation_id="ratings_list",
        summary="How well a player plays",
        description="A rating for each family of editions in which the player has a rated game.",
        tags=["ratings"],
        parameters=[_PLAYER_PARAMETER],
        responses={
            200: OpenApiResponse(forms.RatingsPage, "The ratings, perhaps none."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """List them."""
        refuse_parameters(request.query_params)
        player = get_object_or_404(Player, pk=player_id)
        results = [answers.of_player(rating) for rating in selectors.of_player(player.pk)]
        return Response(encoded(forms.RatingsPage(results, None)))


class History(GameOperation):
    """How a rating came about."""

    permission_classes = [SignedIn]

    @extend_schema(
        operation_id="ratings_history",
        summary="What each rated game changed",
        description="The rated games of a player in one family, the last first.",
        tags=["ratings"],
        parameters=[_PLAYER_PARAMETER, FAMILY_PARAMETER, *parameters_of(forms.HistoryQuery)],
        responses={
            200: OpenApiResponse(forms.RatingHistoryPage, "A page of games, perhaps none."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, player_id: UUID, family: str) -> Response:
        """List them."""
        check_family(family)
        asked = query_of(request, forms.HistoryQuery)
        player = get_object_or_404(Player, pk=player_id)
        changes = selectors.history(player.pk, family)
        if asked.cursor is not UNSET:
            changes = changes.filter(number__lt=asked.cursor)
        found = [*changes[: asked.limit + 1]]
        page = found[: asked.limit]
        following = next_page(request, page[-1].number) if len(found) > asked.limit else None
        unseen = selectors.unseen(page, caller_of(request).player)
        results = [answers.change(change, shown=change.game_id not in unseen) for change in page]
        return Response(encoded(forms.RatingHistoryPage(results, following)))


class Picture(GameOperation):
    """A rating over time."""

    permission_classes = [SignedIn]
    renderer_classes = [Svg]

    @extend_schema(
        operation_id="ratings_picture",
        summary="A rating over time, as a picture",
        description=(
            "The rating after each game, the likeliest strength, and the range in which that nearly surely "
            "is. The same games make the same bytes. It may be kept for a minute."
        ),
        tags=["ratings"],
        parameters=[_PLAYER_PARAMETER, FAMILY_PARAMETER],
        responses={
            (200, drawing.MEDIA_TYPE): OpenApiResponse(OpenApiTypes.STR, "The picture."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, player_id: UUID, family: str) -> Response:
        """Draw it."""
        check_family(family)
        refuse_parameters(request.query_params)
        player = get_object_or_404(Player, pk=player_id)
        picture = plots.course(player.name, family, selectors.course(player.pk, family))
        answer = Response(picture, content_type=drawing.MEDIA_TYPE)
        answer["Cache-Control"] = _PICTURE_KEPT
        answer["Content-Security-Policy"] = drawing.POLICY
        return answer
