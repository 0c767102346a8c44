"""What a person reads on a page of the admin: its tables and facts as text, without the markup."""

import re
from html.parser import HTMLParser
from typing import Any

_CSRF = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]*')
_ID = re.compile(rb"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class _Reader(HTMLParser):
    """Collects the text of cells, terms, facts and buttons; what stands in another belongs to both."""

    TOLD = ("th", "td", "dt", "dd", "button")

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.facts: dict[str, str] = {}
        self.buttons: list[str] = []
        self.links: list[str] = []
        self._open: list[list[str]] = []
        self._term = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag == "a":
            self.links.append(dict(attrs).get("href") or "")
        if tag in self.TOLD:
            self._open.append([])

    def handle_data(self, data: str) -> None:
        for texts in self._open:
            texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.handle_data(" " if tag in (*self.TOLD, "summary") else "")
        if tag in self.TOLD:
            self._tell(tag, " ".join("".join(self._open.pop()).split()))

    def _tell(self, tag: str, text: str) -> None:
        match tag:
            case "th" | "td":
                self.tables[-1][-1].append(text)
            case "dt":
                self._term = text
            case "dd":
                self.facts[self._term] = text
            case _:
                self.buttons.append(text)


def _read(response: Any) -> _Reader:
    reader = _Reader()
    reader.feed(response.content.decode())
    return reader


def table(response: Any, heading: str) -> list[list[str]]:
    """The rows, without the head, of the table whose first column is called so."""
    for head, *rows in _read(response).tables:
        if head[0] == heading:
            return rows
    raise LookupError(heading)


def transcript(response: Any) -> list[list[str]]:
    """The rows of the transcript: version, time, by whom, event."""
    return table(response, "Version")


def facts(response: Any) -> dict[str, str]:
    """What the page tells under which name."""
    return _read(response).facts


def buttons(response: Any) -> list[str]:
    """The buttons that look into a hand."""
    return [text for text in _read(response).buttons if text.startswith("Look")]


def links(response: Any) -> list[str]:
    """Where the page leads."""
    return _read(response).links


def reason(response: Any) -> str:
    """Why the page shows nothing."""
    found = re.search(r'<p class="errornote"[^>]*>(.*?)</p>', response.content.decode())
    assert found is not None
    return found[1]


def told(response: Any) -> bytes:
    """Every byte of the answer that is not a token made for this answer alone."""
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(response.headers.items()))
    # `X-Request-Id` and expiry times are of the request, not of the game.
    headers = re.sub(r"(?m)^(X-Request-Id|Expires): .*$", "", headers)
    status = str(response.status_code)
    return f"{status}\n{headers}\n".encode() + _CSRF.sub(rb"\1", response.content)


def lasting(response: Any) -> str:
    """The page without tokens and ids, in which any two letters may stand by chance."""
    page = _ID.sub(b"", _CSRF.sub(rb"\1", response.content))
    return page.decode()
