"""Whether this process lives, and whether it can serve: for supervisors and load balancers."""

from datetime import timedelta
from typing import Final

from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games import bot_calls, moments, standing
from games.standing import is_away
from taki_api import brokers

# By the name of the heartbeat: how its age is called when it is away, and after how long it is.
_WORKERS: Final = {
    moments.SWEEP: ("heartbeat_seconds", standing.HEARTBEAT_LASTS),
    moments.BOTS: ("bots_heartbeat_seconds", bot_calls.HEARTBEAT_LASTS),
}


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process answers; it asks nobody else."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """Each part this server leans on; 503 when one is away that it cannot do without.

    It can do without the broker and its workers: tasks are hints, and people's games go on without them.
    """
    parts = {"database": _database(), "migrations": "unknown", "broker": _broker()}
    parts |= dict.fromkeys(_WORKERS, "unknown")
    body: dict[str, object] = {"parts": parts}
    if parts["database"] == "ok":
        parts["migrations"] = _migrations()
    ready = parts["migrations"] == "ok"
    if ready:
        for part, (seconds, lasts) in _WORKERS.items():
            parts[part], age = _worker(part, lasts)
            body |= {seconds: age} if parts[part] != "ok" else {}
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


def _worker(name: str, lasts: timedelta) -> tuple[str, int | None]:
    # How old the last heartbeat is, None where there has never been one.
    now, heartbeat_at = moments.moment(of=name)
    age = None if heartbeat_at is None else int((now - heartbeat_at).total_seconds())
    return ("away" if is_away(heartbeat_at, now, lasts=lasts) else "ok"), age


def _broker() -> str:
    return brokers.answer(lambda _broker: "ok") or "unavailable"
