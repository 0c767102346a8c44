"""The JSON forms of what happens in a lobby and at the deal; which event becomes which is in `events`."""

from typing import Annotated

from msgspec import Meta

from games.engine.events import Abandonment
from games.wire.option_schemas import OptionValues
from games.wire.values import CardCode, Count, Form, Id, Instant, SeatNumber, Version

Commitment = Annotated[
    str, Meta(description="SHA-256 over domain, game id and seed, in hexadecimal: known before the deal.")
]
Seed = Annotated[
    str | None, Meta(description="The secret seed in hexadecimal; null until the game is disclosed.")
]
Pile = Annotated[
    list[CardCode] | None, Meta(description="The cards, top first; null until the game is disclosed.")
]
AllHands = Annotated[
    list[list[CardCode]] | None, Meta(description="All hands by seat; null until the game is disclosed.")
]
OwnHand = Annotated[
    list[CardCode] | None,
    Meta(
        description="The reader's own; null for spectators and seats out of play, and where `hands` has all."
    ),
]
Shuffles = Annotated[int, Meta(ge=0, description="The number of this shuffle in the game; 0 is the deal.")]


class Happening(Form, frozen=True, tag_field="type", kw_only=True):
    """One fact in a game's log."""

    version: Version
    at: Instant


class BoxCard(Form, frozen=True):
    """A card of the box, and how many of it there are."""

    card: CardCode
    count: Annotated[int, Meta(ge=1)]


class GameOpened(Happening, frozen=True, tag="game_opened", kw_only=True):
    """A lobby exists."""

    game: Id
    edition: str
    box: list[BoxCard]
    options: OptionValues
    rules: Annotated[int, Meta(ge=1, description="The version of the rules that deals this game.")]
    seats: Annotated[int, Meta(ge=2, le=10)]
    commitment: Commitment
    begins: Annotated[
        SeatNumber | None,
        Meta(description="The seat that an earlier game gives the first turn, where the options say so."),
    ]
    sealed: Annotated[bool, Meta(description="The end of the game does not disclose it.")]
    seed: Seed


class SeatTaken(Happening, frozen=True, tag="seat_taken", kw_only=True):
    """Somebody sat down: a person, or a bot of this level."""

    seat: SeatNumber
    player: Id | None
    bot: Annotated[str | None, Meta(description="The level of a bot; null for a person.")]


class SeatLeft(Happening, frozen=True, tag="seat_left", kw_only=True):
    """Somebody stood up before the start."""

    seat: SeatNumber
    player: Id | None


class HostPassed(Happening, frozen=True, tag="host_passed", kw_only=True):
    """This seat hosts from now on."""

    seat: SeatNumber


class GameAbandoned(Happening, frozen=True, tag="game_abandoned", kw_only=True):
    """The lobby, or a game that an operator aborts, is over without a result."""

    reason: Abandonment


class GameStarted(Happening, frozen=True, tag="game_started", kw_only=True):
    """These seats play with that many packs."""

    packs: Annotated[int, Meta(ge=1)]
    seats: list[SeatNumber]
    count: Annotated[Count, Meta(description="How many cards the pile has.")]
    pile: Pile


class HandsDealt(Happening, frozen=True, tag="hands_dealt", kw_only=True):
    """The first hands; lists have an entry for each place at the table."""

    counts: list[Count]
    hands: AllHands
    hand: OwnHand


class CardTurnedUp(Happening, frozen=True, tag="card_turned_up", kw_only=True):
    """The pile's top card was turned up; one that does not lead is put at the bottom."""

    card: CardCode
    leads: bool
