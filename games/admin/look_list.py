"""The admin list of looks into hands: an audit that nobody can add to, change or empty."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from games.admin.lists import BoundedPaginator, is_id, time_shown
from games.admin.people import shown
from games.admin.reading import ReadOnly
from games.models import HandsLook
from players.admin.rows import Rows
from players.models import Player


@admin.register(HandsLook)
class HandsLookAdmin(ReadOnly, Rows[HandsLook]):
    """Who looked into which hand, and when."""

    list_display = ["looked_at", "operator", "game_at", "seat"]
    list_display_links = None
    list_select_related = ["who"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["game__id"]
    search_help_text = "The id of a game or of an operator, or an operator's login."
    list_before_template = "admin/search_help.html"
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None
    paginator = BoundedPaginator

    def get_urls(self) -> list[URLPattern]:
        """Return the list alone: a look has no page of its own."""
        return [path("", self.admin_site.admin_view(self.changelist_view), name="games_handslook_changelist")]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Return the list under a title of its own."""
        return super().changelist_view(request, {"title": "Looks into hands", **(extra_context or {})})

    def lookup_allowed(self, _lookup: str, _value: str, _request: HttpRequest | None = None) -> bool:
        """Nothing is filtered by parameters."""
        return False

    def get_search_results(
        self, _request: HttpRequest, looks: QuerySet[HandsLook], term: str
    ) -> tuple[QuerySet[HandsLook], bool]:
        """Return the looks that a term names, and that none comes twice."""
        term = term.strip()
        if is_id(term):
            return looks.filter(Q(game=UUID(term)) | Q(who=UUID(term))), False
        return (looks.filter(who__in=Player.objects.filter(login=term)) if term else looks), False

    @admin.display(description="at (UTC)")
    def looked_at(self, row: HandsLook) -> str:
        """When it was."""
        return time_shown(row.at)

    @admin.display(description="who")
    def operator(self, row: HandsLook) -> str:
        """Return who looked."""
        return row.who.login or shown(row.who)

    @admin.display(description="game and version")
    def game_at(self, row: HandsLook) -> Any:
        """Return what was looked at, with the way to it."""
        url = reverse("admin:games_game_at", args=[row.game_id])
        return format_html('<a href="{}?version={}">{} at {}</a>', url, row.version, row.game_id, row.version)
