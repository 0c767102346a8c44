"""Invite codes: six characters that let somebody into a lobby that is not public."""

import secrets
from typing import Final

from games.models import CODE_LENGTH

# Letters and digits that no handwriting, font or ear takes for one another; 64 million codes.
CHARACTERS: Final = "ACDEFHJKMNPRTWXY3479"


def new_code() -> str:
    """Return a code that nobody can foresee."""
    return "".join(secrets.choice(CHARACTERS) for _ in range(CODE_LENGTH))


def as_written(typed: str) -> str:
    """Return the text that somebody means who types a code in small letters, with blanks or hyphens."""
    return typed.upper().replace(" ", "").replace("-", "")


def is_code(text: str) -> bool:
    """Say whether a text could be a code."""
    return len(text) == CODE_LENGTH and set(text) <= set(CHARACTERS)
