"""What can be refused: the codes, each with its status, and the exception that carries one; no texts."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

# So long whoever is told `busy` or `unavailable` should wait.
RETRY_SECONDS: Final = 1

# What any operation may answer, whatever it is about.
_status_of: dict[str, HTTPStatus] = {
    "malformed": HTTPStatus.BAD_REQUEST,
    "invalid": HTTPStatus.BAD_REQUEST,
    "given_twice": HTTPStatus.BAD_REQUEST,
    "bad_request": HTTPStatus.BAD_REQUEST,
    "forbidden": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not_acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "length_required": HTTPStatus.LENGTH_REQUIRED,
    "body_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "unsupported_media_type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "too_many_requests": HTTPStatus.TOO_MANY_REQUESTS,
    "internal": HTTPStatus.INTERNAL_SERVER_ERROR,
    "unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
}


def declare(statuses: Mapping[str, HTTPStatus]) -> None:
    """Make codes known with the statuses that answer them; each app does so in `AppConfig.ready`.

    A test demands a text in every language for each code that is known.

    :raises ValueError: for a code that is known with another status.
    """
    for code, status in statuses.items():
        if _status_of.setdefault(code, status) is not status:
            raise ValueError(f"{code} is known with status {_status_of[code]:d}, not {status:d}")


def known() -> Mapping[str, HTTPStatus]:
    """Return every declared code with its status."""
    return MappingProxyType(_status_of)


class Problem(Exception):
    """A refusal, told to the one who asked and to nobody else.

    `code` names it for programs. `field` is the path of the value that is to blame, as in
    `moves[0].card`, `allowed` what would have been accepted there (values, or a range as
    `{"min": 5, "max": 60, "also": [0]}`, `also` only where there is more), `rule` the number of the rule of
    the game, `version` the game's present version, `next` the id of the game that goes on from it,
    `retry_after` a number of seconds.

    :raises KeyError: for a code that nobody declared, unless `status` says what to answer.
    """

    def __init__(
        self,
        code: str,
        *,
        status: HTTPStatus | None = None,
        field: str | None = None,
        allowed: object = None,
        rule: str | None = None,
        version: int | None = None,
        next_: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        self.code = code
        self.status = _status_of[code] if status is None else status
        self.field = field
        self.allowed = allowed
        self.rule = rule
        self.version = version
        self.next = next_
        self.retry_after = retry_after
        super().__init__(code)
