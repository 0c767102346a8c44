"""Games in the admin: the list, and which page answers which address; what is on a page is in `pages`."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

from games.admin import lists, pages
from games.admin.pages import Page
from games.admin.people import shown
from games.admin.reading import ReadOnly, TurnedAway
from games.event_store import GAMES
from games.models import Game
from games.refusing import NotFound
from games.selectors import Found

if TYPE_CHECKING:
    GameRows = admin.ModelAdmin[Game]
else:  # Django's own class knows no type parameter
    GameRows = admin.ModelAdmin

FILTERS: Final = (lists.ByStatus, lists.ByEdition, lists.ByVisibility, lists.ByOrigin)

type Pager = Callable[[HttpRequest, Found], Page]
type View = Callable[..., HttpResponse]


@admin.register(Game)
class GameAdmin(ReadOnly, GameRows):
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
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None
    paginator = lists.BoundedPaginator

    class Media:
        """Our own style, beside the admin's."""

        css = {"all": ["games/admin.css"]}

    # --- addresses

    def get_urls(self) -> list[URLPattern]:
        """The list and the pages of a game; there is none that adds, changes or deletes."""
        return [
            path("", self.admin_site.admin_view(self.changelist_view), name="games_game_changelist"),
            self._address("change", "change", require_safe, pages.game_page),
            self._address("at", "at", require_safe, pages.table_page),
            self._address("rows", "rows", require_safe, pages.rows_page),
            self._address("look", "look", require_POST, pages.look_page),
        ]

    def _address(self, word: str, name: str, method: Callable[[View], View], pager: Pager) -> URLPattern:
        view = self.admin_site.admin_view(method(self._answering(pager)))
        return path(f"<str:game_id>/{word}/", view, name=f"games_game_{name}")

    def _answering(self, pager: Pager) -> View:
        @wraps(pager)
        def view(request: HttpRequest, game_id: str) -> HttpResponse:
            try:
                page = pager(request, self._found(request, game_id))
            except TurnedAway as away:
                page = Page("turned_away", "Not to be shown", {"reason": away.reason}, away.status)
            return self._response(request, page)

        return view

    def _found(self, request: HttpRequest, game_id: str) -> Found:
        if not self.has_view_permission(request):
            raise TurnedAway(403, "Reading games takes a permission that you do not have.")
        try:
            game, standing, *_ = GAMES.peek(UUID(game_id))
        except (ValueError, NotFound):
            raise TurnedAway(404, "There is no game with this id.") from None
        return Found(game, standing, seat=None)

    def _response(self, request: HttpRequest, page: Page) -> TemplateResponse:
        request.current_app = self.admin_site.name
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": page.title,
            **page.content,
        }
        template = f"admin/games/game/{page.template}.html"
        return TemplateResponse(request, template, context, status=page.status)

    # --- the list

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list under a title of its own."""
        return super().changelist_view(request, {"title": "Games", **(extra_context or {})})

    def lookup_allowed(self, lookup: str, _value: str, _request: HttpRequest | None = None) -> bool:
        """Nothing but the filters: by others the code of a lobby or a digest could be guessed at."""
        return lookup in {one.parameter_name for one in FILTERS}

    def get_search_results(
        self, _request: HttpRequest, games: QuerySet[Game], term: str
    ) -> tuple[QuerySet[Game], bool]:
        """The games that a term names, and that none comes twice."""
        return lists.found(games, term), False

    @admin.display(description="seats")
    def seats(self, game: Game) -> str:
        """How many are taken, of how many."""
        return f"{game.seats_taken} of {game.seat_count}"

    @admin.display(description="host")
    def host_name(self, game: Game) -> str:
        """What the host is called."""
        return shown(game.host)

    @admin.display(description="turn")
    def turn(self, game: Game) -> str:
        """Its number, and whose it is."""
        if game.turn_number == 0:
            return "-"
        return (
            str(game.turn_number) if game.turn_seat is None else f"{game.turn_number}, seat{game.turn_seat}"
        )

    @admin.display(description="deadline")
    def deadline_at(self, game: Game) -> str:
        """When the lobby, the turn or the window is over."""
        return lists.moment(game.deadline)

    @admin.display(description="opened")
    def opened(self, game: Game) -> str:
        """When its log began."""
        return lists.moment(game.opened_at)
