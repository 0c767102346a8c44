"""Access tokens: what they say, and every way of not being one."""

from datetime import timedelta
from uuid import UUID

import jwt
import pytest
from django.conf import settings

from players import tokens
from players.tokens import AccessToken
from problems.problem import Problem
from tests.conftest import NOON, FixedClock

TOKEN = AccessToken(
    UUID("01a22a01-0533-723c-aba6-dd1456d89b79"), UUID("a49fa1b7-305d-471b-a584-837357ec0df0")
)
CLAIMS = {
    "iss": "taki",
    "aud": "taki-api",
    "sub": str(TOKEN.player_id),
    "sid": str(TOKEN.session_id),
    "iat": int(NOON.timestamp()),
    "exp": int(NOON.timestamp()) + 600,
}


def signed(**changes: object) -> str:
    claims = {name: value for name, value in (CLAIMS | changes).items() if value is not None}
    return jwt.encode(claims, tokens._key(settings.SECRET_KEY), algorithm="HS256")


def test_a_token_says_what_was_signed_for_ten_minutes(clock: FixedClock) -> None:
    access, expires_at = tokens.issued(TOKEN)
    assert expires_at == NOON + timedelta(minutes=10)
    clock.advance(minutes=9, seconds=59)
    assert tokens.verified(access) == TOKEN
    clock.advance(seconds=1)
    with pytest.raises(Problem) as refusal:
        tokens.verified(access)
    assert (refusal.value.code, refusal.value.status) == ("token_expired", 401)


@pytest.mark.parametrize(
    "token",
    [
        pytest.param("", id="nothing"),
        pytest.param("abc", id="no token"),
        pytest.param("a.b.c", id="no base64"),
        pytest.param(signed(iss="other"), id="other issuer"),
        pytest.param(signed(aud="other"), id="other audience"),
        pytest.param(signed(sub="7"), id="subject is no id"),
        pytest.param(signed(sid="7"), id="session is no id"),
        *(pytest.param(signed(**{claim: None}), id=f"without {claim}") for claim in CLAIMS),
        pytest.param(jwt.encode(CLAIMS, "x" * 32, algorithm="HS256"), id="other key"),
        pytest.param(jwt.encode(CLAIMS, settings.SECRET_KEY, algorithm="HS256"), id="plain key"),
        pytest.param(jwt.encode(CLAIMS, None, algorithm="none"), id="unsigned"),
    ],
)
def test_anything_else_is_no_token(token: str) -> None:
    with pytest.raises(Problem) as refusal:
        tokens.verified(token)
    assert (refusal.value.code, refusal.value.status) == ("token_invalid", 401)


def test_a_token_that_was_read_before_ends_with_the_secret_that_signed_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    access, _ = tokens.issued(TOKEN)
    assert tokens.verified(access) == TOKEN
    monkeypatch.setattr(settings, "SECRET_KEY", "another, and as long as the first has to be")
    with pytest.raises(Problem, match="token_invalid"):
        tokens.verified(access)
    assert tokens.verified(tokens.issued(TOKEN)[0]) == TOKEN


def test_of_a_token_that_was_refused_nothing_is_kept() -> None:
    access, _ = tokens.issued(TOKEN)
    tokens.verified(access)
    kept = tokens._read.cache_info().currsize
    for forged in (jwt.encode(CLAIMS, "x" * 32, algorithm="HS256"), signed(sub="7")):
        with pytest.raises(Problem, match="token_invalid"):
            tokens.verified(forged)
    assert tokens._read.cache_info().currsize == kept


def test_a_refresh_token_is_256_random_bits_and_only_its_hash_is_like_it() -> None:
    first, second = tokens.new_refresh_token(), tokens.new_refresh_token()
    assert first != second
    assert len(first) == 43
    assert len(tokens.refresh_hash(first)) == 32
