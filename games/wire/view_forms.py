"""The JSON forms that make up a view of a game; what fills them is in `views`."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.engine.cards import Color
from games.engine.events import Ending, Pending
from games.engine.state import Phase
from games.wire.lobby_events import Commitment, Seed
from games.wire.moves import Move
from games.wire.option_schemas import OptionValues
from games.wire.values import (
    CardCode,
    Count,
    Form,
    Id,
    Instant,
    Place,
    PointsBySeat,
    SeatNumber,
    Stage,
    TurnNumber,
    Version,
)

type Visibility = Literal["public", "code", "tournament"]


class SeatedPlayer(Form, frozen=True):
    """Who sits on a seat; what a POST of moves answers leaves the name out."""

    id: Id
    name: Annotated[str | UnsetType, Meta(description="Empty for an erased player.")] = UNSET


class SeatSeen(Form, frozen=True, kw_only=True):
    """A taken seat: how many cards it holds, never which."""

    seat: SeatNumber
    player: SeatedPlayer
    bot: bool
    level: Annotated[str | None, Meta(description="How well a bot plays; null for a person.")]
    cards: Count
    declared: Annotated[bool, Meta(description='Has said "last card" and still holds one.')]
    stage: Stage
    place: Place | None
    absent: Annotated[Count, Meta(description="Turns in a row that the clock played for this seat.")]
    stood_in: Annotated[bool, Meta(description="A bot plays for this seat until its player returns.")]
    gives_up_at: Annotated[
        Instant | None,
        Meta(
            description="When this seat is given up, if its player does nothing; null while it owes nothing, "
            "and for a bot."
        ),
    ]
    in_play: bool
    given_up: bool
    held_back: Annotated[
        bool, Meta(description="Has emptied its hand with a +2, and finishes unless the debt comes back.")
    ]


class OwnSeat(Form, frozen=True, kw_only=True):
    """The reader's own seat."""

    seat: SeatNumber
    hand: list[CardCode]
    declared: bool
    stage: Stage
    drawn: Annotated[
        CardCode | None,
        Meta(description="The card just drawn, where it may be laid in this turn; else null."),
    ]


class OpenRun(Form, frozen=True):
    """The cards laid under one TAKI; the seat is null while the run is left open."""

    color: Color
    seat: SeatNumber | None


class OpenPlusThree(Form, frozen=True):
    """A +3 that may be answered, and the seat that laid it."""

    seat: SeatNumber


class Table(Form, frozen=True, kw_only=True):
    """What lies on the table; of the pile and the discards only how many."""

    leading: CardCode | None
    color: Annotated[Color | None, Meta(description="The color to follow.")]
    top: Annotated[list[CardCode], Meta(description="The leading card and what lies above it.")]
    pile: Count
    discard: Count
    direction: Literal[1, -1]
    debt: Count
    run: OpenRun | None
    plus_three: OpenPlusThree | None


class Turn(Form, frozen=True, kw_only=True):
    """Whose turn it is; nobody's while a +3 may be answered."""

    number: TurnNumber
    seat: SeatNumber | None
    pending: Pending
    deadline: Annotated[
        Instant | None,
        Meta(
            description="When the turn is settled for who did not move, or the open +3 closes; null where "
            "turns have no clock and no +3 is open."
        ),
    ]


class Result(Form, frozen=True):
    """How the game ended; lists have an entry for each place at the table, null where nobody sat."""

    ending: Ending
    places: list[Place | None]
    points: PointsBySeat


class Fairness(Form, frozen=True):
    """What proves the deal: the commitment from the start on, the seed once the game is disclosed."""

    commitment: Commitment
    seed: Seed


class GameContext(Form, frozen=True):
    """To what a game belongs."""

    kind: Annotated[str, Meta(description="What that is, such as `tournament`.")]
    id: Id


Rated = Annotated[bool, Meta(description="Whether it counts for ratings.")]

SpectatorDelay = Annotated[
    int,
    Meta(
        ge=0,
        description="So much later who does not sit there sees what happens once the game has started: for "
        "them all else that is told of it is from then, `version` too.",
    ),
]


class GameView(Form, frozen=True, kw_only=True):
    """Everything that one reader may see of a game; with it a front end needs no rules."""

    id: Id
    version: Version
    status: Phase
    visibility: Visibility
    edition: str
    options: OptionValues
    opened_at: Instant
    host: Annotated[SeatNumber | None, Meta(description="The seat that may start the game.")]
    code: Annotated[str | None, Meta(description="The way into a lobby that is not public; for its players.")]
    you: OwnSeat | None
    seat_count: Annotated[int, Meta(ge=2, le=10)]
    seats: Annotated[list[SeatSeen], Meta(description="The taken seats, in order.")]
    lobby_deadline: Instant | None
    table: Table | None
    turn: Turn | None
    legal: Annotated[
        list[Move],
        Meta(
            description="What the reader may do now, in the form in which it is sent, with this turn. "
            "`return` and `resign` are possible at any time of a running game, without a turn, and not "
            "listed; `return` helps a seat that is `stood_in` or `absent`."
        ),
    ]
    result: Result | None
    fairness: Fairness
    hands: Annotated[
        list[list[CardCode]] | None, Meta(description="All hands by seat; null until the game is disclosed.")
    ]
    sealed: Annotated[
        bool,
        Meta(description="The end of the game does not disclose it: whoever seated its people does, later."),
    ]
    context: GameContext | None
    rated: Rated
    spectator_delay_seconds: SpectatorDelay
    previous: Annotated[Id | None, Meta(description="The game from which this one goes on.")]
    next: Annotated[
        Id | None,
        Meta(description="The game in which its people go on; the newest, where others were abandoned."),
    ]
