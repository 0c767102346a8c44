"""Sessions in the admin, without their tokens: to be searched and read, and ended by hand."""

from typing import Any, cast, override
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from players import sessions
from players.admin.people import MAY_END_SESSIONS
from players.admin.rows import ReadMostly, Rows
from players.models import Player, Session

_OF_SESSION = ["id", "player", "started_at", "expires_at", "ended_at", "ended_reason"]


@admin.register(Session)
class SessionAdmin(ReadMostly, Rows[Session]):
    """Sign-ins of players; ending them is the one thing to do."""

    list_display = [*_OF_SESSION]
    list_filter = ["ended_reason"]
    list_select_related = ["player"]
    search_fields = ["=id", "=player__id", "player__name_key"]
    search_help_text = "The id of a session or of a player, or a part of a player's name. All times are UTC."
    list_before_template = "admin/search_help.html"
    ordering = ["-started_at"]
    show_full_result_count = False
    fields = [*_OF_SESSION]
    readonly_fields = _OF_SESSION
    actions = ["end"]
    change_form_outer_after_template = "admin/players/session/_end.html"

    @override
    def get_urls(self) -> list[URLPattern]:
        end = self.admin_site.admin_view(require_POST(self.end_view))
        return [path("<uuid:session_id>/end/", end, name="players_session_end"), *super().get_urls()]

    @override
    def has_change_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        """Nobody changes a session; who has the right to may end it."""
        return False

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Say whether this operator may end sessions."""
        return cast(Player, request.user).has_perm(MAY_END_SESSIONS)

    @override
    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["may_end_sessions"] = self.has_end_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def end_view(self, request: HttpRequest, session_id: UUID) -> HttpResponse:
        """End one session at once; one that had ended stays as it is."""
        if not self.has_end_permission(request):
            raise PermissionDenied
        session = get_object_or_404(Session, pk=session_id)
        if sessions.end_session(session.pk, Session.Ending.OPERATOR):
            messages.success(request, "The session is ended.")
        else:
            messages.warning(request, "The session had ended before.")
        return HttpResponseRedirect(self._way_back(request, session))

    def _way_back(self, request: HttpRequest, session: Session) -> str:
        if request.POST.get("back") == "player":
            return reverse("admin:players_player_change", args=[session.player_id])
        return reverse("admin:players_session_change", args=[session.pk])

    @admin.action(description="End the selected sessions", permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[Session]) -> None:
        """End them at once; those which had ended stay as they are."""
        ended = [sessions.end_session(row.pk, Session.Ending.OPERATOR) for row in chosen]
        self.message_user(request, f"{sum(ended)} of {len(ended)} sessions ended.")
