"""The operation of play: one or several moves of one's own seat."""

from typing import Final
from uuid import UUID

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework.request import Request
from rest_framework.response import Response

from games import asking
from games.api import answers, forms
from games.api.requests import GAME_PARAMETER, KEY_PARAMETER, GameOperation, caller_of, key_of
from games.engine.refusals import Refusal, Refused
from games.handling import handle
from games.problems import problem_of
from games.wire.moves import OneMove, SeveralMoves, move_path, read_moves
from problems.openapi import refusals
from problems.problem import Problem

# What only the lobby says, or only an operator hears.
_ELSEWHERE: Final = frozenset(
    {
        Refusal.SEATS_OUT_OF_RANGE,
        Refusal.SEAT_TAKEN,
        Refusal.TABLE_FULL,
        Refusal.SEAT_NOT_TAKEN,
        Refusal.ALREADY_STARTED,
        Refusal.NOT_THE_HOST,
        Refusal.TOO_FEW_SEATS,
        Refusal.TOO_FEW_CARDS,
        Refusal.FIRST_SEAT_REQUIRED,
        Refusal.FIRST_SEAT_NOT_ALLOWED,
        Refusal.NO_EARLIER_GAME,
        Refusal.NO_PRINTED_SIDE,
        Refusal.NOT_FINISHED,
        Refusal.REASON_UNFIT,
    }
)
_RULES: Final = [refusal.value for refusal in Refusal if refusal not in _ELSEWHERE]


class Moves(GameOperation):
    """Play."""

    @extend_schema(
        operation_id="games_play",
        summary="Play one or several moves",
        description=(
            "Every move names the `turn` that it means, from the view's `turn.number`; only `resign` and "
            "`return` need none. Several moves belong to one turn and land whole or not at all. What a view "
            "lists under `legal` is accepted as listed. A refusal names the move and the rule, and nothing "
            "has happened then. `return` takes the seat back from a bot that stands in, and changes nothing "
            "where none does. `events` holds what the moves caused; events between the version that the "
            "client knew and these are read from `events?after=`."
        ),
        tags=["play"],
        parameters=[GAME_PARAMETER, KEY_PARAMETER],
        request=PolymorphicProxySerializer(
            component_name="MovesToPlay",
            serializers=[OneMove, SeveralMoves],  # type: ignore[list-item]  # a form, by games.api.document
            resource_type_field_name=None,
        ),
        responses={
            200: OpenApiResponse(forms.MovesPlayed, "The moves are played."),
            **refusals("not_found", "not_seated", "key_reused", *_RULES),
        },
        examples=[
            OpenApiExample(
                "One move",
                value={"turn": 12, "move": {"type": "lay", "card": "CC", "color": "B", "last_card": True}},
                request_only=True,
            ),
            OpenApiExample(
                "Several moves",
                value={
                    "turn": 12,
                    "moves": [
                        {"type": "lay", "card": "RT"},
                        {"type": "lay", "card": "R5"},
                        {"type": "close_taki"},
                    ],
                },
                request_only=True,
            ),
            OpenApiExample(
                "Passing all hands to the left",
                value={"turn": 12, "move": {"type": "lay", "card": "CZ", "side": "left"}},
                request_only=True,
            ),
            OpenApiExample("Coming back", value={"move": {"type": "return"}}, request_only=True),
            OpenApiExample("Giving up", value={"move": {"type": "resign"}}, request_only=True),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Play them."""
        turn, moves = read_moves(request.data)
        caller = caller_of(request)
        try:
            done = handle(game_id, asking.play(turn, moves), caller, key_of(request))
        except Refused as refused:
            raise _placed(refused, request.data) from refused
        return Response(answers.after_moves(done, caller))


def _placed(refused: Refused, body: object) -> Problem:
    problem = problem_of(refused)
    if refused.move is not None and refused.field != "turn":
        problem.field = move_path(body, refused.move, refused.field)
    return problem
