"""The admin list of ratings, a ladder after the other, and the page of one with its course as a picture."""

from typing import Any, Final
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from games import boxes, drawing
from games.admin.lists import MOST_NAMESAKES, BoundedPaginator, OneOf, is_id, time_shown
from games.admin.people import shown
from games.admin.reading import ReadOnly
from games.ratings import plots, selectors
from games.ratings.booking import Ladder
from games.ratings.formula import Strength, is_provisional, points
from games.ratings.models import Rating
from players import names
from players.admin.people import Link, link_from_players
from players.admin.rows import Rows
from players.models import Player

_OF_ONE: Final = ["player_name", "family", "ladder", "rating", "likeliest", "doubt", "games", "rank"]


class ByFamily(OneOf):
    """The family of editions."""

    title = parameter_name = "family"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return every family there is."""
        return [(key, key) for key in boxes.families()]


class ByLadder(OneOf):
    """People or bots."""

    title = parameter_name = "ladder"

    def lookups(self, _request: HttpRequest, _admin: Any) -> list[tuple[str, Any]]:
        """Return both."""
        return [(ladder.value, ladder.value) for ladder in Ladder]


@admin.register(Rating)
class RatingAdmin(ReadOnly, Rows[Rating]):
    """Who plays how well."""

    list_display = [*(name for name in _OF_ONE if name != "rank"), "provisional", "updated"]
    list_filter = (ByFamily, ByLadder)
    list_select_related = ["player"]
    ordering = ["family", "ladder", "-ordinal", "player"]
    sortable_by = ()
    search_fields = ["player__id"]
    search_help_text = "The id of a player, or the beginning of a name. All times are UTC."
    list_before_template = "admin/search_help.html"
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None
    paginator = BoundedPaginator
    readonly_fields = (*_OF_ONE, "provisional", "last", "updated", "picture")
    fields = readonly_fields

    def get_urls(self) -> list[URLPattern]:
        """Return the list, the page of a rating and its picture."""
        view = self.admin_site.admin_view
        return [
            path("", view(self.changelist_view), name="ratings_rating_changelist"),
            path(
                "<int:rating_id>/picture.svg", view(require_safe(self.picture_view)), name="ratings_picture"
            ),
            path("<path:object_id>/change/", view(self.change_view), name="ratings_rating_change"),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Return the list under a title of its own."""
        return super().changelist_view(request, {"title": "Leaderboards", **(extra_context or {})})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Return the page of a rating, without the admin's own history: nothing is changed here."""
        shown_beside = {"show_history": False, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, shown_beside)

    def picture_view(self, request: HttpRequest, rating_id: int) -> HttpResponse:
        """Return the course of a rating as a picture."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        rating = get_object_or_404(Rating.objects.select_related("player"), pk=rating_id)
        course = selectors.course(rating.player_id, rating.family)
        picture = plots.course(rating.player.name, rating.family, course)
        headers = {"Content-Security-Policy": drawing.POLICY}
        return HttpResponse(picture, content_type=drawing.MEDIA_TYPE, headers=headers)

    def lookup_allowed(self, lookup: str, _value: str, _request: HttpRequest | None = None) -> bool:
        """Nothing but the filters."""
        return lookup in {ByFamily.parameter_name, ByLadder.parameter_name}

    def get_search_results(
        self, _request: HttpRequest, ratings: QuerySet[Rating], term: str
    ) -> tuple[QuerySet[Rating], bool]:
        """Return the ratings of those whom a term names, and that none comes twice."""
        term = term.strip().replace("\x00", "")
        if is_id(term):
            return ratings.filter(player=UUID(term)), False
        if not term:
            return ratings, False
        namesakes = Player.objects.filter(name_key__startswith=names.key(term)).order_by("name_key")
        return ratings.filter(player__in=namesakes.values("pk")[:MOST_NAMESAKES]), False

    @admin.display(description="player")
    def player_name(self, row: Rating) -> str:
        """Return what the player is called."""
        return shown(row.player)

    @admin.display(description="rating")
    def rating(self, row: Rating) -> int:
        """Return what is almost certainly reached, in points."""
        return points(row.ordinal)

    @admin.display(description="likeliest")
    def likeliest(self, row: Rating) -> int:
        """Return the likeliest strength, in points."""
        return points(row.mu)

    @admin.display(description="sigma")
    def doubt(self, row: Rating) -> str:
        """Return how sure that is."""
        return f"{row.sigma:.2f}"

    @admin.display(description="rank")
    def rank(self, row: Rating) -> str:
        """Return the rank of somebody who has one."""
        return "-" if _is_provisional(row) else str(selectors.rank(row))

    @admin.display(description="provisional")
    def provisional(self, row: Rating) -> str:
        """Say whether too little is known for a rank."""
        return "yes" if _is_provisional(row) else "-"

    @admin.display(description="last game")
    def last(self, row: Rating) -> Any:
        """Return the way to the last game."""
        url = reverse("admin:games_game_change", args=[row.last_game_id])
        return format_html('<a href="{}">{}</a>', url, row.last_game_id)

    @admin.display(description="updated (UTC)")
    def updated(self, row: Rating) -> str:
        """When the last game was disclosed."""
        return time_shown(row.updated_at)

    @admin.display(description="over time")
    def picture(self, row: Rating) -> Any:
        """Return the picture."""
        url = reverse("admin:ratings_picture", args=[row.pk])
        return format_html('<img src="{}" alt="The rating over time" width="768" height="384">', url)


def _is_provisional(row: Rating) -> bool:
    return is_provisional(Strength(row.mu, row.sigma), row.games)


def _to_ratings(player: Player, operator: Player) -> Link | None:
    if not operator.has_perm("ratings.view_rating"):
        return None
    return Link("Ratings of this player", f"{reverse('admin:ratings_rating_changelist')}?q={player.pk}")


link_from_players(_to_ratings)
