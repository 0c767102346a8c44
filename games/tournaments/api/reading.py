"""Operations that show one tournament: as it is, its entrants, standings, rounds, tables, what happened."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers import encoded
from games.api.requests import caller_of, next_page, parameters_of, query_of
from games.tournaments import selectors
from games.tournaments.api import answers, forms
from games.tournaments.api.event_forms import TournamentEventsPage
from games.tournaments.api.requests import (
    TOURNAMENT_PARAMETER,
    TournamentOperation,
    found,
)
from games.tournaments.settings import MOST_ENTRANTS, MOST_ROUNDS
from games.tournaments.standing import Standing
from problems.openapi import refusals
from problems.problem import Problem
from problems.queries import refuse_parameters

ROUND_PARAMETER: Final = OpenApiParameter(
    "round",
    {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS},
    OpenApiParameter.PATH,
    description="The number of a round that has been paired.",
)
_TABLE_PARAMETER: Final = OpenApiParameter(
    "table",
    {"type": "integer", "minimum": 0, "maximum": MOST_ENTRANTS},
    OpenApiParameter.PATH,
    description="The number of a table.",
)


class OneTournament(TournamentOperation):
    """A tournament as it is."""

    @extend_schema(
        operation_id="tournaments_read",
        summary="A tournament",
        description="As it is now, with the caller's own part in it and the table where the caller plays.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER],
        responses={
            200: OpenApiResponse(forms.TournamentView, "The tournament."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Show it."""
        refuse_parameters(request.query_params)
        standing = found(request, tournament_id)
        return Response(encoded(answers.tournament_view(standing, caller_of(request))))


class Standings(TournamentOperation):
    """Who leads."""

    @extend_schema(
        operation_id="tournaments_standings",
        summary="The standings",
        description=(
            "After the closed rounds, or after the first `round` of them, best first. Nobody shares a place: "
            "`tie_breaks` decide in their order, and the lot last. Who was disqualified stands last, at once "
            "and after earlier rounds too, and in a knockout who left while still in it behind those who "
            "came as far; after the last round these are the places of the end (docs/tournaments.md)."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, *parameters_of(forms.StandingsQuery)],
        responses={
            200: OpenApiResponse(forms.StandingsPage, "A page of the standings."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Show them."""
        asked = query_of(request, forms.StandingsQuery)
        standing = found(request, tournament_id)
        closed = sum(told.closed for told in standing.state.rounds)
        round_ = closed if asked.round is UNSET else asked.round
        if round_ > closed:
            raise Problem("invalid", field="round", allowed={"min": 0, "max": closed})
        placed = selectors.standings_after(standing, round_)
        rows, following = _page(request, placed, asked)
        return Response(
            encoded(forms.StandingsPage(round_, answers.standing_rows(standing, rows), following))
        )


class Entrants(TournamentOperation):
    """Who is in it; entering and leaving are in `entering`."""

    @extend_schema(
        operation_id="tournaments_entrants",
        summary="The entrants",
        description="In the order of registration, those too who wait, withdrew or were taken out.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, *parameters_of(forms.PageQuery)],
        responses={
            200: OpenApiResponse(forms.EntrantsPage, "A page of entrants."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List them."""
        asked = query_of(request, forms.PageQuery)
        standing = found(request, tournament_id)
        numbers, following = _page(request, range(len(standing.state.entrants)), asked)
        return Response(encoded(forms.EntrantsPage(answers.entrants(standing, numbers), following)))


class Rounds(TournamentOperation):
    """All rounds."""

    @extend_schema(
        operation_id="tournaments_rounds",
        summary="The rounds",
        description="Those that have been paired, in order.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER],
        responses={
            200: OpenApiResponse(forms.RoundsPage, "The rounds."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """List them."""
        refuse_parameters(request.query_params)
        return Response(encoded(answers.rounds(found(request, tournament_id))))


class OneRound(TournamentOperation):
    """A round."""

    @extend_schema(
        operation_id="tournaments_round",
        summary="A round and its tables",
        description=(
            "Who meets whom, and how it ended. In `duplicate` results are told when the round is closed: "
            "before that they would tell of a deal that others still play."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, ROUND_PARAMETER, *parameters_of(forms.PageQuery)],
        responses={
            200: OpenApiResponse(forms.RoundView, "The round, with a page of its tables."),
            **refusals("not_found", "no_round", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID, round: int) -> Response:  # noqa: A002
        """Show it."""
        asked = query_of(request, forms.PageQuery)
        standing = found(request, tournament_id)
        tables = _tables_of(standing, round)
        told = standing.state.rounds[round - 1]
        numbers, following = _page(request, tables, asked)
        results = answers.tables(standing, round, numbers)
        return Response(
            encoded(
                forms.RoundView(
                    number=round, closed=told.closed, byes=[*told.byes], results=results, next=following
                )
            )
        )


class OneTable(TournamentOperation):
    """A table."""

    @extend_schema(
        operation_id="tournaments_table",
        summary="A table of a round",
        description="Who sits there, the game that counts, and how it ended.",
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, ROUND_PARAMETER, _TABLE_PARAMETER],
        responses={
            200: OpenApiResponse(forms.TableView, "The table."),
            **refusals("not_found", "no_round", "no_table", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID, round: int, table: int) -> Response:  # noqa: A002
        """Show it."""
        refuse_parameters(request.query_params)
        standing = found(request, tournament_id)
        if table not in _tables_of(standing, round):
            raise Problem("no_table")
        (shown,) = answers.tables(standing, round, range(table, table + 1))
        return Response(encoded(shown))


class OwnTable(TournamentOperation):
    """The caller's table."""

    @extend_schema(
        operation_id="tournaments_own_table",
        summary="The table where the caller plays now",
        description=(
            "The one of the open round at which the caller's game has not ended; 404 `bye_this_round` for "
            "who has a bye in it, as `you.bye` of the tournament tells, and `no_table` for everybody else "
            "who plays nowhere."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER],
        responses={
            200: OpenApiResponse(forms.TableView, "The table."),
            **refusals("not_found", "no_table", "bye_this_round", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Show it."""
        refuse_parameters(request.query_params)
        standing = found(request, tournament_id)
        entrant = standing.entrant_of(caller_of(request).player)
        if entrant is not None and standing.state.is_free(entrant):
            raise Problem("bye_this_round")
        number = None if entrant is None else standing.state.table_of(entrant)
        if number is None:
            raise Problem("no_table")
        round_ = len(standing.state.rounds)
        (shown,) = answers.tables(standing, round_, range(number, number + 1))
        return Response(encoded(shown))


class Events(TournamentOperation):
    """What happened."""

    @extend_schema(
        operation_id="tournaments_events",
        summary="What happened in a tournament",
        description=(
            "The events after a version, in order: one cursor for everything. With `wait` an answer without "
            "events is held back until there is one or the time is up, where the server can hold it; else it "
            "comes at once."
        ),
        tags=["tournaments"],
        parameters=[TOURNAMENT_PARAMETER, *parameters_of(forms.TournamentEventsQuery)],
        responses={
            200: OpenApiResponse(TournamentEventsPage, "The events, perhaps none."),
            **refusals("not_found", "invalid"),
        },
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Tell them."""
        asked = query_of(request, forms.TournamentEventsQuery)
        standing = found(request, tournament_id)
        if asked.after > standing.version:
            raise Problem("invalid", field="after", allowed={"min": 0, "max": standing.version})
        return Response(encoded(answers.page_of_events(standing, after=asked.after, limit=asked.limit)))


def _tables_of(standing: Standing, round_: int) -> range:
    rounds = standing.state.rounds
    if not 1 <= round_ <= len(rounds):
        raise Problem("no_round")
    return range(len(rounds[round_ - 1].tables))


def _page[R: Sequence[object]](request: Request, rows: R, asked: forms.PageQuery) -> tuple[R, str | None]:
    end = asked.cursor + asked.limit
    following = next_page(request, end) if end < len(rows) else None
    return rows[asked.cursor : end], following  # type: ignore[return-value]  # a slice of its own kind
