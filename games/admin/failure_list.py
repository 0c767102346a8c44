"""The admin list of tasks that failed for good: nobody adds, changes or removes any."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html_join

from games.admin.lists import BoundedPaginator, time_shown
from games.admin.reading import ReadOnly
from games.models import FailedTask
from players.admin.rows import Rows


@admin.register(FailedTask)
class FailedTaskAdmin(ReadOnly, Rows[FailedTask]):
    """Which tasks failed, how often, and where in the code."""

    list_display = ["last", "times", "task", "queue", "ids", "error", "place", "first"]
    list_display_links = None
    ordering = ["-last_at"]
    sortable_by = ()
    search_fields = ["task"]
    search_help_text = "The name of a task or of an error."
    list_before_template = "admin/search_help.html"
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    actions = None
    paginator = BoundedPaginator

    def get_urls(self) -> list[URLPattern]:
        """Return the list alone: a failure has no page of its own."""
        return [
            path("", self.admin_site.admin_view(self.changelist_view), name="games_failedtask_changelist")
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Return the list under a title of its own."""
        return super().changelist_view(request, {"title": "Failed tasks", **(extra_context or {})})

    def lookup_allowed(self, _lookup: str, _value: str, _request: HttpRequest | None = None) -> bool:
        """Nothing is filtered by parameters."""
        return False

    def get_search_results(
        self, _request: HttpRequest, failed: QuerySet[FailedTask], term: str
    ) -> tuple[QuerySet[FailedTask], bool]:
        """Return the failures of a task or by an error of this name, and that none comes twice."""
        term = term.strip().replace("\x00", "")
        return (failed.filter(task=term) | failed.filter(error=term) if term else failed), False

    @admin.display(description="last (UTC)")
    def last(self, row: FailedTask) -> str:
        """When it failed last."""
        return time_shown(row.last_at)

    @admin.display(description="first (UTC)")
    def first(self, row: FailedTask) -> str:
        """When it failed first."""
        return time_shown(row.first_at)

    @admin.display(description="with")
    def ids(self, row: FailedTask) -> str:
        """Return the ids that it was given."""
        return ", ".join(f"{name} {value}" for name, value in row.arguments.items()) or "-"

    @admin.display(description="where")
    def place(self, row: FailedTask) -> Any:
        """Return the last places in the code that the error came through, the nearest first."""
        return (
            format_html_join("\n", "<div>{}</div>", ((frame,) for frame in reversed(row.frames[-5:]))) or "-"
        )
