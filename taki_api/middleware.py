"""What is true of every request: it has an id, leaves one line in the log, is answered safely."""

import re
import time
import uuid
from collections.abc import Callable

import structlog
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from prometheus_client import Counter, Histogram

from players.tokens import AccessToken
from problems.problem import Problem
from taki_api import exceptions

type View = Callable[[HttpRequest], HttpResponseBase]

requests = Counter("taki_requests", "Answered requests", ["method", "route", "status"])
request_seconds = Histogram(
    "taki_request_seconds",
    "From a request to its answer; one that waits for news is measured without the wait",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)

_log = structlog.get_logger("taki_api.request")
# Hexadecimal, as traces and UUIDs are: no token of ours is, so none can be smuggled into the log.
_SANE_ID = re.compile(r"[0-9a-fA-F-]{8,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_API_POLICY = "default-src 'none'; frame-ancestors 'none'"
# Pages of the admin and the docs bring all they need; both write styles into elements.
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# Alpine.js, which opens unfold's menus, compiles the expressions that stand in the pages' own attributes; its
# build that does not is no part of unfold. A script in a page or from elsewhere still does not run.
_ADMIN_POLICY = _PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'")


class RequestLog:
    """Gives each request an id, echoed as `X-Request-Id`, and writes one line about it.

    The line names the route, never the path, the query, a header or anything from a body.
    """

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request under its id."""
        began = time.perf_counter()
        given = request.headers.get("X-Request-Id", "")
        request_id = given if _SANE_ID.fullmatch(given) else uuid.uuid4().hex
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = self.get_response(request)
            response["X-Request-Id"] = request_id
            _tell(request, response.status_code, time.perf_counter() - began)
        return response

    def process_exception(self, _request: HttpRequest, error: Exception) -> None:
        """Tell of a bug, which Django then answers with `internal`; a page that is not there is none."""
        if not isinstance(error, Http404 | PermissionDenied | SuspiciousOperation):
            _log.error("bug", exc_info=error)


def guarded(get_response: View) -> View:
    """Add the headers that keep answers out of caches, frames and other sites' hands."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", _policy(request.path))
        if request.path.startswith("/api/"):
            response.headers.setdefault("Cache-Control", "private, no-store")
            patch_vary_headers(response, ["Authorization"])
        return response

    return answer


def _policy(path: str) -> str:
    if path.startswith("/admin/"):
        return _ADMIN_POLICY
    is_api = path.startswith("/api/") and not path.startswith("/api/v1/docs")
    return _API_POLICY if is_api else _PAGE_POLICY


def measured(get_response: View) -> View:
    """Refuse a body without a length: it would be taken for an empty one.

    The ASGI application measures such bodies itself before they come here.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            return exceptions.page(request, Problem("length_required"))
        return get_response(request)

    return answer


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    method = request.method if request.method in _METHODS else "other"
    route = _route(request)
    requests.labels(method, route, status).inc()
    request_seconds.labels(route).observe(seconds)
    _log.info(
        "request",
        method=method,
        route=route,
        status=status,
        ms=round(seconds * 1000, 2),
        **_speaker(request),
    )


def _route(request: HttpRequest) -> str:
    match = request.resolver_match
    return "unmatched" if match is None else f"/{match.route}"


def _speaker(request: HttpRequest) -> dict[str, str]:
    token = getattr(request, "auth", None)
    return {"player": str(token.player_id)} if isinstance(token, AccessToken) else {}
