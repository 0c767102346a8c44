"""How often one address may sign in."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from players.models import Player
from taki_api.throttles import AddressThrottle

pytestmark = pytest.mark.django_db

LOCAL_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
AWAY = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": "unix:///nowhere/valkey.sock",
    "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
}


@pytest.fixture(autouse=True)
def _two_a_minute(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.CACHES = {"default": LOCAL_MEMORY | {"LOCATION": "throttles"}}
    monkeypatch.setattr(AddressThrottle, "THROTTLE_RATES", {"guest": "2/min", "auth": None})
    monkeypatch.setattr(AddressThrottle, "timer", staticmethod(lambda: 1000.0))


def sign_in(api: APIClient, address: str, **headers: str) -> Any:
    return api.post("/api/v1/auth/guest", {"name": "Noa"}, REMOTE_ADDR=address, headers=headers or None)


def test_an_address_is_stopped_and_told_for_how_long(api: APIClient) -> None:
    assert [sign_in(api, "192.0.2.1").status_code for _ in range(3)] == [201, 201, 429]
    answer = sign_in(api, "192.0.2.1")
    assert answer.json()["code"] == "too_many_requests"
    assert answer["Retry-After"] == "60"
    assert Player.objects.count() == 2
    assert sign_in(api, "192.0.2.2").status_code == 201


def test_an_address_cannot_be_made_up(api: APIClient) -> None:
    made_up = [{"X-Forwarded-For": f"198.51.100.{host}"} for host in range(3)]
    answers = [sign_in(api, "192.0.2.3", **headers).status_code for headers in made_up]
    assert answers == [201, 201, 429]


def test_nobody_is_stopped_while_the_cache_is_away(api: APIClient, settings: Any) -> None:
    settings.CACHES = {"default": AWAY}
    assert [sign_in(api, "192.0.2.4").status_code for _ in range(3)] == [201, 201, 201]


def test_a_scope_without_a_rate_has_no_limit(api: APIClient) -> None:
    for _ in range(3):
        answer = api.post("/api/v1/auth/refresh", {"refresh": "x"}, REMOTE_ADDR="192.0.2.5")
        assert answer.status_code == 401
