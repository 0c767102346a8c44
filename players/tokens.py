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
from problems.problem import Problem

ACCESS_LIFETIME = timedelta(minutes=10)

_ALGORITHM = "HS256"
_ISSUER = "taki"
_AUDIENCE = "taki-api"
# Less than a kilobyte each.
_TOKENS_KEPT = 10_000
_CLAIMS = ["iss", "aud", "sub", "sid", "exp", "iat"]


@dataclass(frozen=True, slots=True)
class AccessToken:
    """What a valid access token says: who speaks, and in which session."""

    player_id: UUID
    session_id: UUID


def issued(token: AccessToken) -> tuple[str, datetime]:
    """Return the signed form of `token`, and when it expires: `ACCESS_LIFETIME` from now."""
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
    """Return what `signed` says, without asking the database whether its session is still open.

    :raises Problem: `token_expired`, or `token_invalid` for anything that is no token of ours.
    """
    try:
        token, expires_at = _read(signed, settings.SECRET_KEY)
    except (jwt.InvalidTokenError, ValueError) as error:
        raise Problem("token_invalid") from error
    if clock.now().timestamp() >= expires_at:
        raise Problem("token_expired")
    return token


def new_refresh_token() -> str:
    """Return a refresh token: 256 random bits, as 43 characters that need no escaping."""
    return secrets.token_urlsafe(32)


def refresh_hash(token: str) -> bytes:
    """Return the only form of a refresh token that is ever stored: its SHA-256."""
    return hashlib.sha256(token.encode()).digest()


# A client sends the same token for minutes, and only what was signed with this secret is ever kept: an error
# is not. The time is no part of it; whoever asks compares it, with the clock of this app.
@lru_cache(maxsize=_TOKENS_KEPT)
def _read(signed: str, secret: str) -> tuple[AccessToken, float]:
    claims = jwt.decode(
        signed,
        _key(secret),
        algorithms=[_ALGORITHM],
        issuer=_ISSUER,
        audience=_AUDIENCE,
        options={"require": _CLAIMS, "verify_exp": False, "verify_iat": False},
    )
    return AccessToken(UUID(claims["sub"]), UUID(claims["sid"])), claims["exp"]


@lru_cache(maxsize=1)
def _key(secret: str) -> bytes:
    # A key of its own, so that nothing else that Django signs can pass for a token.
    return salted_hmac("players.tokens", "access", secret=secret, algorithm="sha256").digest()
