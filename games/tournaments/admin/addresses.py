"""Which page of a tournament answers which address, and what stands in for a page that cannot be shown."""

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

from games import drawing
from games.admin.lists import is_id
from games.admin.reading import Done, Page, TurnedAway
from games.refusing import NotFound
from games.tournaments import picturing, plots
from games.tournaments.admin import pages, rulings
from games.tournaments.auditing import PROOF
from games.tournaments.log import TOURNAMENTS
from games.tournaments.models import Tournament
from games.tournaments.standing import Standing

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

type Pager = Callable[..., Page | Done]
type View = Callable[..., HttpResponse]

_require_form: Final = require_http_methods(["GET", "HEAD", "POST"])


def of_tournaments(rows: "ModelAdmin[Tournament]") -> list[URLPattern]:
    """Return the addresses of a tournament's pages and forms; none adds, changes or deletes a row."""

    def address(word: str, method: Callable[[View], View], pager: Pager, name: str = "") -> URLPattern:
        view = rows.admin_site.admin_view(method(_answering(rows, pager)))
        told = name or word.replace("-", "_")
        return path(f"<str:tournament_id>/{word}/", view, name=f"tournaments_tournament_{told}")

    picture = rows.admin_site.admin_view(require_safe(_picture(rows)))
    return [
        address("change", require_safe, _of_log(pages.tournament_page)),
        address("standings", require_safe, _of_log(pages.standings_page)),
        address("entrants", require_safe, _of_log(pages.entrants_page)),
        address("rounds", require_safe, _of_log(pages.rounds_page)),
        address("rounds/<str:number>", require_safe, _of_log(pages.round_page), "round"),
        address("log", require_safe, _of_log(pages.log_page)),
        address("check", require_POST, _checked),
        path("<str:tournament_id>/standings.svg", picture, name="tournaments_tournament_picture"),
        *(address(each.word, _require_form, _of_log(rulings.pager(each))) for each in rulings.RULINGS),
    ]


def _of_log(pager: Callable[..., Page | Done]) -> Pager:
    @wraps(pager)
    def shown(request: HttpRequest, tournament_id: UUID, **more: str) -> Page | Done:
        return pager(request, _found(tournament_id), **more)

    return shown


def _found(tournament_id: UUID) -> Standing:
    try:
        return TOURNAMENTS.peek(tournament_id).standing
    except NotFound:
        raise _nowhere() from None


def _nowhere() -> TurnedAway:
    return TurnedAway(404, "There is no tournament with this id.")


def _checked(_request: HttpRequest, tournament_id: UUID) -> Page:
    head = Tournament.objects.filter(pk=tournament_id).first()
    if head is None:
        raise _nowhere()
    return pages.checked(tournament_id, head.name, PROOF.fault_of(tournament_id))


def _answering(rows: "ModelAdmin[Tournament]", pager: Pager) -> View:
    @wraps(pager)
    def view(request: HttpRequest, tournament_id: str, **more: str) -> HttpResponse:
        try:
            _check(rows, request)
            if not is_id(tournament_id):
                raise _nowhere()
            answer = _unless_broken(UUID(tournament_id), lambda: pager(request, UUID(tournament_id), **more))
        except TurnedAway as away:
            answer = Page("turned_away", "Not to be shown", {"reason": away.reason}, away.status)
        if isinstance(answer, Done):
            messages.success(request, answer.told)
            url = reverse("admin:tournaments_tournament_change", args=[tournament_id])
            return HttpResponseRedirect(url)
        return _response(rows, request, answer)

    return view


def _check(rows: "ModelAdmin[Tournament]", request: HttpRequest) -> None:
    if not rows.has_view_permission(request):
        raise TurnedAway(403, "Reading tournaments takes a permission that you do not have.")


def _unless_broken(tournament_id: UUID, answer: Callable[[], Page | Done]) -> Page | Done:
    try:
        return answer()
    except (TurnedAway, DatabaseError):
        raise
    except Exception:  # a log that was changed may fail in any way; anything else is a bug
        fault = PROOF.fault_of(tournament_id)
        if fault is None:
            raise
        return pages.checked(tournament_id, str(tournament_id), fault)._replace(status=500)


def _picture(rows: "ModelAdmin[Tournament]") -> View:
    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        try:
            _check(rows, request)
            if not is_id(tournament_id):
                raise _nowhere()
            pictured = picturing.pictured(_found(UUID(tournament_id)), top=plots.MOST_LINES)
        except TurnedAway as away:
            return HttpResponse(away.reason, status=away.status, content_type="text/plain; charset=utf-8")
        headers = {"Content-Security-Policy": drawing.POLICY}
        return HttpResponse(pictured.drawn(), content_type=drawing.MEDIA_TYPE, headers=headers)

    return view


def _response(rows: "ModelAdmin[Tournament]", request: HttpRequest, page: Page) -> TemplateResponse:
    request.current_app = rows.admin_site.name
    context: dict[str, Any] = {
        **rows.admin_site.each_context(request),
        "opts": rows.opts,
        "title": page.title,
        **page.content,
    }
    template = f"admin/tournaments/tournament/{page.template}.html"
    return TemplateResponse(request, template, context, status=page.status)
