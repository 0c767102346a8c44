"""Refusals as the API tells them: their codes, each with its status; the texts are elsewhere."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType

from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import APIException

_status_of: dict[str, int] = {}


def declare(status: HTTPStatus, *codes: str) -> None:
    """Make codes known, which are answered with `status`; each app declares its own as it loads.

    A test demands a text in every language for each code that is known.

    :raises ValueError: for a code that is known with another status.
    """
    for code in codes:
        if _status_of.setdefault(code, status) != status:
            raise ValueError(f"{code} is known with status {_status_of[code]}, not {status}")


def known() -> Mapping[str, int]:
    """Every declared code with its status, as far as the apps are loaded."""
    return MappingProxyType(_status_of)


class Problem(APIException):
    """A refusal, told to the one who asked and to nobody else.

    `code` names it for programs. `field` is the path of the value that is to blame, as in
    `moves[0].card`, `allowed` what would have been accepted there, `rule` the number of the rule of
    the game, `version` the game's present version, `retry_after` a number of seconds.

    :raises KeyError: for a code that nobody declared, unless `status` says what to answer.
    """

    def __init__(
        self,
        code: str,
        *,
        status: int | None = None,
        field: str | None = None,
        allowed: object = None,
        rule: str | None = None,
        version: int | None = None,
        retry_after: int | None = None,
    ) -> None:
        self.code = code
        self.status_code = int(_status_of[code] if status is None else status)
        self.field = field
        self.allowed = allowed
        self.rule = rule
        self.version = version
        self.retry_after = retry_after
        super().__init__(detail=code, code=code)


class SessionEnded(Problem):
    """The session that the token names is over: signed out, expired, misused or erased."""

    def __init__(self) -> None:
        super().__init__("session_ended")


def refusals(*codes: str) -> dict[int, OpenApiResponse]:
    """The entries of an operation's `responses` for these codes, one a status.

    What every operation may answer (such as `malformed`) is added to the document elsewhere.
    """
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(int(_status_of[code]), []).append(code)
    return {
        status: OpenApiResponse(description="Refused: " + ", ".join(f"`{c}`" for c in these) + ".")
        for status, these in by_status.items()
    }


declare(HTTPStatus.BAD_REQUEST, "malformed", "invalid", "bad_request")
declare(
    HTTPStatus.BAD_REQUEST,
    "name_empty",
    "name_too_long",
    "name_characters",
    "name_marks",
    "name_mixed_scripts",
)
declare(HTTPStatus.UNAUTHORIZED, "not_signed_in", "token_invalid", "token_expired", "session_ended")
declare(HTTPStatus.FORBIDDEN, "forbidden")
declare(HTTPStatus.NOT_FOUND, "not_found")
declare(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed")
declare(HTTPStatus.NOT_ACCEPTABLE, "not_acceptable")
declare(HTTPStatus.CONFLICT, "already_rotated")
declare(HTTPStatus.LENGTH_REQUIRED, "length_required")
declare(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large")
declare(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type")
declare(HTTPStatus.TOO_MANY_REQUESTS, "too_many_requests")
declare(HTTPStatus.INTERNAL_SERVER_ERROR, "internal")
declare(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", "busy")
