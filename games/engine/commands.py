"""What may be asked of a game: commands, and the moves that one command may hold."""

from dataclasses import dataclass

from games.engine.cards import Card, Color
from games.engine.editions import Edition
from games.engine.options import Options
from games.engine.seating import Side

# --- moves: what a seat does in play


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card; `color` and `side` only where the card chooses one.

    `side` is where a Crazy card sends the hands; `last_card` declares it in the same breath.
    """

    card: Card
    color: Color | None = None
    last_card: bool = False
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card, or all that is owed."""


@dataclass(frozen=True, slots=True)
class CloseTaki:
    """Close the run of one's own; its last card then acts."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn: leave a run open, decline the King's free card, or keep the card that was drawn."""


@dataclass(frozen=True, slots=True)
class DeclareLastCard:
    """Say "last card" while holding exactly one."""


@dataclass(frozen=True, slots=True)
class CallOut:
    """Catch another seat that holds one card and has not said so."""

    seat: int


@dataclass(frozen=True, slots=True)
class BreakPlusThree:
    """Answer an open +3 with a Breaker, in or out of turn."""

    last_card: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """Play for oneself again, after turns that were settled or played by a bot; else it changes nothing."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the seat up for good."""


# What can be done for a seat whose player is away; the other moves are its player's alone.
MoveForOther = Lay | Draw | CloseTaki | EndTurn | DeclareLastCard | CallOut | BreakPlusThree
Move = MoveForOther | Return | Resign


# --- commands


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open a lobby; the opener sits down on `seat` and hosts. `seed` is 32 secret bytes of a good source.

    `seat` None: nobody sits there yet, and nobody hosts; an organizer seats the people and starts the game.
    `begins` is the seat that an earlier game gives the first turn, where this one goes on from it. A
    `sealed` game does not disclose itself at its end.
    """

    game: str
    edition: Edition
    options: Options
    seats: int
    seed: bytes
    begins: int | None = None
    seat: int | None = 0
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down in the lobby; `bot` is the level of the bot that does, None for a person."""

    seat: int
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Stand up again before the start."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartGame:
    """Deal; only the host's seat may ask for it. `first` has the first turn, where the host names it.

    `seat` None: an organizer deals, in a game that nobody hosts.
    """

    seat: int | None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class AbandonLobby:
    """The lobby's time is up. Does nothing once the game has started."""


@dataclass(frozen=True, slots=True)
class PlayMoves:
    """One or several moves of a seat, all or none; `turn` is the number of the turn that they mean.

    `turn` may be None only where every move is a `Resign` or a `Return`.
    """

    seat: int
    turn: int | None
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot plays for a seat whose player stays away. Does nothing once the player is back."""

    seat: int
    turn: int
    moves: tuple[MoveForOther, ...]


@dataclass(frozen=True, slots=True)
class SettleTurn:
    """The time of turn number `turn` is up: play it as a polite player would. Else does nothing."""

    turn: int


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """The time of the +3 window in turn number `turn` is up. Does nothing where none is open in it."""

    turn: int


@dataclass(frozen=True, slots=True)
class GiveUpAbsent:
    """The player of this seat has not moved for too long. Does nothing where the seat is not in play."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExtendClock:
    """Give back what an outage took: `seconds` to the running turn, `waiting` to all who are waited for.

    Does nothing where no game runs; a +3 window is no turn, and gets no `seconds`.
    """

    seconds: int
    waiting: int


@dataclass(frozen=True, slots=True)
class ContinueGame:
    """The people of a game that was played to its end sit down to another, `next` by its id."""

    next: str


@dataclass(frozen=True, slots=True)
class AbortGame:
    """An operator ends a lobby or a game without a result; everybody is told the reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class GiveUpSeat:
    """An operator gives a seat up that holds its table up; everybody is told the reason."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class CallTime:
    """The organizer ends a running game: the hands make the places. Does nothing once the game is over."""


@dataclass(frozen=True, slots=True)
class Disclose:
    """Open a sealed game that is over. Does nothing where it is open already."""


CommandInGame = (
    TakeSeat
    | LeaveSeat
    | StartGame
    | AbandonLobby
    | PlayMoves
    | StandIn
    | SettleTurn
    | CloseWindow
    | GiveUpAbsent
    | ExtendClock
    | ContinueGame
    | AbortGame
    | GiveUpSeat
    | CallTime
    | Disclose
)

Command = OpenGame | CommandInGame
