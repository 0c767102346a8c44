"""Which characters nobody can see, and which do something else than to be seen; no rule of any text here."""

import unicodedata
from itertools import chain
from typing import Final

# Controls, direction marks and other formats, surrogates, private use, unassigned, line breaks.
_NOT_SHOWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Characters that Unicode counts as letters, marks or symbols although nobody can see them.
_INVISIBLE: Final = frozenset(
    chain(
        [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0],
        range(0x180B, 0x1810),
        range(0xFE00, 0xFE10),
        range(0xE0100, 0xE01F0),
    )
)


def is_control(character: str) -> bool:
    """Say whether a character stands for no sign: a control, a direction mark, a line break, half a pair."""
    return unicodedata.category(character) in _NOT_SHOWN


def is_unseen(character: str) -> bool:
    """Say whether nobody can see a character, blanks aside."""
    return is_control(character) or ord(character) in _INVISIBLE
