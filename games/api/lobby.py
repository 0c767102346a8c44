"""Operations before the first turn: open, sit down, leave, join by code, start."""

from typing import Final
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import asking, boxes, keys, selectors
from games.api import answers, forms
from games.api.requests import GAME_PARAMETER, KEY_PARAMETER, GameOperation, caller_of, key_of
from games.engine import options
from games.handling import handle
from games.invites import as_written
from games.models import Game
from games.opening import Opening, open_game
from games.refusing import NotFound
from games.wire.reading import read
from games.wire.view_forms import GameView
from players.permissions import SignedIn
from problems.openapi import refusals
from problems.problem import Problem

_VIEW: Final = OpenApiResponse(GameView, "The game, as the caller sees it.")


def opened(request: Request) -> Response:
    """Open the game that a request asks for."""
    asked = read(request.data, forms.OpenGameBody)
    edition = boxes.editions().get(asked.edition)
    if edition is None:
        raise Problem("invalid", field="edition", allowed=[*boxes.editions()])
    wanted = {} if asked.options is UNSET else asked.options
    chosen = options.choose(edition.options, wanted)
    visibility = Game.Visibility.PUBLIC if asked.public else Game.Visibility.CODE
    caller = caller_of(request)
    done = open_game(Opening(edition, chosen, asked.seats, visibility), caller, key_of(request))
    answer = Response(answers.in_lobby(done, caller), status=201)
    answer["Location"] = reverse("games-read", args=[done.game_id])
    return answer


class Seats(GameOperation):
    """Sit down at a game."""

    @extend_schema(
        operation_id="games_sit",
        summary="Sit down",
        description="Takes a seat in the lobby of a public game. A game by code is joined by `games/join`.",
        tags=["lobby"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        request=forms.TakeSeatBody,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "already_seated", "already_started", "game_over", "no_such_seat"),
                *("seat_taken", "table_full", "key_reused"),
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

    permission_classes = [SignedIn]  # a wrong code leads to no game that could be read with the session
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
        code = as_written(read(request.data, forms.JoinGameBody).code)
        caller, key = caller_of(request), key_of(request)
        # A code serves no longer than its lobby, the answer to a request that had a key for ever.
        earlier = None if key is None else keys.earlier(caller.player, key)
        try:
            game_id = selectors.by_code(code) if earlier is None else earlier.game_id
            done = handle(game_id, asking.sit(code=code), caller, key)
        except NotFound:
            raise Problem("wrong_code", field="code") from None
        return Response(answers.in_lobby(done, caller))


class Start(GameOperation):
    """Start a game."""

    @extend_schema(
        operation_id="games_start",
        summary="Start the game",
        description="Shuffles, deals, and gives the host the first turn. By the host, from two seats on.",
        tags=["lobby"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        request=forms.StartGameBody,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "not_seated", "not_the_host", "too_few_seats", "already_started"),
                *("game_over", "key_reused"),
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Deal."""
        read(request.data, forms.StartGameBody)
        caller = caller_of(request)
        return Response(answers.in_lobby(handle(game_id, asking.start, caller, key_of(request)), caller))
