"""The tokens a client holds: signed access tokens and random refresh tokens. No database here."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

import jwt
from django.conf import settings
from django.utils.crypto import salted_hmac

from players import clock
from players.problems import Problem

ACCESS_LIFETIME = timedelta(minutes=10)

_ALGORITHM = "HS256"
_ISSUER = "taki"
_AUDIENCE = "taki-api"
_CLAIMS = ["iss", "aud", "sub", "sid", "exp", "iat"]


@dataclass(frozen=True, slots=True)
class AccessToken:
    """What a valid access token says: who speaks, and in which session."""

    player_id: UUID
    session_id: UUID


def issued(token: AccessToken) -> tuple[str, datetime]:
    """The signed form of `token`, and when it expires: `ACCESS_LIFETIME` from now."""
    now = clock.now()
    expires_at = now + ACCESS_LIFETIME
    claims = {
        "iss": _ISSUER,
        "aud": _AUDIENCE,
        "sub": str(token.player_id),
        "sid": str(token.session_id),
        "iat": int(now.timestamp()),
        "exp": int(expires_at.timestamp()),
    }
    return jwt.encode(claims, _key(settings.SECRET_KEY), algorithm=_ALGORITHM), expires_at


def verified(signed: str) -> AccessToken:
    """What `signed` says, without asking the database whether its session is still open.

    :raises Problem: `token_expired`, or `token_invalid` for anything that is no token of ours.
    """
    try:
        claims = jwt.decode(
            signed,
            _key(settings.SECRET_KEY),
            algorithms=[_ALGORITHM],
            issuer=_ISSUER,
            audience=_AUDIENCE,
            # Times are compared below, with the clock of this app.
            options={"require": _CLAIMS, "verify_exp": False, "verify_iat": False},
        )
        token = AccessToken(UUID(claims["sub"]), UUID(claims["sid"]))
    except (jwt.InvalidTokenError, ValueError) as error:
        raise Problem("token_invalid") from error
    if clock.now().timestamp() >= claims["exp"]:
        raise Problem("token_expired")
    return token


def new_refresh_token() -> str:
    """A refresh token: 256 random bits, as 43 characters that need no escaping."""
    return secrets.token_urlsafe(32)


def refresh_hash(token: str) -> bytes:
    """The only form of a refresh token that is ever stored: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()


@lru_cache(maxsize=1)
def _key(secret: str) -> bytes:
    # A key of its own, so that nothing else that Django signs can pass for a token.
    return salted_hmac("players.tokens", "access", secret=secret, algorithm="sha256").digest()
