"""People and sessions in the admin: to be read; only rights, sessions and erasure can change."""

from typing import TYPE_CHECKING, Any, override

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from players import sessions
from players.models import Player, Session

if TYPE_CHECKING:
    PlayerRows = admin.ModelAdmin[Player]
    SessionRows = admin.ModelAdmin[Session]
else:  # Django's own class knows no type parameter
    PlayerRows = SessionRows = admin.ModelAdmin


class ReadMostly:
    """Mixed into an admin whose rows come into being and go only through the API."""

    def has_add_permission(self, _request: HttpRequest, *_args: Any) -> bool:
        """Nobody adds rows here."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        """Nobody deletes rows: logs name them for ever."""
        return False


_TO_READ = [
    "id",
    "name",
    "kind",
    "bot_level",
    "bot_version",
    "locale",
    "login",
    "created_at",
    "erased_at",
    "last_login",
]
_TO_CHANGE = ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]
_OF_SESSION = ["id", "player", "started_at", "expires_at", "ended_at", "ended_reason"]


@admin.register(Player)
class PlayerAdmin(ReadMostly, PlayerRows):
    """Players, found by name, login or id. Erasure: `manage.py erase_player`."""

    list_display = ["id", "name", "kind", "created_at", "erased_at", "is_active", "is_staff"]
    list_filter = ["kind", "is_staff", "is_active"]
    search_fields = ["=id", "name", "name_key", "login"]
    ordering = ["-id"]
    show_full_result_count = False
    fields = [*_TO_READ, *_TO_CHANGE]
    readonly_fields = _TO_READ
    filter_horizontal = ["groups", "user_permissions"]

    @override
    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save the rights of a player; who is locked out has no session from then on."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            sessions.end_sessions_of(obj, Session.Ending.OPERATOR)


@admin.register(Session)
class SessionAdmin(ReadMostly, SessionRows):
    """Sessions, without their tokens; ending them is the one thing to do."""

    list_display = [*_OF_SESSION]
    list_filter = ["ended_reason"]
    list_select_related = ["player"]
    search_fields = ["=id", "=player__id", "player__name_key"]
    ordering = ["-started_at"]
    show_full_result_count = False
    fields = [*_OF_SESSION]
    readonly_fields = _OF_SESSION
    actions = ["end"]

    @admin.action(description="End the selected sessions", permissions=["change"])
    def end(self, request: HttpRequest, chosen: QuerySet[Session]) -> None:
        """End them at once; those which had ended stay as they are."""
        ended = [sessions.end_session(row.pk, Session.Ending.OPERATOR) for row in chosen]
        self.message_user(request, f"{sum(ended)} of {len(ended)} sessions ended.")
