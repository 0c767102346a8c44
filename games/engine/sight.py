"""All that may be seen: what a seat, or somebody beside the table, sees of a state and of what happens.

The types in here cannot hold what is hidden. A viewer is a seat's number, or None for a spectator.
"""

from dataclasses import dataclass
from typing import NamedTuple, assert_never

from games.engine import events as ev
from games.engine.cards import Card, Color, Hand
from games.engine.commands import Move
from games.engine.events import Ending, Event, GameFinished, Pending
from games.engine.moves import legal_moves
from games.engine.options import Options
from games.engine.state import Phase, Run, State

# --- what a viewer sees of a state


class OwnSeat(NamedTuple):
    """What a seat sees of itself."""

    seat: int
    hand: Hand
    declared: bool
    stage: int
    drawn: Card | None  # the card just drawn, where the turn goes on for it to be laid


class SeatView(NamedTuple):
    """What everybody sees of a taken seat: how many cards it holds, never which."""

    seat: int
    cards: int
    declared: bool
    stage: int
    place: int | None
    absent: int
    bot: str | None  # the level of a bot that sits there
    stood_in: bool
    in_play: bool
    given_up: bool
    held_back: bool  # has emptied its hand with a +2, and finishes unless the debt comes back


class TableView(NamedTuple):
    """What lies on the table; of the pile and the discards only how many."""

    leading: Card | None
    color: Color | None
    top: tuple[Card, ...]
    pile: int
    discard: int
    direction: int
    debt: int
    run: Run | None
    plus_three: int | None  # the seat whose +3 may be answered


class TurnView(NamedTuple):
    """Whose turn it is; nobody's while a +3 may be answered."""

    number: int
    seat: int | None
    pending: Pending


class Secrets(NamedTuple):
    """What was hidden while the game ran, open after `Disclosed`."""

    seed: bytes
    hands: tuple[Hand, ...]


class View(NamedTuple):
    """Everything that one viewer may see of a game; with it a front end needs no rules."""

    edition: str
    phase: Phase
    options: Options
    commitment: str
    host: int | None
    you: OwnSeat | None
    seats: tuple[SeatView, ...]
    table: TableView | None
    turn: TurnView | None
    legal: tuple[Move, ...]
    result: "GameFinished | FinishSeen | None"  # points only after `Disclosed`
    secrets: Secrets | None
    sealed: bool  # the end of the game does not disclose it
    next: str | None  # the game that goes on from this one


def view(state: State, viewer: int | None) -> View:
    """Return what `viewer` may see of `state`: a seat's number, or None for a spectator."""
    setup = state.setup
    return View(
        edition=setup.edition,
        phase=state.phase,
        options=setup.options,
        commitment=setup.commitment,
        host=state.host,
        you=_own_seat(state, viewer),
        seats=tuple([_seat_view(state, seat) for seat in state.taken]),
        table=_table_view(state) if state.in_play else None,
        turn=_turn_view(state) if state.phase is Phase.PLAYING else None,
        legal=() if viewer is None else legal_moves(state, viewer),
        result=_result(state),
        secrets=Secrets(setup.seed, state.hands) if state.disclosed else None,
        sealed=setup.sealed,
        next=state.next,
    )


def _own_seat(state: State, seat: int | None) -> OwnSeat | None:
    # A seat that was given up sees what a spectator sees (rules I.3.8).
    if seat is None or state.given_up_points[seat] is not None:
        return None
    may_lay_it = state.pending is Pending.DRAWN_CARD and state.phase is Phase.PLAYING and seat == state.seat
    drawn = state.drawn if may_lay_it else None
    return OwnSeat(seat, state.hands[seat], state.declared[seat], state.stages[seat], drawn)


def _seat_view(state: State, seat: int) -> SeatView:
    return SeatView(
        seat,
        len(state.hands[seat]),
        state.declared[seat],
        state.stages[seat],
        state.places[seat],
        state.absent[seat],
        state.bots[seat],
        state.stood_in[seat],
        in_play=seat in state.in_play,
        given_up=state.given_up_points[seat] is not None,
        held_back=seat in state.held_back and state.phase is Phase.PLAYING,
    )


def _table_view(state: State) -> TableView:
    return TableView(
        state.leading,
        state.color,
        state.top,
        len(state.pile),
        len(state.discard),
        state.direction,
        state.debt,
        state.run,
        plus_three=state.seat if state.in_window else None,
    )


def _turn_view(state: State) -> TurnView:
    return TurnView(state.number, None if state.in_window else state.seat, state.pending)


def _result(state: State) -> "GameFinished | FinishSeen | None":
    finished = state.result
    return finished if finished is None or state.disclosed else _without_points(finished)


# --- what a viewer sees of what happens


@dataclass(frozen=True, slots=True)
class OpeningSeen:
    """`GameOpened` without its seed."""

    game: str
    edition: str
    box: tuple[tuple[Card, int], ...]
    options: Options
    rules: int
    seats: int
    commitment: str
    begins: int | None
    sealed: bool


@dataclass(frozen=True, slots=True)
class StartSeen:
    """`GameStarted` without the order of the pile."""

    packs: int
    seats: tuple[int, ...]
    pile: int


@dataclass(frozen=True, slots=True)
class DealSeen:
    """`HandsDealt` as one seat sees it: how many cards each has, and its own; a spectator has none."""

    counts: tuple[int, ...]
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class DrawSeen:
    """`CardsDrawn` of another seat: how many, never which."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class KeptSeen:
    """`DrawnCardKept` of another seat: that it may still lay, never what, nor whether the card fits."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassSeen:
    """`HandsPassed` as one seat sees it: how many cards each has now, and its own.

    A spectator has none, nor has a seat that is out of play.
    """

    seat: int
    direction: int
    counts: tuple[int, ...]
    hand: Hand | None
    declared: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class DiscardShuffleSeen:
    """`DiscardShuffled` without the order."""

    nonce: int
    pile: int


@dataclass(frozen=True, slots=True)
class HandShuffleSeen:
    """`HandShuffledIn` without the order."""

    seat: int
    nonce: int
    pile: int


@dataclass(frozen=True, slots=True)
class GiveUpSeen:
    """`SeatGivenUp` without the points of the hand that went back into the pile."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class FinishSeen:
    """`GameFinished` without points: they tell what the hands hold that nobody has seen."""

    ending: Ending
    places: tuple[int | None, ...]


EventInPart = (
    OpeningSeen
    | StartSeen
    | DealSeen
    | DrawSeen
    | KeptSeen
    | PassSeen
    | DiscardShuffleSeen
    | HandShuffleSeen
    | GiveUpSeen
    | FinishSeen
)
SeenEvent = Event | EventInPart


def redact(event: Event, viewer: int | None, *, disclosed: bool) -> SeenEvent:
    """Return `event` as `viewer` may see it; `disclosed`: the game is open in full to its readers.

    What holds nothing hidden, a seat's own draw, and everything after `Disclosed` comes back as it is.
    """
    if disclosed:
        return event
    match event:
        case ev.GameOpened():
            return OpeningSeen(
                event.game,
                event.edition,
                event.box,
                event.options,
                event.rules,
                event.seats,
                event.commitment,
                event.begins,
                event.sealed,
            )
        case ev.GameStarted(packs, seats, pile):
            return StartSeen(packs, seats, len(pile))
        case ev.HandsDealt(hands):
            return DealSeen(_counts(hands), _own(hands, viewer))
        case ev.HandsPassed(seat, direction, hands, declared):
            # Nobody in play holds nothing: whoever was given up sees what a spectator sees (rules I.3.8).
            return PassSeen(seat, direction, _counts(hands), _own(hands, viewer) or None, declared)
        case ev.DrawnCardKept(seat):
            return event if seat == viewer else KeptSeen(seat)
        case ev.CardsDrawn(seat, cards):
            return event if seat == viewer else DrawSeen(seat, len(cards))
        case ev.DiscardShuffled(nonce, pile):
            return DiscardShuffleSeen(nonce, len(pile))
        case ev.HandShuffledIn(seat, nonce, pile):
            return HandShuffleSeen(seat, nonce, len(pile))
        case ev.SeatGivenUp(seat, place, _):
            return GiveUpSeen(seat, place)
        case ev.GameFinished():
            return _without_points(event)
        case (
            ev.SeatTaken()
            | ev.SeatLeft()
            | ev.HostPassed()
            | ev.GameAbandoned()
            | ev.CardTurnedUp()
            | ev.TurnPassed()
            | ev.CardLaid()
            | ev.RunOpened()
            | ev.RunTaken()
            | ev.RunLeftOpen()
            | ev.RunEnded()
            | ev.DirectionChanged()
            | ev.SeatSkipped()
            | ev.DebtRaised()
            | ev.DebtPaid()
            | ev.DebtCanceled()
            | ev.AnotherCardOwed()
            | ev.FreeCardGiven()
            | ev.WindowOpened()
            | ev.PlusThreeBroken()
            | ev.PlusThreeEvaded()
            | ev.WindowClosed()
            | ev.LastCardDeclared()
            | ev.LastCardForgotten()
            | ev.LastCardCalledOut()
            | ev.LastCardUnnoticed()
            | ev.StageReached()
            | ev.FinishHeldBack()
            | ev.TurnSettled()
            | ev.BotStoodIn()
            | ev.SeatReturned()
            | ev.ClockExtended()
            | ev.Intervened()
            | ev.SeatFinished()
            | ev.Disclosed()
            | ev.GameContinued()
        ):
            return event
        case _:
            assert_never(event)


def _without_points(finished: GameFinished) -> FinishSeen:
    return FinishSeen(finished.ending, finished.places)


def _counts(hands: tuple[Hand, ...]) -> tuple[int, ...]:
    return tuple(len(hand) for hand in hands)


def _own(hands: tuple[Hand, ...], viewer: int | None) -> Hand | None:
    return None if viewer is None else hands[viewer]
