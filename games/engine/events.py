"""What can have happened in a game: one small fact each, with everything that `evolve` must book.

Who is next and what is owed is in the event, so that a corrected rule never changes an old game.
Payloads name seats; persons and times stand in the log's envelope.
"""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import Card, Color, Hand
from games.engine.options import Options


class Pending(StrEnum):
    """What binds the seat whose turn it is."""

    ORDINARY = "ordinary"  # lay a matching card, or draw one
    DEBT = "debt"  # answer with a +2 or a King, or draw all that is owed
    PLUS = "plus"  # lay another card, or draw one
    KING = "king"  # lay any card, or decline
    RUN = "run"  # in a run of one's own: go on, close it, or leave it open
    DRAWN_CARD = "drawn_card"  # lay the card that was drawn, if it fits, or end the turn
    PLUS_THREE = "plus_three"  # the turn rests while others may answer the +3


class Ending(StrEnum):
    """Why a game is over."""

    EMPTY_HAND = "empty_hand"
    LAST_SEAT = "last_seat"
    STALEMATE = "stalemate"
    TIME_CALLED = "time_called"


class Abandonment(StrEnum):
    """Why a lobby never became a game, or a game has no result."""

    ABORTED = "aborted"
    EVERYONE_LEFT = "everyone_left"
    NOT_STARTED_IN_TIME = "not_started_in_time"


# --- the lobby


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A lobby exists; holds all that is needed for ever: the box in full, every option, the secret seed."""

    game: str
    edition: str
    box: tuple[tuple[Card, int], ...]
    options: Options
    rules: int  # the version of the rules that decides this game's first move
    seats: int
    seed: bytes
    commitment: str
    begins: int | None = None  # the seat that the game before this one gives the first turn
    sealed: bool = False  # not disclosed by its end


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody sat down: a person, or a bot of this level."""

    seat: int
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Somebody stood up before the start."""

    seat: int


@dataclass(frozen=True, slots=True)
class HostPassed:
    """This seat hosts from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The lobby, or a game that an operator aborts, is over without a result."""

    reason: Abandonment


@dataclass(frozen=True, slots=True)
class GameStarted:
    """These seats play with that many packs; `pile` is their order after shuffle 0, top first."""

    packs: int
    seats: tuple[int, ...]
    pile: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The first hands, one for each seat of the table; a seat not in play has an empty one."""

    hands: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """The pile's top card was turned up: it leads, or is put at the bottom, as one without a color is."""

    card: Card
    leads: bool


# --- play


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """It is now this seat's turn (perhaps again); `number` counts the turns of a game from 1."""

    seat: int
    number: int
    pending: Pending


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card went from a hand onto the heap; `color` is the one to follow from now on.

    `leads` is False for a card that lets the one beneath lead on.
    """

    seat: int
    card: Card
    color: Color | None
    leads: bool


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """These cards went from the pile into a hand; perhaps none, where nothing was left."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DrawnCardKept:
    """After drawing, the turn goes on: `card` may be laid; None where the card drawn does not fit."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class HandsPassed:
    """A Crazy card of this seat sent every hand on to a neighbor: 1 to the next higher seat, -1 lower.

    `hands` are those held afterwards, one for each seat of the table; `declared` says for each whether its
    last card counts as declared.
    """

    seat: int
    direction: int
    hands: tuple[Hand, ...]
    declared: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class DiscardShuffled:
    """The heap but the leading card and what lies above became the pile, top first; `nonce` numbers it."""

    nonce: int
    pile: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandShuffledIn:
    """A given-up seat's hand and the pile were shuffled together into this pile, top first."""

    seat: int
    nonce: int
    pile: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RunOpened:
    """A TAKI or Super TAKI opened a run of this color for this seat, or turned its own to this color."""

    seat: int
    color: Color


@dataclass(frozen=True, slots=True)
class RunTaken:
    """A run that had been left open is now this seat's."""

    seat: int


@dataclass(frozen=True, slots=True)
class RunLeftOpen:
    """The run stays open and belongs to nobody."""


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over: closed, or ended by a card that does not belong to it."""


@dataclass(frozen=True, slots=True)
class DirectionChanged:
    """Play goes on in this direction: 1 by rising seat numbers, -1 by falling."""

    direction: int


@dataclass(frozen=True, slots=True)
class SeatSkipped:
    """This seat loses its turn to a Stop."""

    seat: int


@dataclass(frozen=True, slots=True)
class DebtRaised:
    """So many cards are owed in all by the next seat that does not answer."""

    total: int


@dataclass(frozen=True, slots=True)
class DebtPaid:
    """The cards owed were drawn, or as many as there were."""


@dataclass(frozen=True, slots=True)
class DebtCanceled:
    """Nothing is owed any more."""


@dataclass(frozen=True, slots=True)
class AnotherCardOwed:
    """A Plus asks this seat for one more card in the same turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class FreeCardGiven:
    """A King gives this seat one free card in the same turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """A +3 of this seat waits to be answered."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlusThreeBroken:
    """This seat's Breaker turned the +3 against the one who laid it."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlusThreeEvaded:
    """This seat's King keeps it out of the +3."""

    seat: int


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """The +3 can no longer be answered."""


@dataclass(frozen=True, slots=True)
class LastCardDeclared:
    """This seat said "last card"."""

    seat: int


@dataclass(frozen=True, slots=True)
class LastCardForgotten:
    """This seat held one card, had not said so, and the next seat has moved: the penalty follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class LastCardCalledOut:
    """This seat held one card and `by` said so before it did: the penalty follows."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class LastCardUnnoticed:
    """This seat held one card and had not said so; the next seat has moved and nobody had called it out."""

    seat: int


@dataclass(frozen=True, slots=True)
class StageReached:
    """This seat emptied its hand and goes on in the next lower stage, with a new hand that follows."""

    seat: int
    stage: int


@dataclass(frozen=True, slots=True)
class FinishHeldBack:
    """This seat emptied its hand with a +2: it finishes unless the debt comes back to it."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnSettled:
    """This seat's time was up: what follows up to the end of the turn was played for it."""

    seat: int


@dataclass(frozen=True, slots=True)
class BotStoodIn:
    """So many turns of this seat were settled in a row that a bot plays for it until its player returns."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """A seat whose turns had been settled, or played by a bot, moves for itself again."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockExtended:
    """The running turn ends so many seconds later than it would have, 0 where none runs.

    Who is waited for has up to `waiting` seconds more until the seat is given up, and nobody more than it has
    been silent.
    """

    seconds: int
    waiting: int


# --- the end


@dataclass(frozen=True, slots=True)
class Intervened:
    """An operator steps in: what follows in the same command was done by them, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class SeatGivenUp:
    """This seat is out of play, with the last place still free and the points it held."""

    seat: int
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class SeatFinished:
    """This seat emptied its hand."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game is over; places and points by seat, None for a seat that nobody took.

    Points are what is left in each hand; in a series the winner has none, less the winner's bonus.
    """

    ending: Ending
    places: tuple[int | None, ...]
    points: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Disclosed:
    """From now on whoever may see this game may see all of it."""


@dataclass(frozen=True, slots=True)
class GameContinued:
    """The people of this game have a new table: `next` is the id of the game that goes on from this one."""

    next: str


Event = (
    GameOpened
    | SeatTaken
    | SeatLeft
    | HostPassed
    | GameAbandoned
    | GameStarted
    | HandsDealt
    | CardTurnedUp
    | TurnPassed
    | CardLaid
    | CardsDrawn
    | DrawnCardKept
    | HandsPassed
    | DiscardShuffled
    | HandShuffledIn
    | RunOpened
    | RunTaken
    | RunLeftOpen
    | RunEnded
    | DirectionChanged
    | SeatSkipped
    | DebtRaised
    | DebtPaid
    | DebtCanceled
    | AnotherCardOwed
    | FreeCardGiven
    | WindowOpened
    | PlusThreeBroken
    | PlusThreeEvaded
    | WindowClosed
    | LastCardDeclared
    | LastCardForgotten
    | LastCardCalledOut
    | LastCardUnnoticed
    | StageReached
    | FinishHeldBack
    | TurnSettled
    | BotStoodIn
    | SeatReturned
    | ClockExtended
    | Intervened
    | SeatGivenUp
    | SeatFinished
    | GameFinished
    | Disclosed
    | GameContinued
)
