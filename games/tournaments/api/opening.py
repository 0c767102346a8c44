"""Operations on all tournaments: the list, and the opening of a new one."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games import boxes
from games.api.answers import encoded
from games.api.requests import KEY_PARAMETER, caller_of, key_of, next_page, parameters_of, query_of
from games.envelope import instant
from games.tournaments import selectors
from games.tournaments.api import answers, forms
from games.tournaments.api.requests import TournamentOperation
from games.tournaments.choosing import NoSuchEdition, settings_of
from games.tournaments.handling import open_tournament
from games.tournaments.settings import Settings
from games.tournaments.texts import one_line
from games.wire.reading import Unfit, read
from players.permissions import SignedIn
from problems.openapi import refusals

_TAKEN_OVER: Final = (
    *("entrants_limit", "waiting_list", "allow_bots", "rated"),
    *("starts_when_full", "check_in_seconds", "rounds", "advance", "target_points", "late_rounds"),
    *("break_seconds", "round_seconds"),
)


class Tournaments(TournamentOperation):
    """The list of tournaments; a POST to it opens a new one."""

    def get_permissions(self) -> list[Any]:
        """Return what opening asks for, and of listing the session before its own query."""
        return [*super().get_permissions()] if self.request.method == "POST" else [SignedIn()]

    @extend_schema(
        operation_id="tournaments_list",
        summary="List tournaments",
        description="The newest first. `next` leads to the following page and is null on the last.",
        tags=["tournaments"],
        parameters=parameters_of(forms.TournamentsQuery),
        responses={200: OpenApiResponse(forms.TournamentsPage, "A page."), **refusals("invalid")},
    )
    def get(self, request: Request) -> Response:
        """List them."""
        asked = query_of(request, forms.TournamentsQuery)
        found = selectors.listed(
            status=None if asked.status is UNSET else asked.status.value,
            kind=None if asked.kind is UNSET else asked.kind.value,
            player=None if asked.player is UNSET else UUID(asked.player),
        )
        if asked.cursor is not UNSET:
            found = found.filter(pk__lt=UUID(asked.cursor))
        page = [*found[: asked.limit + 1]]
        following = None
        if len(page) > asked.limit:
            following = next_page(request, page[asked.limit - 1].pk)
        results = [answers.listed(one) for one in page[: asked.limit]]
        return Response(encoded(forms.TournamentsPage(results, following)))

    @extend_schema(
        operation_id="tournaments_open",
        summary="Open a tournament",
        description=(
            "Opens registration; the caller directs it and does not play unless they enter. Its games are "
            "opened, dealt and scored by the server. All lots and, in `duplicate`, all deals come from one "
            "secret seed: `commitment` is known at once, the seed when it is over."
        ),
        tags=["tournaments"],
        parameters=[KEY_PARAMETER],
        request=forms.OpenTournamentBody,
        responses={
            201: OpenApiResponse(forms.TournamentView, "The new tournament."),
            **refusals(
                *("wrong_length", "field_too_small", "field_too_large", "not_in_this_kind"),
                *(
                    "start_out_of_range",
                    "start_required",
                    "clock_required",
                    "not_when_rated",
                    "option_not_allowed",
                    "too_few_cards",
                ),
                *("no_printed_side", "too_many_stages", "key_reused", "invalid"),
            ),
        },
        examples=[
            OpenApiExample(
                "Swiss, 9 rounds, at tables of four",
                value={
                    "kind": "swiss",
                    "name": "Winter Open",
                    "edition": "super-116",
                    "table_size": 4,
                    "entrants_limit": 512,
                    "rounds": 9,
                    "options": {"turn_seconds": 30},
                },
                request_only=True,
            ),
            OpenApiExample(
                "Knockout with check-in, two of each table go on",
                value={
                    "kind": "knockout",
                    "name": "Cup",
                    "edition": "super-112",
                    "entrants_limit": 64,
                    "advance": 2,
                    "starts_at": "2027-01-15T18:00:00Z",
                    "check_in_seconds": 900,
                },
                request_only=True,
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        """Open it."""
        caller = caller_of(request)
        settings = _settings(read(request.data, forms.OpenTournamentBody))
        done = open_tournament(settings, caller, key_of(request))
        answer = Response(encoded(answers.tournament_view(done.standing, caller)), status=201)
        answer["Location"] = reverse("tournaments-read", args=[done.tournament_id])
        return answer


def _settings(asked: forms.OpenTournamentBody) -> Settings:
    chosen = {name: getattr(asked, name) for name in _TAKEN_OVER}
    try:
        return settings_of(
            asked.kind,
            asked.edition,
            {} if asked.options is UNSET else asked.options,
            table_size=None if asked.table_size is UNSET else asked.table_size,
            name=one_line(asked.name),
            description=asked.description.strip(),
            prizes=asked.prizes.strip(),
            starts_at=None if asked.starts_at is None else _in_utc(asked.starts_at),
            **chosen,
        )
    except NoSuchEdition:
        raise Unfit("edition", [*boxes.editions()]) from None


def _in_utc(text: str) -> str:
    try:
        return instant(datetime.fromisoformat(text).astimezone(UTC))
    except (ValueError, OverflowError):
        raise Unfit("starts_at") from None
