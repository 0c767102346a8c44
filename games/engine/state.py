"""A game at one version, as plain immutable values; how it came about is told in `history`."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine.cards import Card, Color, Hand
from games.engine.events import GameFinished, Pending
from games.engine.options import Options

__all__ = ["Phase", "Run", "Setup", "State", "changed"]


class Phase(StrEnum):
    """How far a game has come; also its status in the API."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Setup(NamedTuple):
    """What was fixed when the game was opened."""

    game: str
    edition: str
    box: tuple[tuple[Card, int], ...]
    options: Options
    seats: int
    seed: bytes
    commitment: str
    begins: int | None = None
    sealed: bool = False


class Run(NamedTuple):
    """The cards laid under one TAKI; `seat` is None while the run is left open."""

    color: Color
    seat: int | None
    only_takis: bool = False  # nothing but TAKIs and Super TAKIs was laid in it since it was opened


@dataclass(frozen=True)
class State:
    """Everything that the rules need to know. Tuples by seat have one entry for each place at the table."""

    setup: Setup
    phase: Phase = Phase.LOBBY
    host: int | None = None
    taken: tuple[int, ...] = ()  # seats with somebody on them, rising; kept after the start
    bots: tuple[str | None, ...] = ()  # the level of the bot on each seat, None for a person and for nobody
    in_play: tuple[int, ...] = ()  # seats that still play, rising
    hands: tuple[Hand, ...] = ()
    pile: tuple[Card, ...] = ()  # face down, top first
    discard: tuple[Card, ...] = ()  # beneath the leading card
    top: tuple[Card, ...] = ()  # the leading card and what lies above it
    leading: Card | None = None
    color: Color | None = None  # the color to follow
    direction: int = 1
    number: int = 0  # of the turn
    seat: int = 0  # whose turn it is; in a +3 window the one who laid it
    pending: Pending = Pending.ORDINARY
    debt: int = 0
    run: Run | None = None
    drawn: Card | None = None  # the card just drawn, where it may be laid in the same turn
    held_back: tuple[int, ...] = ()  # seats that finish unless the debt comes back, first come first
    stages: tuple[int, ...] = ()  # the stage of each seat, falling to 1
    windows: tuple[int, ...] = ()  # the numbers of the turns in which a +3 opened a window
    declared: tuple[bool, ...] = ()
    single_since: tuple[int, ...] = ()  # the turn in which each hand came to one card
    forgot_in: tuple[int, ...] = ()  # the turn in which each paid for forgetting since then, or 0
    absent: tuple[int, ...] = ()  # settled turns in a row
    stood_in: tuple[bool, ...] = ()  # for which a bot plays until their players return
    stirred: bool = False  # a card was laid or drawn in this turn
    idle_turns: int = 0  # turns in a row, before this one, without a card laid or drawn
    shuffles: int = 0
    places: tuple[int | None, ...] = ()
    given_up_points: tuple[int | None, ...] = ()
    result: GameFinished | None = None
    disclosed: bool = False
    next: str | None = None  # the game that goes on from this one, the newest where there were several

    @property
    def in_window(self) -> bool:
        """Whether the turn rests while a +3 may be answered."""
        return self.pending is Pending.PLUS_THREE and self.phase is Phase.PLAYING

    def is_played_by_bot(self, seat: int) -> bool:
        """Whether a bot moves for this seat: one that sits there, or one that stands in."""
        return self.bots[seat] is not None or self.stood_in[seat]

    @property
    def finished(self) -> int:
        """How many seats have emptied their last hand."""
        given_up = self.given_up_points
        return sum(
            place is not None and points is None for place, points in zip(self.places, given_up, strict=True)
        )

    @property
    def has_single(self) -> bool:
        """Whether anybody holds exactly one card: nearly always nobody does, so this is asked first."""
        for hand in self.hands:  # noqa: SIM110  # by `any` it takes three times as long
            if len(hand) == 1:
                return True
        return False

    @property
    def holds_one(self) -> tuple[int, ...]:
        """The seats in play that hold exactly one card."""
        return tuple(seat for seat in self.in_play if len(self.hands[seat]) == 1)


if TYPE_CHECKING:
    from dataclasses import replace as changed  # the type checker then knows the fields and their types
else:
    _new = object.__new__
    _set_fields = State.__dict__["__dict__"].__set__

    def changed(state: State, /, **changes: Any) -> State:
        """Return the state with other values in some fields.

        What `dataclasses.replace` does, in a quarter of its time: nothing is booked without it, and `State`
        has neither slots nor anything to check when it is made.
        """
        new = _new(State)
        _set_fields(new, state.__dict__ | changes)
        return new
