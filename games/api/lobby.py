"""Operations in a lobby: sit down, leave, join by code, start; `opening` opens one."""

from typing import Final
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import asking
from games.api import answers, forms
from games.api.requests import GAME_PARAMETER, KEY_PARAMETER, GameOperation, caller_of, key_of
from games.handling import handle
from games.joining import join
from games.wire.reading import read
from games.wire.view_forms import GameView
from problems.openapi import refusals

_VIEW: Final = OpenApiResponse(GameView, "The game, as the caller sees it.")


class Seats(GameOperation):
    """Sit down at a game."""

    @extend_schema(
        operation_id="games_sit",
        summary="Sit down",
        description=(
            "Takes a seat in the lobby of a public game. A game by code is joined by `games/join`. In one "
            "that goes on from another, public or not, everybody has the seat of there, and nobody else sits "
            "down."
        ),
        tags=["lobby"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        request=forms.TakeSeatBody,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "already_seated", "already_started", "game_over", "no_such_seat"),
                *("seat_taken", "table_full", "seat_kept", "not_of_that_game", "key_reused"),
            ),
        },
        examples=[OpenApiExample("Anywhere", value={}), OpenApiExample("On seat 2", value={"seat": 2})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Sit down."""
        asked = read(request.data, forms.TakeSeatBody)
        ask = asking.sit(None if asked.seat is UNSET else asked.seat)
        caller = caller_of(request)
        return Response(answers.in_lobby(handle(game_id, ask, caller, key_of(request)), caller))


class OwnSeat(GameOperation):
    """Leave a game."""

    @extend_schema(
        operation_id="games_leave",
        summary="Leave the lobby",
        description="Stands up before the start. A host who leaves passes the host on to the lowest taken "
        "seat; a lobby that everybody has left is over. After the start send the move `resign`.",
        tags=["lobby"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        responses={
            204: OpenApiResponse(description="The seat is free again."),
            **refusals("not_found", "not_seated", "already_started", "game_over", "key_reused", "invalid"),
        },
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Stand up."""
        handle(game_id, asking.leave, caller_of(request), key_of(request))
        return Response(status=204)


class Join(GameOperation):
    """Sit down by invite code."""

    throttle_scope = "join"

    @extend_schema(
        operation_id="games_join",
        summary="Sit down by invite code",
        description="Takes the lowest free seat in the lobby that has this code. The code serves until the "
        "game starts or is abandoned.",
        tags=["lobby"],
        parameters=[KEY_PARAMETER],
        request=forms.JoinGameBody,
        responses={200: _VIEW, **refusals("wrong_code", "already_seated", "table_full", "key_reused")},
        examples=[OpenApiExample("A code", value={"code": "K7R-4WX"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Sit down."""
        code = read(request.data, forms.JoinGameBody).code
        caller = caller_of(request)
        return Response(answers.in_lobby(join(code, caller, key_of(request)), caller))


class Start(GameOperation):
    """Start a game."""

    @extend_schema(
        operation_id="games_start",
        summary="Start the game",
        description="Shuffles, deals, and gives somebody the first turn, as the option `first_seat` says. By "
        "the host, from two seats on; where `first_seat` is `named`, the host names that seat as `first`.",
        tags=["lobby"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        request=forms.StartGameBody,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "not_seated", "not_the_host", "too_few_seats", "already_started"),
                *("game_over", "first_seat_required", "first_seat_not_allowed", "key_reused"),
            ),
        },
        examples=[
            OpenApiExample("As the options say", value={}, request_only=True),
            OpenApiExample("Seat 2 begins", value={"first": 2}, request_only=True),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Deal."""
        asked = read(request.data, forms.StartGameBody)
        ask = asking.start(None if asked.first is UNSET else asked.first)
        caller = caller_of(request)
        return Response(answers.in_lobby(handle(game_id, ask, caller, key_of(request)), caller))
