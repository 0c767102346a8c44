"""Run as a process: prints how a server in production answers; the argument is its static files."""

import json
import sys
from typing import Any

from django.conf import settings

settings.STATIC_ROOT = sys.argv[1]

from django.contrib.staticfiles.storage import staticfiles_storage  # noqa: E402
from django.http.request import validate_host  # noqa: E402
from django.test import Client, RequestFactory  # noqa: E402
from rest_framework.request import Request  # noqa: E402

import taki_api.wsgi  # noqa: E402, F401  # it serves, so it has what serving needs
from taki_api.throttles import AddressThrottle  # noqa: E402

PAGES = ("/api/v1/editions", "/api/v1/nowhere", "/api/v1/docs", "/admin/login/", "/nowhere", "/healthz")
NAMES = ("taki.example", "localhost", "127.0.0.1", "[::1]", "evil.example")
PROXIED = {"x-forwarded-proto": "https", "x-forwarded-for": "6.6.6.6, 192.0.2.7"}


def told(answer: Any) -> dict[str, Any]:
    headers = {name.lower(): value for name, value in answer.headers.items()}
    cookies = {name: morsel.OutputString() for name, morsel in answer.cookies.items()}
    return {"status": answer.status_code, "headers": headers, "cookies": cookies}


def client(**options: Any) -> Client:
    return Client(headers={"host": "localhost"}, **options)


def form(origin: str) -> int:
    """The answer to an empty sign-in form that was sent from a page of `origin`."""
    browser = client(enforce_csrf_checks=True)
    token = browser.get("/admin/login/", secure=True).cookies["csrftoken"].value
    sent = {"csrfmiddlewaretoken": token}
    answer = browser.post("/admin/login/", sent, secure=True, headers={"origin": origin})
    return answer.status_code


style = staticfiles_storage.url("admin/css/base.css")
facts = {
    "pages": {path: told(client().get(path, secure=True)) for path in PAGES},
    "plain": {path: told(client().get(path)) for path in ("/api/v1/docs", "/healthz")},
    "proxied": told(client().get("/api/v1/docs", headers=PROXIED)),
    "address": AddressThrottle().get_ident(Request(RequestFactory().get("/", headers=PROXIED))),
    "hosts": [name for name in NAMES if validate_host(name, settings.ALLOWED_HOSTS)],
    "forms": {origin: form(origin) for origin in ("https://localhost", "https://table.example")},
    "session": [settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY],
    "style": {"address": style, **told(client().get(style, secure=True))},
}
print(json.dumps(facts))
