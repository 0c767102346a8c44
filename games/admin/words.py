"""A table in words, for its picture and for those who do not see that; made from a view."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine.cards import Card, Color
from games.engine.sight import SeatView, TableView, View
from games.engine.state import Phase

COLOR_NAMES: Final[Mapping[Color, str]] = {
    Color.RED: "red",
    Color.GREEN: "green",
    Color.BLUE: "blue",
    Color.YELLOW: "yellow",
}


class Sitter(NamedTuple):
    """Who sits on a seat, and which cards they hold where the viewer may see them."""

    name: str
    hand: Sequence[Card] | None


def color_to_follow(view: View) -> str | None:
    """Return the name of the color to follow, where there is one and somebody to follow it."""
    return COLOR_NAMES[view.table.color] if view.turn and view.table and view.table.color else None


def mark(seen: SeatView, view: View) -> str:
    """Return the one thing that is most worth saying of a seat, if anything is."""
    if seen.place is not None:
        return f"place {seen.place}"
    if view.table is None:
        return "host" if view.host == seen.seat else ""
    if view.table.plus_three == seen.seat:
        return "laid the +3"
    if seen.held_back:
        return "waits to finish"
    if seen.declared:
        return "last card"
    if view.turn and view.turn.seat == seen.seat:
        return "to move"
    return f"stage {seen.stage}" if view.options.stages > 1 else ""


def in_the_middle(view: View) -> tuple[str, ...]:
    """Return what stands in the middle of the table: how far it is, and what is owed."""
    if view.table is None:
        return ("Not dealt yet",) if view.phase is Phase.LOBBY else ("Never dealt",)
    if view.turn is None:  # what was owed then is owed by nobody
        return ("Aborted" if view.phase is Phase.ABANDONED else "Finished",)
    turn = f"Turn {view.turn.number}: {view.turn.pending.value.replace('_', ' ')}"
    rotation = "clockwise" if view.table.direction == 1 else "counterclockwise"
    return (turn, *_owed(view.table), rotation)


def _owed(table: TableView) -> list[str]:
    lines = []
    if table.debt:
        lines.append(f"{_cards(table.debt)} owed")
    if table.run:
        whose = "left open" if table.run.seat is None else f"of seat{table.run.seat}"
        lines.append(f"{COLOR_NAMES[table.run.color]} run {whose}")
    if table.plus_three is not None:
        lines.append(f"+3 window of seat{table.plus_three}")
    return lines


def alternative(view: View, sitters: Sequence[Sitter | None]) -> str:
    """Return the whole picture in words, for those who do not see it."""
    sentences = [". ".join(in_the_middle(view))]
    if view.table is not None:
        sentences.append(_cards_told(view.table, color_to_follow(view)))
    for seat in view.seats:
        sitter = sitters[seat.seat]
        name = sitter.name if sitter else "nobody"
        marked = f", {mark(seat, view)}" if mark(seat, view) else ""
        sentences.append(f"seat{seat.seat}, {name}: {_cards(seat.cards)}{marked}")
    return ". ".join(sentences) + "."


def _cards_told(table: TableView, color: str | None) -> str:
    told = f"{table.leading.code if table.leading else 'No card'} leads"
    if len(table.top) > 1:
        told += f", above it {' '.join(card.code for card in table.top[1:])}"
    if color is not None:
        told += f"; the color to follow is {color}"
    return f"{told}; {_cards(table.pile)} in the pile, {table.discard} beneath the leading card"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
