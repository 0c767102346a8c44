"""How the OpenAPI document describes this app's way of signing in."""

from typing import Any, override

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of `BearerAuthentication`."""

    target_class = "players.authentication.BearerAuthentication"
    name = "bearer"

    @override
    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme as OpenAPI has it."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
