"""How each sort of value stands in a line of notation: cards, colors, numbers, options; no line is here."""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from games.engine.cards import Card, Color, card
from games.engine.events import Abandonment, Ending, Pending
from games.engine.notation_forms import WORD, WORDS, Kind, Names, many, name_of, seat_called
from games.engine.options import KINDS as OPTIONS
from games.engine.options import Options, Value, as_mapping, is_allowed
from games.engine.seating import Side


def _plain(value: object, _: Names) -> str:
    return str(value)


def _number(text: str, _: Names) -> int:
    return int(text)


def _or_dash(kind: Kind) -> Kind:
    def write(value: Any, names: Names) -> str:
        return "-" if value is None else kind.write(value, names)

    def read(text: str, names: Names) -> Any:
        return None if text == "-" else kind.read(text, names)

    return Kind(f"{kind.wanted}, or -", kind.pattern, write, read)


def _if_any(words: str, kind: Kind) -> Kind:
    # For what is told by `words` and a value, or by nothing.
    def write(value: Any, names: Names) -> str:
        return "" if value is None else words + kind.write(value, names)

    def read(text: str, names: Names) -> Any:
        return kind.read(text.removeprefix(words), names) if text else None

    return Kind(kind.wanted, rf"(?:{words}{WORD})?", write, read)


def _one_of(enum: type[StrEnum], wanted: str) -> Kind:
    return Kind(f"{wanted} ({', '.join(enum)})", WORD, _plain, lambda text, _: enum(text))


def _said(words: str, *, when: bool) -> Kind:
    # For what is told by `words` being there or not.
    def write(value: bool, _: Names) -> str:  # noqa: FBT001  # a value of the kind, not a switch
        return f" {words}" if value is when else ""

    return Kind(repr(words), f"(?: {words})?", write, lambda text, _: bool(text) is when)


def _write_color_word(color: Color, _: Names) -> str:
    return color.name.lower()


def _read_color_word(text: str, _: Names) -> Color:
    try:
        return Color[text.upper()]
    except KeyError:
        raise ValueError(text) from None


def _write_count(cards: tuple[Card, ...], _: Names) -> str:
    return str(len(cards))


_PLAIN_TEXT: Final = r"[A-Za-z0-9_.-]+"
_QUOTED_TEXT: Final = r"\"(?:[!#-\[\]-~]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|\\[tnr\\])*\""


# Text of any kind is one word: in quotes, with escapes for blanks and all that is not ASCII, where need be.
def _write_text(text: str, _: Names) -> str:
    if re.fullmatch(_PLAIN_TEXT, text):
        return text
    escaped = text.encode("unicode_escape").decode("ascii")
    return '"' + "".join(f"\\x{ord(sign):02x}" if sign in ' ";,=@' else sign for sign in escaped) + '"'


def _read_text(text: str, _: Names) -> str:
    if re.fullmatch(_PLAIN_TEXT, text):
        return text
    if not re.fullmatch(_QUOTED_TEXT, text):
        raise ValueError(text)
    return text[1:-1].encode("ascii").decode("unicode_escape")


_ESCAPED: Final = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})")
_LINE: Final = rf'"(?:[^"\\]|{_ESCAPED.pattern})*"'


# What people wrote stays readable, blanks and all, in quotes; escaped is what would not come back as it was.
def _write_line(text: str, _: Names) -> str:
    signs = zip(text, f"x{text}", strict=False)
    return '"' + "".join(_escape(sign) if _is_lost(sign, before) else sign for sign, before in signs) + '"'


def _is_lost(sign: str, before: str) -> bool:
    return not sign.isprintable() or sign in '"\\' or sign == before == " "


def _escape(sign: str) -> str:
    point = ord(sign)
    if point > 0xFFFF:
        return f"\\U{point:08x}"
    return f"\\u{point:04x}" if point > 0xFF else f"\\x{point:02x}"


def _read_line(text: str, _: Names) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[0][2:], 16)), text[1:-1])


def _write_texts(texts: Mapping[str, str], names: Names) -> str:
    pairs = (f"{_write_text(key, names)}={_write_text(text, names)}" for key, text in texts.items())
    return " ".join(pairs) or "-"


def _read_texts(text: str, names: Names) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in text.split() if text != "-")
    return {_read_text(key, names): _read_text(value, names) for key, _, value in pairs}


def _write_shout(texts: Mapping[str, str], names: Names) -> str:
    return f"{_SHOUT}{_write_texts(texts, names)}" if texts else ""


def _read_shout(text: str, names: Names) -> dict[str, str]:
    return _read_texts(text.removeprefix(_SHOUT), names)


def _write_seed(seed: bytes, _: Names) -> str:
    return seed.hex()


def _read_seed(text: str, _: Names) -> bytes:
    return bytes.fromhex(text)


def _write_copies(copies: tuple[Card, int], _: Names) -> str:
    return f"{copies[0].code}*{copies[1]}"


def _read_copies(text: str, _: Names) -> tuple[Card, int]:
    code, _, count = text.partition("*")
    return card(code), int(count)


def _write_options(options: Options, _: Names) -> str:
    said = {True: "true", False: "false"}
    values = as_mapping(options).items()
    return " ".join(f"{name}={said[it] if isinstance(it, bool) else it}" for name, it in values)


def _read_options(text: str, _: Names) -> Options:
    pairs = (pair.partition("=") for pair in text.split())
    values = {name: _option_value(value) for name, _, value in pairs}
    if not all(name in OPTIONS and is_allowed(OPTIONS[name], value) for name, value in values.items()):
        raise ValueError(text)
    return Options(**values)  # type: ignore[arg-type]  # each value was checked above


def _option_value(text: str) -> Value:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.isdecimal() else text


def _write_flag(flag: bool, _: Names) -> str:  # noqa: FBT001  # a value of the kind, not a switch
    return "yes" if flag else "no"


def _read_flag(text: str, _: Names) -> bool:
    if text not in {"yes", "no"}:
        raise ValueError(text)
    return text == "yes"


def _write_way(direction: int, _: Names) -> str:
    return Side.LEFT if direction == Side.LEFT.step else Side.RIGHT


def _read_way(text: str, _: Names) -> int:
    return Side(text).step


_SEAT: Final = Kind("the name of a seat", WORD, name_of, seat_called)
# Nearly every lobby is opened from the first seat: only another one is told, or `-` for none.
_OPENER: Final = Kind(
    _SEAT.wanted,
    rf"(?: by {WORD})?",
    lambda seat, names: "" if seat == 0 else f" by {_or_dash(_SEAT).write(seat, names)}",
    lambda text, names: _or_dash(_SEAT).read(text.removeprefix(" by "), names) if text else 0,
)
_NOBODYS: Final = "organizer"
_STARTER: Final = Kind(
    _SEAT.wanted,
    WORD,
    lambda seat, names: _NOBODYS if seat is None else name_of(seat, names),
    lambda text, names: None if text == _NOBODYS else seat_called(text, names),
)
_CARD: Final = Kind("a card", WORD, lambda one, _: one.code, lambda text, _: card(text))
_CARDS: Final = many(_CARD)
_COLOR: Final = _or_dash(Kind("a color (R, G, B, Y)", WORD, _plain, lambda text, _: Color(text)))
_NUMBER: Final = Kind("a whole number", WORD, _plain, _number)
_TEXT: Final = Kind("a word", WORD, _write_text, _read_text)
_SHOUT: Final = " shout "

# By the name of the field that they write, or by the name that a form gives after a colon.
KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "seat": _SEAT,
        "seats": many(_SEAT),
        "begins": _if_any(" begins ", _SEAT),
        "opener": _OPENER,
        "starter": _STARTER,
        "card": _CARD,
        "card_or_none": _or_dash(_CARD),
        "cards": _CARDS,
        "pile": _CARDS,
        "hands": many(_CARDS, separator=", "),
        "count": Kind("a number of cards", WORD, _write_count, _number),  # of those that stand after it
        "box": many(Kind("a card and how many of it, as R5*2", WORD, _write_copies, _read_copies)),
        "color": _COLOR,
        "color_word": Kind("a color (red, green, blue, yellow)", WORD, _write_color_word, _read_color_word),
        "number": _NUMBER,
        "numbers": many(_or_dash(_NUMBER)),
        "pending": _one_of(Pending, "what is pending"),
        "ending": _one_of(Ending, "how a game ends"),
        "reason": _one_of(Abandonment, "why a lobby ends"),
        "text": _TEXT,
        "line": Kind("a line in quotes", _LINE, _write_line, _read_line),
        "texts": Kind("texts by language, as en=TAKI", WORDS, _write_texts, _read_texts),
        "shout": Kind(
            "what is called out, as en=TAKI", r"(?: shout(?: \S+=\S+)+)?", _write_shout, _read_shout
        ),
        "seed": Kind("bytes in hexadecimal", WORD, _write_seed, _read_seed),
        "options": Kind("options, as hand_size=8", WORDS, _write_options, _read_options),
        "leads": Kind(
            "leads or beneath",
            "leads|beneath",
            lambda leads, _: "leads" if leads else "beneath",
            lambda text, _: text == "leads",
        ),
        "sealed": _said("sealed", when=True),
        "bot": _if_any(" as bot ", _TEXT),
        "first": _if_any(" with ", _SEAT),
        "side": _if_any(" passing ", _one_of(Side, "a side")),
        "choice": _if_any(" color ", Kind("a color (R, G, B, Y)", WORD, _plain, lambda text, _: Color(text))),
        "put_aside": _said("goes to the bottom", when=False),
        "way": Kind("left or right", WORD, _write_way, _read_way),
        "flags": many(Kind("yes or no", WORD, _write_flag, _read_flag)),
        "last_card": _said("last card", when=True),
    }
)
