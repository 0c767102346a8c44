"""The JSON forms of what happens in play and at the end; which event becomes which is in `events`."""

from typing import Annotated, Literal

from msgspec import Meta

from games.engine.cards import Color
from games.engine.events import Ending, Pending
from games.wire.lobby_events import AllHands, Happening, OwnHand, Pile, Shuffles
from games.wire.values import CardCode, Count, Id, Place, PointsBySeat, SeatNumber, Stage, TurnNumber


class TurnPassed(Happening, frozen=True, tag="turn_passed", kw_only=True):
    """It is now this seat's turn, perhaps again."""

    seat: SeatNumber
    number: TurnNumber
    pending: Pending


class DiscardShuffled(Happening, frozen=True, tag="discard_shuffled", kw_only=True):
    """All discards but the leading card, and what lies above it, became the pile."""

    nonce: Shuffles
    count: Count
    pile: Pile


class HandShuffledIn(Happening, frozen=True, tag="hand_shuffled_in", kw_only=True):
    """A given-up seat's hand and the pile were shuffled together."""

    seat: SeatNumber
    nonce: Shuffles
    count: Count
    pile: Pile


class CardLaid(Happening, frozen=True, tag="card_laid", kw_only=True):
    """A card went from a hand onto the heap; one that does not lead lets the one beneath lead on."""

    seat: SeatNumber
    card: CardCode
    color: Annotated[Color | None, Meta(description="The color to follow from now on.")]
    leads: bool


class CardsDrawn(Happening, frozen=True, tag="cards_drawn", kw_only=True):
    """Cards went from the pile into a hand; perhaps none, where nothing was left."""

    seat: SeatNumber
    count: Count
    cards: Annotated[list[CardCode] | None, Meta(description="Null where the reader may not see them.")]


class DrawnCardKept(Happening, frozen=True, tag="drawn_card_kept", kw_only=True):
    """After drawing one card the turn goes on: it may be laid, if it fits."""

    seat: SeatNumber
    card: Annotated[
        CardCode | None,
        Meta(description="The card that may be laid; null where it does not fit, and for all other readers."),
    ]


class HandsPassed(Happening, frozen=True, tag="hands_passed", kw_only=True):
    """A card of this seat sent every hand on to a neighbor; lists tell, by seat, what is held afterwards."""

    seat: SeatNumber
    direction: Annotated[
        Literal[1, -1], Meta(description="1: to the next higher seat in play, -1: to the next lower.")
    ]
    counts: list[Count]
    hands: AllHands
    hand: OwnHand
    declared: Annotated[list[bool], Meta(description="Whose single card counts as declared.")]


class RunOpened(Happening, frozen=True, tag="run_opened", kw_only=True):
    """A TAKI or Super TAKI opened a run of this color."""

    seat: SeatNumber
    color: Color


class RunTaken(Happening, frozen=True, tag="run_taken", kw_only=True):
    """A run that had been left open is now this seat's."""

    seat: SeatNumber


class RunLeftOpen(Happening, frozen=True, tag="run_left_open", kw_only=True):
    """The run stays open and belongs to nobody."""


class RunEnded(Happening, frozen=True, tag="run_ended", kw_only=True):
    """The run is over."""


class DirectionChanged(Happening, frozen=True, tag="direction_changed", kw_only=True):
    """Play goes on in this direction: 1 by rising seat numbers, -1 by falling."""

    direction: Literal[1, -1]


class SeatSkipped(Happening, frozen=True, tag="seat_skipped", kw_only=True):
    """This seat loses its turn to a Stop."""

    seat: SeatNumber


class DebtRaised(Happening, frozen=True, tag="debt_raised", kw_only=True):
    """So many cards are owed in all."""

    total: Count


class DebtPaid(Happening, frozen=True, tag="debt_paid", kw_only=True):
    """The cards owed were drawn, or as many as there were."""


class DebtCanceled(Happening, frozen=True, tag="debt_canceled", kw_only=True):
    """Nothing is owed any more."""


class AnotherCardOwed(Happening, frozen=True, tag="another_card_owed", kw_only=True):
    """A Plus asks this seat for one more card in the same turn."""

    seat: SeatNumber


class FreeCardGiven(Happening, frozen=True, tag="free_card_given", kw_only=True):
    """A King gives this seat one free card in the same turn."""

    seat: SeatNumber


class WindowOpened(Happening, frozen=True, tag="window_opened", kw_only=True):
    """A +3 of this seat waits to be answered."""

    seat: SeatNumber


class PlusThreeBroken(Happening, frozen=True, tag="plus_three_broken", kw_only=True):
    """This seat's Breaker turned the +3 against the one who laid it."""

    seat: SeatNumber


class PlusThreeEvaded(Happening, frozen=True, tag="plus_three_evaded", kw_only=True):
    """This seat's King keeps it out of the +3."""

    seat: SeatNumber


class WindowClosed(Happening, frozen=True, tag="window_closed", kw_only=True):
    """The +3 can no longer be answered."""


class LastCardDeclared(Happening, frozen=True, tag="last_card_declared", kw_only=True):
    """This seat said "last card"."""

    seat: SeatNumber


class LastCardForgotten(Happening, frozen=True, tag="last_card_forgotten", kw_only=True):
    """This seat held one card and had not said so: the penalty follows."""

    seat: SeatNumber


class LastCardCalledOut(Happening, frozen=True, tag="last_card_called_out", kw_only=True):
    """This seat held one card, and another said so before it did: the penalty follows."""

    seat: SeatNumber
    by: SeatNumber


class LastCardUnnoticed(Happening, frozen=True, tag="last_card_unnoticed", kw_only=True):
    """This seat held one card and had not said so; the next seat moved before anybody called it out."""

    seat: SeatNumber


class StageReached(Happening, frozen=True, tag="stage_reached", kw_only=True):
    """This seat emptied its hand and goes on in the next lower stage, with a new hand that follows."""

    seat: SeatNumber
    stage: Stage


class FinishHeldBack(Happening, frozen=True, tag="finish_held_back", kw_only=True):
    """This seat emptied its hand with a +2: it finishes unless the debt comes back to it."""

    seat: SeatNumber


class TurnSettled(Happening, frozen=True, tag="turn_settled", kw_only=True):
    """This seat's time was up: the rest of its turn was played for it."""

    seat: SeatNumber


class BotStoodIn(Happening, frozen=True, tag="bot_stood_in", kw_only=True):
    """So many turns of this seat were settled in a row that a bot plays for it until its player returns."""

    seat: SeatNumber


class SeatReturned(Happening, frozen=True, tag="seat_returned", kw_only=True):
    """A seat whose turns had been settled, or played by a bot, moves for itself again."""

    seat: SeatNumber


class ClockExtended(Happening, frozen=True, tag="clock_extended", kw_only=True):
    """The time of an outage is given back: to the running turn, and to all who are waited for."""

    seconds: Annotated[
        Count, Meta(description="The running turn ends so much later; 0 where none runs, as in a +3 window.")
    ]
    waiting: Annotated[
        Count,
        Meta(
            description="`gives_up_at` of each seat is up to so much later, never by more than it has waited."
        ),
    ]


class Intervened(Happening, frozen=True, tag="intervened", kw_only=True):
    """An operator steps in: what follows in the same command was done by them, for this reason."""

    reason: str


class SeatGivenUp(Happening, frozen=True, tag="seat_given_up", kw_only=True):
    """This seat is out of play, with the last place that was free."""

    seat: SeatNumber
    place: Place
    points: Annotated[
        Count | None, Meta(description="What its hand was worth; null until the game is disclosed.")
    ]


class SeatFinished(Happening, frozen=True, tag="seat_finished", kw_only=True):
    """This seat emptied its hand."""

    seat: SeatNumber
    place: Place


class GameFinished(Happening, frozen=True, tag="game_finished", kw_only=True):
    """The game is over; lists have an entry for each place at the table, null where nobody sat."""

    ending: Ending
    places: list[Place | None]
    points: PointsBySeat


class Disclosed(Happening, frozen=True, tag="disclosed", kw_only=True):
    """From now on whoever may see this game may see all of it."""


class GameContinued(Happening, frozen=True, tag="game_continued", kw_only=True):
    """The people of this game have a new table."""

    next: Annotated[Id, Meta(description="The game that goes on from this one.")]
