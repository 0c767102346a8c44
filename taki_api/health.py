"""Whether this process lives, and whether it can serve: for supervisors and load balancers."""

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games import moments
from games.standing import is_away
from taki_api import brokers


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process answers; it asks nobody else."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """Each part this server leans on; 503 when one is away that it cannot do without.

    It can do without the broker and the sweep: tasks are hints, and games go on while both are away.
    """
    parts = {"database": _database(), "migrations": "unknown", "broker": _broker(), "sweep": "unknown"}
    body: dict[str, object] = {"parts": parts}
    if parts["database"] == "ok":
        parts["migrations"] = _migrations()
    ready = parts["migrations"] == "ok"
    if ready:
        parts["sweep"], age = _sweep()
        body |= {"heartbeat_seconds": age} if parts["sweep"] != "ok" else {}
    return JsonResponse({"status": "ok" if ready else "unavailable", **body}, status=200 if ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        connection.close()
        return "unavailable"
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "missing" if missing else "ok"


def _sweep() -> tuple[str, int | None]:
    # How old the last heartbeat is, None where there has never been one.
    now, heartbeat_at = moments.moment()
    age = None if heartbeat_at is None else int((now - heartbeat_at).total_seconds())
    return ("away" if is_away(heartbeat_at, now) else "ok"), age


def _broker() -> str:
    try:
        with brokers.reached():
            return "ok"
    except brokers.AWAY:
        return "unavailable"
