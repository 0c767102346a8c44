"""Operations on leaderboards: which there are, and who stands where on one."""

from typing import Final

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes
from games.api.answers import encoded
from games.api.requests import GameOperation, next_page, parameters_of, query_of
from games.ratings import selectors
from games.ratings.api import answers, cursors, forms
from games.ratings.booking import Chain
from games.ratings.models import Rating
from games.ratings.selectors import Spot
from players.permissions import SignedIn
from problems.openapi import refusals
from problems.problem import Problem
from problems.queries import refuse_parameters

FAMILY_PARAMETER: Final = OpenApiParameter(
    "family", str, OpenApiParameter.PATH, description="The key of a family of editions."
)
_EXAMPLE: Final = OpenApiExample(
    "The best two",
    value={
        "results": [
            {
                "rank": 1,
                "player": {"id": "01a22a01-0533-723c-aba6-dd1456d89b79", "name": "Noa"},
                "rating": 1702,
                "mu": 28.91,
                "sigma": 1.84,
                "games": 214,
                "provisional": False,
                "updated_at": "2026-11-30T09:05:00.000000Z",
            },
            {
                "rank": 2,
                "player": {"id": "01a22a02-1c4e-7d10-9b0a-51f2c7a3e0d4", "name": ""},
                "rating": 1655,
                "mu": 28.02,
                "sigma": 2.06,
                "games": 131,
                "provisional": False,
                "updated_at": "2026-11-29T20:41:17.250000Z",
            },
        ],
        "next": None,
    },
    response_only=True,
    status_codes=["200"],
)


class Leaderboards(GameOperation):
    """The leaderboards."""

    permission_classes = [SignedIn]

    @extend_schema(
        operation_id="leaderboards_list",
        summary="List the leaderboards",
        description=(
            "Each family of editions has two: for people and for bots. A rated game counts on the one "
            "of those who sat there; one of people and bots together counts on none."
        ),
        tags=["ratings"],
        responses={
            200: OpenApiResponse(forms.LeaderboardsPage, "The leaderboards."),
            **refusals("invalid"),
        },
    )
    def get(self, request: Request) -> Response:
        """List them."""
        refuse_parameters(request.query_params)
        results = [answers.board(board) for board in selectors.boards()]
        return Response(encoded(forms.LeaderboardsPage(results, None)))


class OneLeaderboard(GameOperation):
    """A leaderboard."""

    permission_classes = [SignedIn]

    @extend_schema(
        operation_id="leaderboards_read",
        summary="Who plays how well",
        description=(
            "The best first. Whoever is provisional has no rank and is listed apart. The name of an erased "
            "player is empty. Games count within seconds of their end, sealed ones of their disclosure."
        ),
        tags=["ratings"],
        parameters=[FAMILY_PARAMETER, *parameters_of(forms.LeaderboardQuery)],
        responses={
            200: OpenApiResponse(forms.LeaderboardPage, "A page of the leaderboard."),
            **refusals("not_found", "invalid"),
        },
        examples=[_EXAMPLE],
    )
    def get(self, request: Request, family: str) -> Response:
        """Show it."""
        check_family(family)
        asked = query_of(request, forms.LeaderboardQuery)
        ratings = selectors.standing(Chain(family, asked.ladder), provisional=asked.provisional)
        if asked.cursor is not UNSET:
            # After where the last one stood, wherever that player stands by now, or if nowhere.
            ratings = selectors.below(ratings, cursors.read(asked.cursor))
        found = [*ratings[: asked.limit + 1]]
        page = found[: asked.limit]
        following = _next(request, page[-1]) if len(found) > asked.limit else None
        ranks: list[int | None] = [None] * len(page)
        if not asked.provisional:
            ranks = [*selectors.ranks(page)]
        results = [answers.ranked(rating, rank) for rating, rank in zip(page, ranks, strict=True)]
        return Response(encoded(forms.LeaderboardPage(results, following)))


def check_family(family: str) -> None:
    """Refuse a family that no edition is of.

    :raises Problem: `not_found`.
    """
    if family not in boxes.families():
        raise Problem("not_found")


def _next(request: Request, last: Rating) -> str:
    return next_page(request, cursors.written(Spot(last.ordinal, last.player_id)))
