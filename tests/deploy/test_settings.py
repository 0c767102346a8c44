"""The production set-up as a browser meets it: hosts, proxies, headers, cookies, forms, static files."""

from pathlib import Path
from typing import Any

import pytest

from tests.deploy.production import KEY, found

API = "default-src 'none'; frame-ancestors 'none'"
PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

# Alpine.js compiles what stands in the attributes of unfold's pages.
ADMIN = PAGE.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'")


@pytest.fixture(scope="module")
def alone(static: Path) -> Any:
    """A server that nothing stands in front of, and for which little was set."""
    return found("looking.py", str(static), TAKI_SECRET_KEY=KEY)


@pytest.fixture(scope="module")
def behind_a_proxy(static: Path) -> Any:
    """A server that was told of its proxy and of the names that the proxy answers to."""
    return found(
        "looking.py",
        str(static),
        TAKI_SECRET_KEY=KEY,
        TAKI_PROXIES="1",
        TAKI_ALLOWED_HOSTS="taki.example",
        TAKI_CSRF_ORIGINS="https://table.example",
    )


def test_plain_http_is_sent_to_https_but_for_health_checks(alone: Any) -> None:
    docs, health = alone["plain"].values()
    assert (docs["status"], docs["headers"]["location"]) == (301, "https://localhost/api/v1/docs")
    assert health["status"] == 200


def test_only_a_proxy_of_ours_says_how_the_client_came(alone: Any, behind_a_proxy: Any) -> None:
    assert alone["proxied"]["status"] == 301
    assert behind_a_proxy["proxied"]["status"] == 200


def test_only_a_proxy_of_ours_says_from_where(alone: Any, behind_a_proxy: Any) -> None:
    assert alone["address"] == "127.0.0.1"
    # What stands before the proxy's own entry anybody may have written.
    assert behind_a_proxy["address"] == "192.0.2.7"


def test_every_page_says_what_it_may_load(alone: Any) -> None:
    policy = {path: answer["headers"]["content-security-policy"] for path, answer in alone["pages"].items()}
    assert policy == {
        "/api/v1/editions": API,
        "/api/v1/nowhere": API,
        "/api/v1/docs": PAGE,
        "/admin/login/": ADMIN,
        "/nowhere": PAGE,
        "/healthz": PAGE,
    }


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("strict-transport-security", "max-age=31536000; includeSubDomains; preload"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ],
)
def test_every_page_is_closed_to_other_sites(alone: Any, header: str, value: str) -> None:
    assert {answer["headers"][header] for answer in alone["pages"].values()} == {value}


def test_cookies_travel_encrypted_only(alone: Any) -> None:
    cookies = alone["pages"]["/admin/login/"]["cookies"]
    assert list(cookies) == ["csrftoken"]
    assert cookies["csrftoken"].endswith("; Path=/; SameSite=Lax; Secure")
    assert alone["session"] == [True, True]


def test_a_server_answers_to_its_names_and_to_its_own_machine(alone: Any, behind_a_proxy: Any) -> None:
    assert alone["hosts"] == ["localhost", "127.0.0.1", "[::1]"]
    assert behind_a_proxy["hosts"] == ["taki.example", "localhost", "127.0.0.1", "[::1]"]


def test_forms_come_from_here_or_from_where_the_operator_said(alone: Any, behind_a_proxy: Any) -> None:
    assert alone["forms"] == {"https://localhost": 200, "https://table.example": 403}
    assert behind_a_proxy["forms"] == {"https://localhost": 200, "https://table.example": 200}


def test_static_files_are_named_by_their_contents_and_kept_for_ever(alone: Any, static: Path) -> None:
    style = alone["style"]
    assert style["address"] != "/static/admin/css/base.css"
    assert style["status"] == 200
    assert style["headers"]["cache-control"] == "max-age=315360000, public, immutable"
    assert not (static / "admin/css/base.css").exists()
