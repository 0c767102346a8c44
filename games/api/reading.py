"""Operations that show one game: its view, what happened, how it was, and the whole of it as text."""

from typing import Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors
from games.api import answers, forms
from games.api.requests import (
    ETAG_PARAMETER,
    GAME_PARAMETER,
    GameOperation,
    caller_of,
    is_known,
    parameters_of,
    query_of,
)
from games.api.transcripts import PlainText, transcript
from games.selectors import Found
from games.wire.view_forms import GameView
from problems.openapi import refusals
from problems.problem import Problem
from problems.queries import refuse_parameters

_VERSION_PARAMETER: Final = OpenApiParameter(
    "version",
    {"type": "integer", "minimum": 1, "maximum": 2_147_483_647},
    OpenApiParameter.PATH,
    description="So many events had happened.",
)


class OneGame(GameOperation):
    """A game as it is."""

    @extend_schema(
        operation_id="games_read",
        summary="A game, as the caller sees it",
        description=(
            "All that the caller may see: its own hand and legal moves, and counts of all else. Spectators "
            "of a public game see counts. Its `ETag` changes with the game and with the names of its people."
        ),
        tags=["games"],
        parameters=[GAME_PARAMETER, ETAG_PARAMETER],
        responses={
            200: OpenApiResponse(GameView, "The game."),
            304: OpenApiResponse(description="Nothing has changed since the view of that `ETag`."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Show it."""
        refuse_parameters(request.query_params)
        found = _found(request, game_id)
        people = selectors.people(found.standing)
        etag = f'"{found.standing.version}-{people.mark}"'
        if is_known(request, etag):
            answer = Response(status=304)
        else:
            answer = Response(answers.encoded(answers.view_of(found, people)))
        answer["ETag"] = etag
        return answer


class Events(GameOperation):
    """What happened in a game."""

    @extend_schema(
        operation_id="games_events",
        summary="What happened, as the caller may see it",
        description=(
            "The events after a version, in order: one cursor for everything, so that a client that was away "
            "for a second or a year goes on where it was. Cards of others and the order of the pile are null "
            "until the game is disclosed. With `wait` an answer without events is held back until there is "
            "one or the time is up, where the server can hold it; else it comes at once."
        ),
        tags=["games"],
        parameters=[GAME_PARAMETER, *parameters_of(forms.EventsQuery)],
        responses={
            200: OpenApiResponse(forms.EventsPage, "The events, perhaps none."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Tell them."""
        asked = query_of(request, forms.EventsQuery)
        found = _found(request, game_id)
        if asked.after > found.standing.version:
            raise Problem("invalid", field="after", allowed={"min": 0, "max": found.standing.version})
        return Response(answers.page_of_events(found, after=asked.after, limit=asked.limit))


class History(GameOperation):
    """A game as it was."""

    @extend_schema(
        operation_id="games_history",
        summary="The view as it was at a version",
        description=(
            "What the caller saw when the game had so many events; without a seat of its own what spectators "
            "saw. Once the game is disclosed `seat` asks for any seat's view. Names are those of today."
        ),
        tags=["games"],
        parameters=[GAME_PARAMETER, _VERSION_PARAMETER, *parameters_of(forms.HistoryQuery)],
        responses={
            200: OpenApiResponse(GameView, "The game as it was."),
            **refusals("not_found", "no_such_version", "not_disclosed", "invalid"),
        },
    )
    def get(self, request: Request, game_id: UUID, version: int) -> Response:
        """Show it."""
        asked = query_of(request, forms.HistoryQuery)
        found = _found(request, game_id)
        seat = found.seat if asked.seat is UNSET else asked.seat
        _check_may_look(found, seat)
        then = selectors.at_version(found, version)
        people = selectors.people(found.standing)
        return Response(answers.encoded(answers.view_of(found, people, standing=then, seat=seat)))


class Transcript(GameOperation):
    """A whole game as text."""

    renderer_classes = [PlainText]

    @extend_schema(
        operation_id="games_transcript",
        summary="The whole game in notation",
        description=(
            "Lines that begin with `#` tell of the game and who sat where; then one line an event: version, "
            "time, and the event in the notation of the rulebook, complete enough to play the game again. "
            "Open once the game is disclosed."
        ),
        tags=["games"],
        parameters=[GAME_PARAMETER],
        responses={
            (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "The game."),
            **refusals("not_found", "not_disclosed", "invalid"),
        },
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Write it."""
        refuse_parameters(request.query_params)
        found = _found(request, game_id)
        if not found.standing.state.disclosed:
            raise Problem("not_disclosed", version=found.standing.version)
        text = transcript(found, selectors.people(found.standing), selectors.events(found))
        return Response(text, content_type=f"{PlainText.media_type}; charset=utf-8")


def _found(request: Request, game_id: UUID) -> Found:
    caller = caller_of(request)
    return selectors.find(game_id, caller.player, caller.session)


def _check_may_look(found: Found, seat: int | None) -> None:
    if seat is not None and seat >= found.standing.state.setup.seats:
        last = found.standing.state.setup.seats - 1
        raise Problem("invalid", field="seat", allowed={"min": 0, "max": last})
    if seat != found.seat and not found.standing.state.disclosed:
        raise Problem("not_disclosed", field="seat", version=found.standing.version)
