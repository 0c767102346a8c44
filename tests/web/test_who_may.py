"""Who may call what: every path of the API refuses strangers unless it is listed here."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

PUBLIC = {
    ("POST", "api/v1/auth/guest"),
    ("POST", "api/v1/auth/refresh"),
    ("GET", "api/v1/schema"),
    ("GET", "api/v1/docs"),
    # what is in the box is printed on it
    ("GET", "api/v1/editions"),
    ("GET", "api/v1/editions/<str:key>"),
    ("GET", "api/v1/themes"),
    ("GET", "api/v1/themes/<str:key>"),
    ("GET", "api/v1/editions/<str:key>/rules"),
}
EXAMPLES = {
    "id": "01a22a01-0533-723c-aba6-dd1456d89b79",
    "int": "1",
    "str": "x",
    "slug": "x",
}


def operations(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every method and route below `before`, as Django knows them."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from operations(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and hasattr(pattern.callback, "cls"):
            for method in pattern.callback.cls().allowed_methods:
                yield method, route


API = sorted(
    (method, route)
    for method, route in operations(get_resolver().url_patterns)
    if route.startswith("api/v1/") and method not in {"OPTIONS", "HEAD"}
)


def example(route: str) -> str:
    """A path that the route matches."""
    parts = route.split("<")
    filled = [parts[0]]
    for part in parts[1:]:
        variable, _, rest = part.partition(">")
        converter = variable.partition(":")[0] if ":" in variable else "str"
        filled.append(EXAMPLES.get(converter, "x") + rest)
    return "/" + "".join(filled)


def test_every_public_operation_exists() -> None:
    assert set(API) >= PUBLIC


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "route"), [each for each in API if each not in PUBLIC])
def test_a_stranger_is_asked_to_sign_in(api: APIClient, method: str, route: str) -> None:
    answer = api.generic(method, example(route), "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
