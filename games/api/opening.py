"""The operation that opens a game; what is done in its lobby is in `lobby`."""

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes
from games.api import answers, forms
from games.api.requests import KEY_PARAMETER, GameOperation, caller_of, key_of
from games.engine import options
from games.models import Game
from games.opening import Opening, open_game
from games.wire.reading import Unfit, read
from games.wire.view_forms import GameView
from problems.openapi import refusals


class NewGame(GameOperation):
    """Open a game."""

    @extend_schema(
        operation_id="games_open",
        summary="Open a game",
        description=(
            "Opens a lobby; the caller takes seat 0 and hosts. Options that are not named have the edition's "
            "defaults. A game that is not public has a `code`, by which others sit down, and does not exist "
            "for anybody else."
        ),
        tags=["lobby"],
        parameters=[KEY_PARAMETER],
        request=forms.OpenGameBody,
        responses={
            201: OpenApiResponse(GameView, "The new game."),
            **refusals(
                *("option_not_allowed", "option_not_playable", "too_few_cards", "no_earlier_game"),
                *("no_printed_side", "key_reused"),
            ),
        },
        examples=[
            OpenApiExample(
                "Four seats",
                value={"edition": "super-116", "seats": 4, "options": {"turn_seconds": 30}, "public": True},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Open it."""
        asked = read(request.data, forms.OpenGameBody)
        caller = caller_of(request)
        done = open_game(_opening(asked), caller, key_of(request))
        answer = Response(answers.in_lobby(done, caller), status=201)
        answer["Location"] = reverse("games-read", args=[done.game_id])
        return answer


def _opening(asked: forms.OpenGameBody) -> Opening:
    edition = boxes.editions().get(asked.edition)
    if edition is None:
        raise Unfit("edition", [*boxes.editions()])
    chosen = options.choose(edition.options, {} if asked.options is UNSET else asked.options)
    visibility = Game.Visibility.PUBLIC if asked.public else Game.Visibility.CODE
    return Opening(edition, chosen, asked.seats, visibility)
