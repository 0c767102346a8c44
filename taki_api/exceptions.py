"""Every error becomes `application/problem+json` here, and nowhere else; a page of the admin one of words."""

from collections.abc import Iterator
from http import HTTPStatus
from math import ceil
from typing import Any

import msgspec
import psycopg
import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions as rest
from rest_framework.response import Response

from problems import catalog
from problems.languages import Addressed, Language, preferred
from problems.problem import RETRY_SECONDS, Problem
from taki_api import media

_log = structlog.get_logger("taki_api.exceptions")

# The database is there and says: not now. The same request may well succeed in a moment.
_BUSY = (
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an error in a view; None leaves a bug to Django, which answers 500."""
    told = _problem_of(error, context)
    if told is None:
        return None
    language = _language(context["request"], context["view"])
    answer = Response(_body(told, language), told.status, content_type=media.PROBLEM)
    _set_headers(answer, told, language)
    return answer


def page(request: HttpRequest, told: Problem) -> HttpResponse:
    """Return the answer `told` where no view of the API is at work; operators read it in a browser."""
    language = _language(request)
    body = _body(told, language)
    if request.path.startswith("/admin/"):
        # Without the request: after a bug nothing may be asked that could fail again.
        words = render_to_string("admin/problem.html", {"told": body, "language": language})
        answer = HttpResponse(words, status=told.status)
    else:
        answer = HttpResponse(msgspec.json.encode(body), status=told.status, content_type=media.PROBLEM)
    _set_headers(answer, told, language)
    return answer


# Django passes the exception to these three by name.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Django's `handler400`: a host that is not ours, a body that cannot be taken."""
    return page(request, Problem("bad_request"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Django's `handler403`."""
    return page(request, Problem("forbidden"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Django's `handler404`."""
    return page(request, Problem("not_found"))


@csrf_exempt  # else a POST to nowhere is told of a cookie that it cannot have
def nowhere(request: HttpRequest, _rest: str) -> HttpResponse:
    """The view of every path below `/api/` that leads nowhere, while debugging too."""
    return page(request, Problem("not_found"))


def internal(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`: a bug of ours. The request id leads to it in the log, nothing else."""
    return page(request, Problem("internal"))


def _problem_of(error: Exception, context: dict[str, Any]) -> Problem | None:
    match error:
        case Problem():
            return error
        case rest.ValidationError():
            return _invalid(error)
        case rest.ParseError():
            return Problem("malformed")
        case rest.NotAuthenticated():
            return Problem("not_signed_in")
        case rest.AuthenticationFailed():
            return Problem("token_invalid")
        case rest.PermissionDenied() | PermissionDenied():
            return Problem("forbidden")
        case rest.NotFound() | Http404():
            return Problem("not_found")
        case rest.MethodNotAllowed():
            return Problem("method_not_allowed", allowed=list(context["view"].allowed_methods))
        case rest.NotAcceptable():
            return Problem(
                "not_acceptable",
                allowed=[renderer.media_type for renderer in context["view"].renderer_classes],
            )
        case rest.UnsupportedMediaType():
            return Problem("unsupported_media_type", allowed=[media.JSONParser.media_type])
        case rest.Throttled():
            return Problem("too_many_requests", retry_after=ceil(getattr(error, "wait", None) or 1))
        case RequestDataTooBig():
            return Problem("body_too_large")
        case OperationalError() | InterfaceError():
            return _database_trouble(error)
        case _:
            return None


def _database_trouble(error: Exception) -> Problem:
    code = "busy" if isinstance(error.__cause__, _BUSY) else "unavailable"
    # The message may hold values of the row at work; the name of the error holds none.
    _log.warning("database", code=code, error=type(error.__cause__ or error).__qualname__)
    return Problem(code, retry_after=RETRY_SECONDS)


def _invalid(error: rest.ValidationError) -> Problem:
    path, detail = next(_details(error.detail))
    if not path and detail.code in {"invalid", "null"}:  # not even an object
        return Problem("malformed")
    return Problem("invalid", field=path or None, allowed=getattr(detail.code, "allowed", None))


def _details(detail: Any, path: str = "") -> Iterator[tuple[str, rest.ErrorDetail]]:
    """Return every error with the path of its value, first the first."""
    match detail:
        case dict():
            for name, inner in detail.items():
                yield from _details(inner, _joined(path, name))
        case list():
            for index, inner in enumerate(detail):
                # A list of errors speaks of one value, a list of objects of several.
                here = path if isinstance(inner, rest.ErrorDetail) else f"{path}[{index}]"
                yield from _details(inner, here)
        case _:
            yield path, detail


def _joined(path: str, name: object) -> str:
    match name:
        case "non_field_errors":
            return path
        case int():
            return f"{path}[{name}]"
        case _:
            return f"{path}.{name}" if path else str(name)


def _body(told: Problem, language: Language) -> dict[str, Any]:
    title, detail = catalog.told(told, language)
    body = {
        "type": f"urn:taki:problem:{told.code}",
        "title": title,
        "status": int(told.status),
        "detail": detail,
        "code": told.code,
    }
    extras = {name: getattr(told, name) for name in ("rule", "field", "allowed", "version", "next")}
    return body | {name: value for name, value in extras.items() if value is not None}


def _set_headers(answer: HttpResponse, told: Problem, language: Language) -> None:
    answer["Content-Language"] = language.value  # a header is a plain string
    patch_vary_headers(answer, ["Accept-Language"])
    if told.retry_after is not None:
        answer["Retry-After"] = str(told.retry_after)
    if told.status is HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"


def _language(request: HttpRequest, view: object = None) -> Language:
    named = view.language_named() if isinstance(view, Addressed) else None
    return named or preferred(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
