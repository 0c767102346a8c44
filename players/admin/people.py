"""Players in the admin, with their sessions and ways to what other apps know of them; groups of rights."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, override
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from players import sessions
from players.admin.rows import ReadMostly, Rows
from players.models import Player, Session

SESSIONS_SHOWN: Final = 20
MAY_SEE_SESSIONS: Final = ("players.view_session", "players.change_session")
MAY_END_SESSIONS: Final = "players.change_session"

_TO_READ = [
    "id",
    "name",
    "kind",
    "bot_level",
    "bot_version",
    "bot_ordinal",
    "locale",
    "login",
    "created_at",
    "erased_at",
    "last_login",
]
_TO_CHANGE = ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]


class Link(NamedTuple):
    """A way from a player's page to another."""

    title: str
    url: str


type Linking = Callable[[Player, Player], Link | None]

_linkings: list[Linking] = []


def link_from_players(linking: Linking) -> None:
    """Have each player's page show the link that `linking(player, operator)` makes, if it makes one.

    Apps that know players call this as their admin loads: this one knows none of them.
    """
    _linkings.append(linking)


@admin.register(Player)
class PlayerAdmin(ReadMostly, Rows[Player]):
    """Players, found by name, login or id. Erasure: `manage.py erase_player`."""

    list_display = ["id", "name", "kind", "created_at", "erased_at", "is_active", "is_staff"]
    list_filter = ["kind", "is_staff", "is_active"]
    search_fields = ["=id", "name", "name_key", "login"]
    search_help_text = "The id of a player, or a part of a name or a login. All times are UTC."
    list_before_template = "admin/search_help.html"
    ordering = ["-id"]
    show_full_result_count = False
    fields = [*_TO_READ, *_TO_CHANGE]
    readonly_fields = _TO_READ
    filter_horizontal = ["groups", "user_permissions"]
    change_form_outer_before_template = "admin/players/player/_links.html"
    change_form_outer_after_template = "admin/players/player/_sessions.html"

    @override
    def get_urls(self) -> list[URLPattern]:
        end = self.admin_site.admin_view(require_POST(self.end_sessions_view))
        return [
            path("<uuid:player_id>/end-sessions/", end, name="players_player_end_sessions"),
            *super().get_urls(),
        ]

    @override
    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Nobody changes a bot, by which an operator could come into being that is no person."""
        is_bot = obj is not None and obj.kind == Player.Kind.BOT
        return not is_bot and super().has_change_permission(request, obj)

    @override
    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save the rights of a player; who is locked out has no session from then on."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            sessions.end_sessions_of(obj, Session.Ending.OPERATOR)

    @override
    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Player | None = None,
    ) -> HttpResponse:
        operator = cast(Player, request.user)
        if obj is not None:
            links = [linking(obj, operator) for linking in _linkings]
            context["links"] = [link for link in links if link is not None]
            if any(operator.has_perm(right) for right in MAY_SEE_SESSIONS):
                context["sessions"] = obj.sessions.order_by("-started_at")[:SESSIONS_SHOWN]
            context["may_end_sessions"] = operator.has_perm(MAY_END_SESSIONS)
        return super().render_change_form(request, context, add, change, form_url, obj)

    def end_sessions_view(self, request: HttpRequest, player_id: UUID) -> HttpResponse:
        """End every session of a player at once."""
        if not cast(Player, request.user).has_perm(MAY_END_SESSIONS):
            raise PermissionDenied
        player = get_object_or_404(Player, pk=player_id)
        sessions.end_sessions_of(player, Session.Ending.OPERATOR)
        messages.success(request, "All sessions of this player are ended.")
        return HttpResponseRedirect(reverse("admin:players_player_change", args=[player_id]))


admin.site.unregister(Group)

if TYPE_CHECKING:
    _Groups = PlainGroupAdmin
else:

    class _Groups(PlainGroupAdmin, Rows):
        """Both: how Django edits groups, and how unfold draws them."""


@admin.register(Group)
class GroupAdmin(_Groups):
    """Groups of rights, as Django edits them."""
