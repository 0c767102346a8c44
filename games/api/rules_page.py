"""The rules as a page for browsers, which loads nothing and runs nothing."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from django.template.loader import render_to_string

from games.api.transcripts import PlainText
from games.rulebook.making import Rules
from games.rulebook.texts import texts
from games.rulebook.wording import as_text


class Page(PlainText):
    """Writes a page as it is."""

    media_type = "text/html"
    format = "html"


HTML: Final = f"{Page.media_type}; charset=utf-8"


def page(rules: Rules) -> str:
    """Return the rules as HTML."""
    return render_to_string(
        "games/rules.html",
        {
            "rules": rules,
            "title": as_text(rules.title, rules.language),
            "direction": texts(rules.language).direction,
        },
    )


def refusal_page(problem: Mapping[str, Any], language: str) -> str:
    """Return as HTML why somebody is shown no rules."""
    return render_to_string(
        "games/rules_refused.html",
        {"problem": problem, "language": language, "direction": texts(language).direction},
    )


def policy() -> str:
    """Return what a browser may do with the page: apply the one style that is in it."""
    style = b64encode(sha256(render_to_string("games/rules.css").encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; frame-ancestors 'none'"
