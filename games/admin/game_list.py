"""Games in the admin: the list, with its columns, search and filters; a game's own pages are in `pages`."""

from typing import Any, Final

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from games.admin import addresses, lists
from games.admin.people import shown
from games.admin.reading import ReadOnly
from games.models import Game
from players.admin.rows import Rows

FILTERS: Final = (lists.ByStatus, lists.ByEdition, lists.ByVisibility, lists.ByOrigin)


@admin.register(Game)
class GameAdmin(ReadOnly, Rows[Game]):
    """Every game: its head, its log, its table at any version."""

    list_display = [
        "id",
        "status",
        "edition",
        "seats",
        "version",
        "host_name",
        "turn",
        "deadline_at",
        "opened",
    ]
    list_filter = FILTERS
    list_select_related = ["host"]
    ordering = ["-pk"]
    sortable_by = ()  # any other order would sort the whole table
    search_fields = ["id"]
    search_help_text = (
        "The id of a game or of somebody seated, a lobby's code, or the beginning of a seated player's name"
        f" (of the first {lists.MOST_NAMESAKES} called so). All times are UTC."
    )
    list_before_template = "admin/search_help.html"
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None
    paginator = lists.BoundedPaginator

    def get_urls(self) -> list[URLPattern]:
        """Return the list and the addresses of a game."""
        changelist = self.admin_site.admin_view(self.changelist_view)
        return [path("", changelist, name="games_game_changelist"), *addresses.of_games(self)]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Return the list under a title of its own."""
        return super().changelist_view(request, {"title": "Games", **(extra_context or {})})

    def lookup_allowed(self, lookup: str, _value: str, _request: HttpRequest | None = None) -> bool:
        """Nothing but the filters: by others the code of a lobby or a digest could be guessed at."""
        return lookup in {one.parameter_name for one in FILTERS}

    def get_search_results(
        self, _request: HttpRequest, games: QuerySet[Game], term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Return the games that a term names, and that none comes twice."""
        return lists.found(games, term), False

    @admin.display(description="seats")
    def seats(self, game: Game) -> str:
        """Return how many are taken, of how many."""
        return f"{game.seats_taken} of {game.seat_count}"

    @admin.display(description="host")
    def host_name(self, game: Game) -> str:
        """Return what the host is called."""
        return shown(game.host)

    @admin.display(description="turn")
    def turn(self, game: Game) -> str:
        """Return its number, and whose it is."""
        if game.turn_number == 0:
            return "-"
        return (
            str(game.turn_number) if game.turn_seat is None else f"{game.turn_number}, seat{game.turn_seat}"
        )

    @admin.display(description="deadline")
    def deadline_at(self, game: Game) -> str:
        """When the lobby, the turn or the window is over."""
        return lists.time_shown(game.deadline)

    @admin.display(description="opened")
    def opened(self, game: Game) -> str:
        """When its log began."""
        return lists.time_shown(game.opened_at)
