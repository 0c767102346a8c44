"""The admin list of tournaments: columns, search and filters; the pages of a tournament are in `pages`."""

from typing import Any, Final
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse

from games.admin.lists import BoundedPaginator, ByEdition, OneOf, is_id, time_shown
from games.admin.people import shown
from games.admin.reading import ReadOnly
from games.tournaments.admin import addresses
from games.tournaments.models import Entrant, Tournament
from players.admin.people import Link, link_from_players
from players.admin.rows import Rows
from players.models import Player


class ByStatus(OneOf):
    """How far they have come."""

    title = parameter_name = "status"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every status."""
        return Tournament.Status.choices


class ByKind(OneOf):
    """How entrants meet."""

    title = parameter_name = "kind"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every kind."""
        return Tournament.Kind.choices


FILTERS: Final = (ByStatus, ByKind, ByEdition)


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, Rows[Tournament]):
    """Every tournament: its head, its rounds, its log, and the director's hand."""

    list_display = [
        *("name", "status_told", "kind", "round_told", "entrants_told", "due"),
        *("edition", "director_name", "opened"),
    ]
    list_filter = FILTERS
    list_select_related = ["director"]
    ordering = ["-pk"]
    sortable_by = ()  # any other order would sort the whole table
    search_fields = ["id"]
    search_help_text = (
        "The id of a tournament, of an entrant or of a director, or the beginning of a tournament's name. "
        "All times are UTC."
    )
    list_before_template = "admin/search_help.html"
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None
    paginator = BoundedPaginator

    def get_urls(self) -> list[URLPattern]:
        """Return the list and the addresses of a tournament."""
        changelist = self.admin_site.admin_view(self.changelist_view)
        return [
            path("", changelist, name="tournaments_tournament_changelist"),
            *addresses.of_tournaments(self),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Return the list under a title of its own."""
        return super().changelist_view(request, {"title": "Tournaments", **(extra_context or {})})

    def lookup_allowed(self, lookup: str, _value: str, _request: HttpRequest | None = None) -> bool:
        """Nothing but the filters: by others a digest could be guessed at."""
        return lookup in {one.parameter_name for one in FILTERS}

    def get_search_results(
        self, _request: HttpRequest, tournaments: QuerySet[Tournament], term: str
    ) -> tuple[QuerySet[Tournament], bool]:
        """Return the tournaments that a term names, and that none comes twice."""
        term = term.strip().replace("\x00", "")
        if not term:
            return tournaments, False
        if not is_id(term):
            return tournaments.filter(name__istartswith=term), False
        id_ = UUID(term)
        entered = Entrant.objects.filter(player=id_).values("tournament")
        return tournaments.filter(Q(pk=id_) | Q(director=id_) | Q(pk__in=entered)), False

    @admin.display(description="status")
    def status_told(self, row: Tournament) -> str:
        """Return how far it is, and whether it rests."""
        return f"{row.status}, paused" if row.paused else row.status

    @admin.display(description="round")
    def round_told(self, row: Tournament) -> str:
        """Return the newest round, and whether it is played."""
        return f"{row.round}, open" if row.round_open else str(row.round or "-")

    @admin.display(description="entrants")
    def entrants_told(self, row: Tournament) -> str:
        """Return how many are in, of how many."""
        return f"{row.entrants_in} of {row.entrants_limit}"

    @admin.display(description="deadline")
    def due(self, row: Tournament) -> str:
        """When something is due next."""
        return time_shown(row.deadline)

    @admin.display(description="director")
    def director_name(self, row: Tournament) -> str:
        """Return what the director is called."""
        return shown(row.director)

    @admin.display(description="opened")
    def opened(self, row: Tournament) -> str:
        """When its log began."""
        return time_shown(row.opened_at)


def _to_tournaments(player: Player, operator: Player) -> Link | None:
    if not operator.has_perm("tournaments.view_tournament"):
        return None
    url = reverse("admin:tournaments_tournament_changelist")
    return Link("Tournaments of this player", f"{url}?q={player.pk}")


link_from_players(_to_tournaments)
