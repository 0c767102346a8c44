"""Who speaks: the bearer token of a request, read without a query."""

from dataclasses import dataclass
from typing import Final, override
from uuid import UUID

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from players import tokens
from players.tokens import AccessToken
from problems.problem import Problem


@dataclass(frozen=True, slots=True)
class TokenPlayer:
    """The player whom a valid token names, known by nothing but the id."""

    id: UUID
    is_authenticated: Final = True
    is_anonymous: Final = False
    is_active: Final = True

    @property
    def pk(self) -> UUID:
        """The same id, by the name that Django uses."""
        return self.id


def token_in(header: bytes) -> AccessToken | None:
    """Return what an `Authorization` header says of its sender; None where it is no bearer's.

    :raises Problem: `token_expired`, or `token_invalid` for a token that is not ours.
    """
    scheme, _, signed = header.partition(b" ")
    if scheme.lower() != b"bearer":
        return None
    try:
        return tokens.verified(signed.strip().decode("ascii"))
    except UnicodeDecodeError as error:
        raise Problem("token_invalid") from error


class BearerAuthentication(BaseAuthentication):
    """Reads `Authorization: Bearer <access token>`; whether the session lives is asked later."""

    @override
    def authenticate(self, request: Request) -> tuple[TokenPlayer, AccessToken] | None:
        """Return the speaker, or None without such a header.

        :raises Problem: `token_expired`, or `token_invalid` for a token that is not ours.
        """
        token = token_in(get_authorization_header(request))
        return None if token is None else (TokenPlayer(token.player_id), token)

    @override
    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 names as the way to sign in."""
        return "Bearer"
