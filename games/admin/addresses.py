"""Which page of a game answers which address, and what stands in for a page that cannot be shown."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import auditing
from games.admin import interventions, pages
from games.admin.lists import is_id
from games.admin.reading import Done, Page, TurnedAway
from games.event_store import GAMES
from games.models import Game
from games.refusing import NotFound
from games.selectors import Found

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

type Pager[Of] = Callable[[HttpRequest, Of], Page | Done]
type Find[Of] = Callable[[str], Of]
type View = Callable[..., HttpResponse]

_require_form: Final = require_http_methods(["GET", "HEAD", "POST"])


def of_games(rows: "ModelAdmin[Game]") -> list[URLPattern]:
    """Return the addresses of a game's pages and forms; there is none that adds, changes or deletes."""

    def address[Of](
        word: str, method: Callable[[View], View], pager: Pager[Of], find: Find[Of]
    ) -> URLPattern:
        view = rows.admin_site.admin_view(method(_answering(rows, pager, find)))
        return path(f"<str:game_id>/{word}/", view, name=f"games_game_{word.replace('-', '_')}")

    return [
        address("change", require_safe, pages.game_page, found),
        address("at", require_safe, pages.table_page, found),
        address("rows", require_safe, pages.rows_page, head),
        address("look", require_POST, pages.look_page, found),
        address("check", require_POST, pages.check_page, head),
        address("abort", _require_form, interventions.abort_page, found),
        address("give-up", _require_form, interventions.give_up_page, found),
    ]


def head(game_id: str) -> Game:
    """Return the head of the game that an address names, whatever has become of its log.

    :raises TurnedAway: 404 where there is none.
    """
    game = Game.objects.filter(pk=UUID(game_id)).first() if is_id(game_id) else None
    if game is None:
        raise TurnedAway(404, "There is no game with this id.")
    return game


def found(game_id: str) -> Found:
    """Return the game that an address names, as it is now.

    :raises TurnedAway: 404 where there is none.
    """
    if not is_id(game_id):
        raise TurnedAway(404, "There is no game with this id.")
    try:
        game, standing, *_ = GAMES.peek(UUID(game_id))
    except NotFound:
        raise TurnedAway(404, "There is no game with this id.") from None
    return Found(game, standing, seat=None)


def _answering[Of](rows: "ModelAdmin[Game]", pager: Pager[Of], find: Find[Of]) -> View:
    @wraps(pager)
    def view(request: HttpRequest, game_id: str) -> HttpResponse:
        try:
            if not rows.has_view_permission(request):
                raise TurnedAway(403, "Reading games takes a permission that you do not have.")
            answer = _unless_broken(game_id, lambda: pager(request, find(game_id)))
        except TurnedAway as away:
            answer = Page("turned_away", "Not to be shown", {"reason": away.reason}, away.status)
        if isinstance(answer, Done):
            messages.success(request, answer.told)
            return HttpResponseRedirect(reverse("admin:games_game_change", args=[game_id]))
        return _response(rows, request, answer)

    return view


def _unless_broken(game_id: str, answer: Callable[[], Page | Done]) -> Page | Done:
    try:
        return answer()
    except (TurnedAway, DatabaseError):
        raise
    except Exception:  # a log that was changed may fail in any way; anything else is a bug
        game = head(game_id)
        fault = auditing.fault_of(game.pk)
        if fault is None:
            raise
        return pages.checked(game, fault)._replace(status=500)


def _response(rows: "ModelAdmin[Game]", request: HttpRequest, page: Page) -> TemplateResponse:
    request.current_app = rows.admin_site.name
    context: dict[str, Any] = {
        **rows.admin_site.each_context(request),
        "opts": rows.opts,
        "title": page.title,
        **page.content,
    }
    return TemplateResponse(request, f"admin/games/game/{page.template}.html", context, status=page.status)
