"""The operation on all games: the list of those that exist for the caller, page by page."""

from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes, moments, selectors
from games.api import answers, forms
from games.api.opening import NewGame
from games.api.requests import caller_of, next_page, parameters_of, query_of
from problems.openapi import refusals
from problems.problem import Problem

_FILTERS: Final = ("status", "player", "edition", "context", "open_seats")
_IDS: Final = ("player", "context")


class Games(NewGame):
    """The list of games; a POST to it opens a new one."""

    @extend_schema(
        operation_id="games_list",
        summary="List games",
        description=(
            "The newest first: public games, and those by code at which the caller sits, or sat at the game "
            "before. Those of a tournament are in it where the caller sits there, and for everybody where "
            "`context` asks for them, but not yet where nobody may watch. `next` leads to the following page "
            "and is null on the last."
        ),
        tags=["games"],
        parameters=parameters_of(forms.GamesQuery),
        responses={200: OpenApiResponse(forms.GamesPage, "A page of games."), **refusals("invalid")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        caller = caller_of(request)
        now = moments.moment(caller.session).now
        asked = query_of(request, forms.GamesQuery)
        if asked.edition is not UNSET and asked.edition not in boxes.editions():
            raise Problem("invalid", field="edition", allowed=[*boxes.editions()])
        games = selectors.listed(caller.player, now, **_filters(asked))
        if asked.cursor is not UNSET:
            games = games.filter(pk__lt=UUID(asked.cursor))
        page = [*games[: asked.limit + 1]]
        following = next_page(request, str(page[asked.limit - 1].pk)) if len(page) > asked.limit else None
        page = page[: asked.limit]
        seen = selectors.rows_seen_by(caller.player, page, now)
        results = [answers.listed(game, seen.get(game.pk)) for game in page]
        return Response(answers.encoded(forms.GamesPage(results, following)))


def _filters(asked: forms.GamesQuery) -> dict[str, Any]:
    named = {name: getattr(asked, name) for name in _FILTERS}
    values = {name: value for name, value in named.items() if value is not UNSET}
    return values | {name: UUID(values[name]) for name in _IDS if name in values}
