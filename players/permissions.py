"""Who may call a view: with a valid token, or with one whose session is still open."""

from typing import TYPE_CHECKING, override

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from players import sessions
from players.problems import SessionEnded
from players.tokens import AccessToken
from problems.problem import Problem

if TYPE_CHECKING:  # these views name this module as a default: it cannot name them in turn
    from rest_framework.views import APIView


def token_of(request: Request) -> AccessToken:
    """Return the access token of the request.

    :raises Problem: `not_signed_in` without one.
    """
    if isinstance(request.auth, AccessToken):
        return request.auth
    raise Problem("not_signed_in")


class HasToken(BasePermission):
    """A valid token is enough here: the view's own statement asks whether the session is open.

    For views that join `sessions.live_sessions()` to a query that they need anyway, and for those of other
    apps that ask the same in SQL of their own; they tell `session_ended`.
    """

    @override
    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Always True.

        :raises Problem: `not_signed_in` without a token.
        """
        token_of(request)
        return True


class SignedIn(BasePermission):
    """A valid token of an open session; costs one query."""

    @override
    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Always True.

        :raises Problem: `not_signed_in` without a token, `session_ended` when its session is over.
        """
        if not sessions.is_live(token_of(request).session_id):
            raise SessionEnded
        return True
