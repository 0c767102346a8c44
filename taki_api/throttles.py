"""How often one address may ask for what costs the server most; rates are in settings."""

from typing import TYPE_CHECKING, override

import structlog
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

if TYPE_CHECKING:  # these views name this module as a default: it cannot name them in turn
    from rest_framework.views import APIView

_log = structlog.get_logger("taki_api.throttles")


class AddressThrottle(ScopedRateThrottle):
    """Counts the requests of an address to views that name a `throttle_scope`.

    Without the cache nobody is refused: signing in matters more than counting.
    """

    @override
    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Say whether the address has asked seldom enough."""
        try:
            return super().allow_request(request, view)
        except RedisError as error:
            _log.warning("no_cache", error=type(error).__qualname__)
            return True

    @override
    def get_cache_key(self, request: Request, view: "APIView") -> str | None:
        """Return the counter of this address, whoever is signed in behind it."""
        return f"throttle:{self.scope}:{self.get_ident(request)}"
