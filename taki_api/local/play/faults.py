"""What the client says when the server broke a promise: one block that a person can read; judges nothing."""

import json
import re
from collections.abc import Sequence
from typing import Any

MOST_BODY_SIGNS = 4000
_SECRETS = re.compile(r'("(?:access|refresh)"\s*:\s*")[^"]*"')


class Fault(Exception):
    """The server broke a promise; `facts` are labels and texts, told in their order."""

    def __init__(self, headline: str, facts: Sequence[tuple[str, object]] = ()) -> None:
        super().__init__(headline)
        self.headline = headline
        self.facts = list(facts)

    def block(self) -> str:
        """The whole story: the headline, then a line for each fact."""
        width = max((len(label) for label, _ in self.facts), default=0)
        lines = [f"  {label.ljust(width)}  {_told(value, width + 4)}" for label, value in self.facts]
        return "\n".join([f"FAULT: {self.headline}", *lines])


def excerpt(content: bytes | str) -> str:
    """The beginning of a body, without the tokens in it."""
    text = content.decode(errors="backslashreplace") if isinstance(content, bytes) else content
    text = _SECRETS.sub(r'\1..."', text)
    return text if len(text) <= MOST_BODY_SIGNS else f"{text[:MOST_BODY_SIGNS]} ... ({len(text)} signs)"


def as_json(value: Any) -> str:
    """A JSON value as a body would hold it, shortened like one."""
    return excerpt(json.dumps(value, ensure_ascii=False))


def _told(value: object, indent: int) -> str:
    return str(value).replace("\n", "\n" + " " * indent)
