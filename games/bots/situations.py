"""What a choice is made from: one seat's own cards beside what everybody sees; nothing that is hidden."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.bots.burdens import Burden, by_thumb
from games.bots.memory import Memory
from games.engine.cards import Color, Figure, Hand
from games.engine.events import Pending
from games.engine.options import Options
from games.engine.seating import seats_after
from games.engine.sight import TableView, View

NO_COLOR: Final = frozenset[Color]()


class Situation(NamedTuple):
    """One seat's situation; `others` are the cards of the other seats in play, next to play first."""

    seat: int
    hand: Hand
    stage: int
    pending: Pending
    color: Color | None
    debt: int
    open_run: Color | None  # of a run that belongs to nobody: whoever lays its color goes on with it
    direction: int
    others: tuple[int, ...]
    options: Options
    burden: Burden  # by which hands are measured
    length: float  # the burden of `hand`
    next_missed: frozenset[Color] = NO_COLOR  # colors on which the next seat drew
    plus_threes: int = 1  # how many +3 may still come


def situation(view: View, memory: Memory, burden: Burden = by_thumb) -> Situation:
    """Return the situation of the seat that sees `view`, in a game that is being played."""
    you, table, turn = view.you, view.table, view.turn
    assert you is not None
    assert table is not None
    assert turn is not None
    others = tuple(_others(view, table, memory))
    counts = {one.seat: one.cards for one in view.seats}
    return Situation(
        you.seat,
        you.hand,
        you.stage,
        turn.pending,
        table.color,
        table.debt,
        table.run.color if table.run is not None and table.run.seat is None else None,
        table.direction,
        tuple(counts[seat] for seat in others),
        view.options,
        burden,
        burden(you.hand),
        memory.missed[others[0]],
        sum(count for card, count in memory.unseen.items() if card.figure is Figure.PLUS_THREE),
    )


def _others(view: View, table: TableView, memory: Memory) -> Iterator[int]:
    assert view.you is not None
    in_play = tuple(one.seat for one in view.seats if one.in_play)
    return seats_after(view.you.seat, direction=table.direction, seats=len(memory.known), in_play=in_play)
