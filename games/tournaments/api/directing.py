"""Operations of the director: texts, bots, the start, rulings."""

from typing import Final, assert_never
from uuid import UUID

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import encoded
from games.api.requests import KEY_PARAMETER, caller_of, key_of
from games.tournaments import asking
from games.tournaments import commands as cmd
from games.tournaments.api import answers, forms
from games.tournaments.api.reading import OneTournament
from games.tournaments.api.requests import TOURNAMENT_PARAMETER, TournamentOperation
from games.tournaments.handling import Ask, handle
from games.tournaments.texts import one_line
from games.wire.reading import Unfit, read
from problems.openapi import refusals

_VIEW: Final = OpenApiResponse(forms.TournamentView, "The tournament.")
_RULINGS: Final = (
    forms.RuleResultBody,
    forms.RuleByeBody,
    forms.PairAnewBody,
    forms.DisqualifyBody,
    forms.PauseBody,
    forms.ResumeBody,
    forms.CancelBody,
)


class DescribedTournament(OneTournament):
    """A tournament; a PATCH changes its texts."""

    @extend_schema(
        operation_id="tournaments_describe",
        summary="Change its texts",
        description="Name, description and prizes; by the director, until it is over.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        request=forms.DescribeTournamentBody,
        responses={
            200: _VIEW,
            **refusals("not_found", "not_the_director", "tournament_over", "key_reused"),
            **refusals("invalid", "wrong_length"),
        },
    )
    def patch(self, request: Request, tournament_id: UUID) -> Response:
        """Change them."""
        asked = read(request.data, forms.DescribeTournamentBody)
        command = cmd.Describe(
            name=None if asked.name is UNSET else one_line(asked.name),
            description=None if asked.description is UNSET else asked.description.strip(),
            prizes=None if asked.prizes is UNSET else asked.prizes.strip(),
        )
        return _done(request, tournament_id, asking.directly(command))


class Bots(TournamentOperation):
    """Bots that enter."""

    @extend_schema(
        operation_id="tournaments_enter_bots",
        summary="Enter bots",
        description="By the director, where `allow_bots` is set; all of them or none.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        request=forms.EnterBotsBody,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "not_the_director", "no_bots", "registration_closed", "tournament_full"),
                *("tournament_over", "key_reused", "invalid"),
            ),
        },
        examples=[OpenApiExample("Seven", value={"level": "normal", "count": 7}, request_only=True)],
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Enter them."""
        asked = read(request.data, forms.EnterBotsBody)
        return _done(request, tournament_id, asking.enter_bots(asked.level.value, asked.count))


class Start(TournamentOperation):
    """The start."""

    @extend_schema(
        operation_id="tournaments_start",
        summary="Start it now",
        description=(
            "By the director, before the time that was set or where none was. Who has not checked in while "
            "check-in was open is out. The first round is paired within seconds."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        request=None,
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "not_the_director", "too_few_entrants", "tournament_started"),
                *("tournament_over", "key_reused", "invalid"),
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Start it."""
        return _done(request, tournament_id, asking.directly(cmd.StartTournament(is_due=False)))


class Rulings(TournamentOperation):
    """What the director decides."""

    @extend_schema(
        operation_id="tournaments_rule",
        summary="Make a ruling",
        description=(
            "By the director, each with a reason that everybody reads: a table's result, a bye for the next "
            "round, the open round paired anew, an entrant disqualified, a pause and its end, or the end of "
            "the whole without a result. Games that count no more are ended."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, KEY_PARAMETER],
        request=PolymorphicProxySerializer(
            component_name="RulingToMake",
            serializers=[*_RULINGS],  # type: ignore[list-item]  # forms, by games.api.document
            resource_type_field_name=None,
        ),
        responses={
            200: _VIEW,
            **refusals(
                *("not_found", "not_the_director", "reason_required", "no_such_entrant", "no_such_round"),
                *("no_such_table", "result_unfit", "pairing_unfit", "no_round_open", "no_round_follows"),
                *("results_are_in", "round_moved_on", "already_paused", "not_paused", "not_in_this_kind"),
                *("tournament_not_started", "tournament_over", "key_reused", "invalid"),
            ),
        },
        examples=[
            OpenApiExample(
                "A result",
                value={
                    "type": "result",
                    "round": 2,
                    "table": 5,
                    "places": [1, 2],
                    "points": [0, 25],
                    "reason": "Seat 1 left the hall.",
                },
                request_only=True,
            ),
            OpenApiExample(
                "A pause", value={"type": "pause", "reason": "Lunch until two."}, request_only=True
            ),
        ],
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Make it."""
        return _done(request, tournament_id, _ask(_read(request.data)))


def _read(body: object) -> forms.RulingBody:
    if not isinstance(body, dict):
        return read(body, forms.PauseBody)  # which says that it is no object
    by_tag: dict[str, type[forms.RulingBody]] = {str(f.__struct_config__.tag): f for f in _RULINGS}
    form = by_tag.get(str(body.get("type")))
    if form is None:
        raise Unfit("type", [*by_tag])
    return read(body, form)


def _ask(asked: forms.RulingBody) -> Ask:
    reason = one_line(asked.reason)
    match asked:
        case forms.RuleResultBody():
            places, points = tuple(asked.places), tuple(asked.points)
            return asking.directly(cmd.RuleResult(asked.round, asked.table, places, points, reason))
        case forms.RuleByeBody():
            return asking.directly(cmd.RuleBye(asked.entrant, reason))
        case forms.PairAnewBody():
            tables = None if asked.tables is UNSET else tuple(map(tuple, asked.tables))
            return asking.pair_anew(tables, reason)
        case forms.DisqualifyBody():
            return asking.directly(cmd.Disqualify(asked.entrant, reason))
        case forms.PauseBody():
            return asking.directly(cmd.Pause(reason))
        case forms.ResumeBody():
            return asking.directly(cmd.Resume(reason))
        case forms.CancelBody():
            return asking.directly(cmd.Cancel(reason))
        case _:
            assert_never(asked)


def _done(request: Request, tournament_id: UUID, ask: Ask) -> Response:
    caller = caller_of(request)
    done = handle(tournament_id, asking.by_director(ask), caller, key_of(request))
    return Response(encoded(answers.tournament_view(done.standing, caller)))
