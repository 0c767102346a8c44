"""Seen events as lines of notation; what a viewer may see was decided before, in `sight.redact`."""

from typing import Final, NamedTuple, assert_never

from games.engine import sight
from games.engine.commands import Move, PlayMoves
from games.engine.notation import DEFAULT_NAMES, write_command, write_event
from games.engine.seating import Side
from games.engine.sight import EventInPart, SeenEvent

_REST: Final = " ; "
_EASILY_READ: Final = 90  # characters: a longer rest is folded away


class Line(NamedTuple):
    """One event in notation: what people read of it, and the rest that a log must keep."""

    brief: str
    rest: str

    @property
    def is_long(self) -> bool:
        """Whether the rest is better folded away."""
        return len(self.rest) > _EASILY_READ


def line(seen: SeenEvent) -> Line:
    """Return the line of an event as far as it is seen."""
    if isinstance(seen, EventInPart):
        return Line(_in_part(seen), "")
    brief, _, rest = write_event(seen).partition(_REST)
    return Line(brief, rest)


def _in_part(seen: EventInPart) -> str:
    match seen:
        case sight.OpeningSeen():
            return f"opened {seen.edition} for {seen.seats}"
        case sight.StartSeen(_, seats, _):
            return f"started {' '.join(DEFAULT_NAMES[seat] for seat in seats)}"
        case sight.DealSeen():
            return "dealt"
        case sight.DrawSeen(seat, count):
            return f"{DEFAULT_NAMES[seat]} draws {count}"
        case sight.KeptSeen(seat):
            return f"{DEFAULT_NAMES[seat]} may lay what it drew"
        case sight.PassSeen(seat, direction, _, _, _):
            side = Side.LEFT if direction == Side.LEFT.step else Side.RIGHT
            return f"{DEFAULT_NAMES[seat]} passes hands {side}"
        case sight.DiscardShuffleSeen(_, pile):
            return f"discard shuffled {pile}"
        case sight.HandShuffleSeen(seat, _, _):
            return f"{DEFAULT_NAMES[seat]} shuffled in"
        case sight.GiveUpSeen(seat, place):
            return f"{DEFAULT_NAMES[seat]} gives up place {place}"
        case sight.FinishSeen(ending, places):
            told = ("-" if place is None else str(place) for place in places)
            return f"finished {ending} places {' '.join(told)}"
        case _:
            assert_never(seen)


def move_line(seat: int, move: Move) -> str:
    """Return the line of a move as its seat would make it."""
    return write_command(PlayMoves(seat, None, (move,)))
