"""The picture of a table: where seats, cards and words stand in it; made from a view, drawn by a template."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple
from unicodedata import category

from games.admin.words import Sitter, alternative, color_to_follow, in_the_middle, mark
from games.engine.cards import Card
from games.engine.sight import SeatView, TableView, View

# In units of the picture, which are pixels where it is as wide as its box.
WIDTH: Final = 400
_ACROSS: Final = 150  # from the middle to the seats at the sides
_TALL: Final = ((4, 165), (6, 195), (10, 235))  # from the middle to the seats at the ends, by seats
_SEAT_HALF: Final = 31  # height of a seat, and the margin
_MOST_BACKS: Final = 7
_MOST_ABOVE: Final = 4
_CARD: Final = 46  # width of a card on the table, of which a covered one shows a part
_COVERED: Final = 28
_PILE: Final = 40
_GAP: Final = 14
_NAME_LETTERS: Final = 11
_ABOVE: Final = -80  # heights of the words in the middle: one line above the cards, the others below
_BELOW: Final = 50
_LINE: Final = 17


class Line(NamedTuple):
    """Words in the middle of the table, by their height above or below it."""

    y: int
    words: str


class Drawn(NamedTuple):
    """A card of the picture, by the left edge; `card` None is a back."""

    x: int
    card: Card | None


class Place(NamedTuple):
    """A seat of the picture, by its middle; `cards` None: nobody sits there."""

    x: int
    y: int
    name: str
    cards: int | None
    fan: tuple[Drawn, ...]
    mark: str
    is_to_move: bool
    is_out: bool


class Picture(NamedTuple):
    """All that is drawn; `told` says the same in words."""

    height: int
    middle: int
    across: int  # of the oval that the seats stand around, from the middle
    down: int
    places: tuple[Place, ...]
    pile_x: int
    stack: tuple[Drawn, ...]  # the leading card and what lies above it
    lines: tuple[Line, ...]
    color: str | None  # the color to follow
    told: str


def picture(view: View, sitters: Sequence[Sitter | None]) -> Picture:
    """Return the picture of a view; `sitters` has an entry for each seat, None where nobody sits."""
    down = next(down for most, down in _TALL if len(sitters) <= most)
    middle = down + _SEAT_HALF + 5
    seats = {seat.seat: seat for seat in view.seats}
    places = tuple(
        _place(number, _around(number, len(sitters), down), sitter, seats.get(number), view)
        for number, sitter in enumerate(sitters)
    )
    pile_x, stack = _on_the_table(view.table)
    return Picture(
        height=2 * middle,
        middle=middle,
        across=_ACROSS - 54,
        down=down - _SEAT_HALF - 3,
        places=places,
        pile_x=pile_x,
        stack=stack,
        lines=_lines(view),
        color=color_to_follow(view),
        told=alternative(view, sitters),
    )


def _around(number: int, seats: int, down: int) -> tuple[int, int]:
    # Seat 0 sits below; the others follow clockwise, as play goes at first.
    angle = pi / 2 + 2 * pi * number / seats
    middle = down + _SEAT_HALF + 5
    return round(WIDTH / 2 + _ACROSS * cos(angle)), round(middle + down * sin(angle))


def _place(
    number: int, at: tuple[int, int], sitter: Sitter | None, seen: SeatView | None, view: View
) -> Place:
    if sitter is None or seen is None:
        return Place(*at, f"seat{number}", None, (), "free", is_to_move=False, is_out=False)
    is_to_move = view.turn is not None and view.turn.seat == number
    return Place(
        *at,
        _shortened(sitter.name),
        seen.cards,
        _fan(seen.cards, sitter.hand),
        mark(seen, view),
        is_to_move=is_to_move,
        is_out=view.table is not None and not seen.in_play,
    )


def _shortened(name: str) -> str:
    if len(name) <= _NAME_LETTERS:
        return name
    end = _NAME_LETTERS - 1
    while end > 1 and category(name[end]).startswith("M"):  # a letter is not cut from its marks
        end -= 1
    return f"{name[:end]}…"


def _fan(count: int, hand: Sequence[Card] | None) -> tuple[Drawn, ...]:
    shown = min(count, _MOST_BACKS)
    left = -(shown * 6 + 8) // 2 - 11
    return tuple(Drawn(left + 6 * place, hand[place] if hand else None) for place in range(shown))


def _on_the_table(table: TableView | None) -> tuple[int, tuple[Drawn, ...]]:
    # The pile and the cards beside it, together in the middle.
    if table is None or not table.top:
        return -_PILE // 2, ()
    leading, *above = table.top
    cards = (leading, *above[-_MOST_ABOVE:])
    left = -(_PILE + _GAP + _CARD + _COVERED * (len(cards) - 1)) // 2
    first = left + _PILE + _GAP
    return left, tuple(Drawn(first + _COVERED * place, card) for place, card in enumerate(cards))


def _lines(view: View) -> tuple[Line, ...]:
    first, *others = in_the_middle(view)
    if not others:
        return (Line(4 if view.table is None else _ABOVE, first),)
    below = range(_BELOW, _BELOW + _LINE * len(others), _LINE)
    return (Line(_ABOVE, first), *map(Line, below, others))
