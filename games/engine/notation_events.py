"""The line that each event is written as; what a line is made of stands in `notation_forms`."""

from typing import Any, Final

from games.engine import events
from games.engine.events import Event
from games.engine.notation_forms import DEFAULT_NAMES, Form, Names, read_as
from games.engine.notation_values import KINDS

_REST: Final = " ; "

# Lines of one beginning stand with the more special first: `debt paid` before `debt 4`.
_LINES: Final[tuple[tuple[type[Event], str], ...]] = (
    # the lobby
    (
        events.GameOpened,
        "opened {edition:text} for {seats:number} ; game {game:text} rules {rules:number} seed {seed}"
        " commitment {commitment:text}{begins}{sealed} options {options} box {box}",
    ),
    (events.SeatTaken, "{seat} sat down{bot}"),
    (events.SeatLeft, "{seat} stood up"),
    (events.HostPassed, "host {seat}"),
    (events.GameAbandoned, "abandoned {reason}"),
    (events.GameStarted, "started {seats} ; packs {packs:number} pile {pile}"),
    (events.HandsDealt, "dealt ; {hands}"),
    (events.CardTurnedUp, "turned up {card}{leads:put_aside}"),
    # play
    (events.TurnPassed, "turn {seat} ; {number} {pending}"),
    (events.CardLaid, "{seat} lays {card} ; {color} {leads}"),
    (events.CardsDrawn, "{seat} draws {cards:count} ; {cards}"),
    (events.DrawnCardKept, "{seat} may lay what it drew ; {card:card_or_none}"),
    (events.HandsPassed, "{seat} passes hands {direction:way} ; declared {declared:flags} hands {hands}"),
    (events.DiscardShuffled, "discard shuffled {pile:count} ; {nonce:number} {pile}"),
    (events.HandShuffledIn, "{seat} shuffled in ; {nonce:number} {pile}"),
    (events.RunTaken, "run taken {seat}"),
    (events.RunLeftOpen, "run left open"),
    (events.RunEnded, "run ended"),
    (events.RunOpened, "run {color:color_word} {seat}"),
    (events.DirectionChanged, "direction {direction:number}"),
    (events.SeatSkipped, "skip {seat}"),
    (events.DebtPaid, "debt paid"),
    (events.DebtCanceled, "debt canceled"),
    (events.DebtRaised, "debt {total:number}"),
    (events.AnotherCardOwed, "{seat} owes another card"),
    (events.FreeCardGiven, "{seat} has a free card"),
    (events.WindowClosed, "window closed"),
    (events.WindowOpened, "window {seat}"),
    (events.PlusThreeBroken, "{seat} breaks +3"),
    (events.PlusThreeEvaded, "{seat} evades +3"),
    (events.LastCardDeclared, "{seat} says last card"),
    (events.LastCardForgotten, "{seat} forgot last card"),
    (events.LastCardCalledOut, "{seat} called out by {by:seat}"),
    (events.LastCardUnnoticed, "{seat} not called out"),
    (events.StageReached, "{seat} reaches stage {stage:number}"),
    (events.FinishHeldBack, "{seat} waits to finish"),
    (events.TurnSettled, "{seat} settled"),
    (events.BotStoodIn, "bot stands in for {seat}"),
    (events.SeatReturned, "{seat} returns"),
    (events.ClockExtended, "clock extended {seconds:number} waiting {waiting:number}"),
    # the end
    (events.Intervened, "operator ; {reason:line}"),
    (events.SeatGivenUp, "{seat} gives up place {place:number} points {points:number}"),
    (events.SeatFinished, "{seat} finishes {place:number}"),
    (events.GameFinished, "finished {ending} places {places:numbers} points {points:numbers}"),
    (events.Disclosed, "disclosed"),
    (events.GameContinued, "continued ; {next:text}"),
)
_FORMS: Final[dict[type[Event], Form[Any]]] = {kind: Form(kind, line, KINDS) for kind, line in _LINES}


def write_event(event: Event, names: Names = DEFAULT_NAMES) -> str:
    """Return the line that says all of the event: its brief part and, after ` ; `, what must be kept.

    :raises UnfitNames: where the seats' names could not be told apart, or a seat has none.
    """
    return _FORMS[type(event)].write(event, names)


def brief(event: Event, names: Names = DEFAULT_NAMES) -> str:
    """Return what people read of the event; cards that were drawn or shuffled are not in it.

    :raises UnfitNames: as `write_event`.
    """
    return write_event(event, names).partition(_REST)[0]


def read_event(text: str, names: Names = DEFAULT_NAMES) -> Event:
    """Return the event that `write_event` has written so.

    :raises Unreadable: where it never writes this.
    """
    event: Event = read_as(_FORMS.values(), text, names, wanted="an event")
    return event
