"""What admins of rows have in common that the admin itself hardly writes; no model is named here."""

from typing import TYPE_CHECKING, Any, override

import unfold.admin
from django.contrib import admin
from django.contrib.admin.options import ActionLocation
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:

    class Rows[M: Model](admin.ModelAdmin[M]):
        """As below, for the type checker."""

else:

    class Rows(unfold.admin.ModelAdmin):
        """An admin that unfold draws; `Rows[Player]` is the same to Django."""

        def __class_getitem__(cls, _model: type[Model]) -> type["Rows"]:
            return cls

        @override
        def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
            """Say whether a list may be filtered so; by a NUL, which no column can hold, PostgreSQL fails."""
            return "\x00" not in str(value) and super().lookup_allowed(lookup, value, request)

        @override
        def get_action_choices(
            self,
            request: HttpRequest,
            default_choices: Any = None,
            action_location: ActionLocation = ActionLocation.CHANGE_LIST,
        ) -> Any:
            """Return what Django offers; unfold's own form of this is deprecated by Django."""
            nothing = [("", "Select action")]
            return admin.ModelAdmin.get_action_choices(self, request, nothing, action_location)


class ReadMostly:
    """Mixed into an admin whose rows come into being and go only through the API."""

    def has_add_permission(self, _request: HttpRequest, *_args: Any) -> bool:
        """Nobody adds rows here."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _row: Any = None) -> bool:
        """Nobody deletes rows: logs name them for ever."""
        return False
