"""Names as they are shown and compared: which are refused, and why."""

import unicodedata

MOST_CODE_POINTS = 120


def normalized(name: str) -> str:
    """The name in NFC, with single spaces between its words."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def key(name: str) -> str:
    """The form in which names are compared and searched: no letter case, no width."""
    return unicodedata.normalize("NFKC", name).casefold()[:MOST_CODE_POINTS]
