"""The host's operations on bots in a lobby: one sits down, one stands up; how they play is not asked here."""

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import asking
from games.api import answers, forms
from games.api.requests import GAME_PARAMETER, KEY_PARAMETER, GameOperation, caller_of, key_of
from games.handling import handle
from games.wire.reading import read
from games.wire.view_forms import GameView
from problems.openapi import refusals


class Bots(GameOperation):
    """Seat a bot."""

    @extend_schema(
        operation_id="games_seat_bot",
        summary="Seat a bot",
        description=(
            "Puts a bot on a free seat of the lobby; by the host. In a game that goes on from another the "
            "bots of there sit already, and the seat of a person is kept: only the others are free for a "
            "bot. A rated game takes none."
        ),
        tags=["lobby"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        request=forms.SeatBotBody,
        responses={
            200: OpenApiResponse(GameView, "The game, as the caller sees it."),
            **refusals(
                *("not_found", "not_seated", "not_the_host", "already_started", "game_over"),
                *("no_such_seat", "seat_taken", "table_full", "kept_for_person", "not_when_rated"),
                "key_reused",
            ),
        },
        examples=[
            OpenApiExample("Anywhere", value={"level": "easy"}, request_only=True),
            OpenApiExample("On seat 2", value={"level": "normal", "seat": 2}, request_only=True),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Seat it."""
        asked = read(request.data, forms.SeatBotBody)
        ask = asking.seat_bot(asked.level.value, None if asked.seat is UNSET else asked.seat)
        caller = caller_of(request)
        return Response(answers.in_lobby(handle(game_id, ask, caller, key_of(request)), caller))


class OneBot(GameOperation):
    """A bot in a lobby."""

    @extend_schema(
        operation_id="games_unseat_bot",
        summary="Have a bot stand up",
        description="Frees the seat of a bot before the start; by the host.",
        tags=["lobby"],
        parameters=[
            GAME_PARAMETER,
            OpenApiParameter("seat", int, OpenApiParameter.PATH, description="The seat of a bot."),
            KEY_PARAMETER,
        ],
        responses={
            204: OpenApiResponse(description="The seat is free again."),
            **refusals(
                *("not_found", "not_seated", "not_the_host", "already_started", "game_over"),
                *("not_a_bot", "key_reused", "invalid"),
            ),
        },
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> Response:
        """Have it stand up."""
        handle(game_id, asking.unseat_bot(seat), caller_of(request), key_of(request))
        return Response(status=204)
