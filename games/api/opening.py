"""The operation that opens a game; what is done in its lobby is in `lobby`."""

from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes, rated
from games.api import answers, forms
from games.api.requests import KEY_PARAMETER, GameOperation, caller_of, key_of
from games.asking import Caller
from games.engine import options
from games.going_on import go_on
from games.keys import Key
from games.models import Game
from games.opening import Opening, beside_the_opener, open_game
from games.recording import Handled
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
            "defaults. `bots` fill the lowest free seats at once; `games/{id}/bots` adds more. A game that "
            "is not public has a `code`, by which others sit down, and does not exist for anybody else. One "
            "that is `rated` is public, without bots, and played as the box says: only the options of time "
            "may be chosen (" + ", ".join(f"`{name}`" for name in sorted(rated.FREE)) + "). With "
            "`spectator_delay_seconds` all who do not sit there see the started game as it was so long ago, "
            "in every answer, so that it can be shown while it is played.\n\n"
            "With `after` the people of a finished game go on at a new table, each on the seat of there: who "
            "asks first opens it and hosts, who asks later sits down at the same one, and nobody else can. "
            "Its bots sit down with the first. All else is as in the game before, but for the `options` "
            "named. The view of the old game tells of it by `next`, and its followers by an event. One that "
            "is not public has no code: it exists for all who sat at the game before. An abandoned one is "
            "replaced when somebody asks. Who asks when the others have started is refused, with its id as "
            "`next`: a game goes on only once, and who was left behind opens a new one to play again. A "
            "rated game goes on rated; one that was seated for a tournament or the like does not go on so."
        ),
        tags=["lobby"],
        parameters=[KEY_PARAMETER],
        request=PolymorphicProxySerializer(
            component_name="GameToOpen",
            serializers=[forms.OpenGameBody, forms.GoOnBody],  # type: ignore[list-item]  # forms, by games.api.document
            resource_type_field_name=None,
        ),
        responses={
            201: OpenApiResponse(GameView, "The new game."),
            200: OpenApiResponse(GameView, "The game that goes on, which somebody had opened already."),
            **refusals(
                *("option_not_allowed", "too_few_cards", "no_earlier_game"),
                *("no_printed_side", "too_many_stages", "key_reused", "not_found", "not_finished"),
                *("not_of_that_game", "opened_otherwise", "gone_on_without_you", "table_full"),
                *("not_when_rated", "seated_by_others"),
            ),
        },
        examples=[
            OpenApiExample(
                "Four seats",
                value={"edition": "super-116", "seats": 4, "options": {"turn_seconds": 30}, "public": True},
                request_only=True,
            ),
            OpenApiExample(
                "Alone against two bots",
                value={"edition": "super-116", "seats": 3, "bots": ["easy", "hard"]},
                request_only=True,
            ),
            OpenApiExample(
                "The same people again, the next seat begins",
                value={
                    "after": "0199f3c1-7a54-7d0e-9b2f-5f0c0f6f1d11",
                    "options": {"first_seat": "rotate"},
                },
                request_only=True,
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        """Open it."""
        caller = caller_of(request)
        done = _opened(request.data, caller, key_of(request))
        is_new = done.first_version == 1
        answer = Response(answers.in_lobby(done, caller), status=201 if is_new else 200)
        answer["Location"] = reverse("games-read", args=[done.game_id])
        return answer


def _opened(body: object, caller: Caller, key: Key | None) -> Handled:
    if isinstance(body, dict) and "after" in body:
        asked = read(body, forms.GoOnBody)
        return go_on(UUID(asked.after), {} if asked.options is UNSET else asked.options, caller, key)
    return open_game(_opening(read(body, forms.OpenGameBody)), caller, key)


def _opening(asked: forms.OpenGameBody) -> Opening:
    edition = boxes.editions().get(asked.edition)
    if edition is None:
        raise Unfit("edition", [*boxes.editions()])
    chosen = options.choose(edition.options, {} if asked.options is UNSET else asked.options)
    visibility = Game.Visibility.PUBLIC if asked.public else Game.Visibility.CODE
    levels = [] if asked.bots is UNSET else [level.value for level in asked.bots]
    bots = beside_the_opener(levels, asked.seats)
    return Opening(
        edition,
        chosen,
        asked.seats,
        visibility,
        bots=bots,
        rated=asked.rated,
        spectator_delay_seconds=asked.spectator_delay_seconds,
    )
