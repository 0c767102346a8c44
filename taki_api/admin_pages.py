"""How every page of the admin presents itself: its name, style and icon; the settings of django-unfold."""

from typing import Any, Final

from django.http import HttpRequest
from django.templatetags.static import static

NAME: Final = "TAKI server"


def _style(_request: HttpRequest) -> str:
    return static("games/admin.css")


def _icon(_request: HttpRequest) -> str:
    return static("games/favicon.svg")


UNFOLD: Final[dict[str, Any]] = {
    "SITE_TITLE": NAME,
    "SITE_HEADER": NAME,
    "SITE_ICON": _icon,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "sizes": "any", "href": _icon}],
    "STYLES": [_style],
    # The admin's own history holds what it changed itself, and that is rights alone.
    "SHOW_VIEW_ON_SITE": False,
    "SHOW_BACK_BUTTON": False,
}
