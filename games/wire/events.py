"""What happened, as one reader may see it, in its JSON form: every event passes `sight.redact` on its way."""

from typing import Literal, TypedDict, assert_never
from uuid import UUID

from games.engine import events as ev
from games.engine import sight
from games.engine.events import Event
from games.engine.options import as_mapping
from games.engine.sight import SeenEvent
from games.envelope import Recorded, instant
from games.wire import lobby_events as lobby
from games.wire import play_events as play
from games.wire.values import codes

type EventForm = (
    lobby.GameOpened
    | lobby.SeatTaken
    | lobby.SeatLeft
    | lobby.HostPassed
    | lobby.GameAbandoned
    | lobby.GameStarted
    | lobby.HandsDealt
    | lobby.CardTurnedUp
    | play.TurnPassed
    | play.CardLaid
    | play.CardsDrawn
    | play.DrawnCardKept
    | play.HandsPassed
    | play.DiscardShuffled
    | play.HandShuffledIn
    | play.RunOpened
    | play.RunTaken
    | play.RunLeftOpen
    | play.RunEnded
    | play.DirectionChanged
    | play.SeatSkipped
    | play.DebtRaised
    | play.DebtPaid
    | play.DebtCanceled
    | play.AnotherCardOwed
    | play.FreeCardGiven
    | play.WindowOpened
    | play.PlusThreeBroken
    | play.PlusThreeEvaded
    | play.WindowClosed
    | play.LastCardDeclared
    | play.LastCardForgotten
    | play.LastCardCalledOut
    | play.LastCardUnnoticed
    | play.StageReached
    | play.FinishHeldBack
    | play.TurnSettled
    | play.BotStoodIn
    | play.SeatReturned
    | play.ClockExtended
    | play.Intervened
    | play.SeatGivenUp
    | play.SeatFinished
    | play.GameFinished
    | play.Disclosed
    | play.GameContinued
)


type _BeforePlay = (
    ev.GameOpened
    | sight.OpeningSeen
    | ev.SeatTaken
    | ev.SeatLeft
    | ev.HostPassed
    | ev.GameAbandoned
    | ev.GameStarted
    | sight.StartSeen
    | ev.HandsDealt
    | sight.DealSeen
    | ev.CardTurnedUp
)


class _Stamp(TypedDict):
    version: int
    at: str


def event_form(recorded: Recorded[Event], viewer: int | None, *, disclosed: bool) -> EventForm:
    """Return the event as `viewer` may see it: a seat's number, or None for a spectator.

    `disclosed` says whether the game is open in full to its readers at the version that they are told of.
    """
    seen = sight.redact(recorded.event, viewer, disclosed=disclosed)
    stamp = _Stamp(version=recorded.version, at=instant(recorded.recorded_at))
    return _form(seen, stamp, recorded.subject)


def _form(seen: SeenEvent, stamp: _Stamp, subject: UUID | None) -> EventForm:
    # One long match on purpose: a new event or a new way to see one is missing here until it is thought of.
    match seen:
        case (
            ev.GameOpened()
            | sight.OpeningSeen()
            | ev.SeatTaken()
            | ev.SeatLeft()
            | ev.HostPassed()
            | ev.GameAbandoned()
            | ev.GameStarted()
            | sight.StartSeen()
            | ev.HandsDealt()
            | sight.DealSeen()
            | ev.CardTurnedUp()
        ):
            return _before_play(seen, stamp, subject)
        case ev.TurnPassed(seat, number, pending):
            return play.TurnPassed(**stamp, seat=seat, number=number, pending=pending)
        case ev.CardLaid(seat, card, color, leads):
            return play.CardLaid(**stamp, seat=seat, card=card.code, color=color, leads=leads)
        case ev.CardsDrawn(seat, cards):
            return play.CardsDrawn(**stamp, seat=seat, count=len(cards), cards=codes(cards))
        case sight.DrawSeen(seat, count):
            return play.CardsDrawn(**stamp, seat=seat, count=count, cards=None)
        case ev.DrawnCardKept(seat, kept):
            return play.DrawnCardKept(**stamp, seat=seat, card=None if kept is None else kept.code)
        case sight.KeptSeen(seat):
            return play.DrawnCardKept(**stamp, seat=seat, card=None)
        case ev.HandsPassed(seat, direction, hands, declared):
            return play.HandsPassed(
                **stamp,
                seat=seat,
                direction=_sign(direction),
                counts=[len(hand) for hand in hands],
                hands=[*map(codes, hands)],
                hand=None,
                declared=[*declared],
            )
        case sight.PassSeen(seat, direction, counts, hand, declared):
            return play.HandsPassed(
                **stamp,
                seat=seat,
                direction=_sign(direction),
                counts=[*counts],
                hands=None,
                hand=None if hand is None else codes(hand),
                declared=[*declared],
            )
        case ev.DiscardShuffled(nonce, pile):
            return play.DiscardShuffled(**stamp, nonce=nonce, count=len(pile), pile=codes(pile))
        case sight.DiscardShuffleSeen(nonce, count):
            return play.DiscardShuffled(**stamp, nonce=nonce, count=count, pile=None)
        case ev.HandShuffledIn(seat, nonce, pile):
            return play.HandShuffledIn(**stamp, seat=seat, nonce=nonce, count=len(pile), pile=codes(pile))
        case sight.HandShuffleSeen(seat, nonce, count):
            return play.HandShuffledIn(**stamp, seat=seat, nonce=nonce, count=count, pile=None)
        case ev.RunOpened(seat, color):
            return play.RunOpened(**stamp, seat=seat, color=color)
        case ev.RunTaken(seat):
            return play.RunTaken(**stamp, seat=seat)
        case ev.RunLeftOpen():
            return play.RunLeftOpen(**stamp)
        case ev.RunEnded():
            return play.RunEnded(**stamp)
        case ev.DirectionChanged(direction):
            return play.DirectionChanged(**stamp, direction=_sign(direction))
        case ev.SeatSkipped(seat):
            return play.SeatSkipped(**stamp, seat=seat)
        case ev.DebtRaised(total):
            return play.DebtRaised(**stamp, total=total)
        case ev.DebtPaid():
            return play.DebtPaid(**stamp)
        case ev.DebtCanceled():
            return play.DebtCanceled(**stamp)
        case ev.AnotherCardOwed(seat):
            return play.AnotherCardOwed(**stamp, seat=seat)
        case ev.FreeCardGiven(seat):
            return play.FreeCardGiven(**stamp, seat=seat)
        case ev.WindowOpened(seat):
            return play.WindowOpened(**stamp, seat=seat)
        case ev.PlusThreeBroken(seat):
            return play.PlusThreeBroken(**stamp, seat=seat)
        case ev.PlusThreeEvaded(seat):
            return play.PlusThreeEvaded(**stamp, seat=seat)
        case ev.WindowClosed():
            return play.WindowClosed(**stamp)
        case ev.LastCardDeclared(seat):
            return play.LastCardDeclared(**stamp, seat=seat)
        case ev.LastCardForgotten(seat):
            return play.LastCardForgotten(**stamp, seat=seat)
        case ev.LastCardCalledOut(seat, by):
            return play.LastCardCalledOut(**stamp, seat=seat, by=by)
        case ev.LastCardUnnoticed(seat):
            return play.LastCardUnnoticed(**stamp, seat=seat)
        case ev.StageReached(seat, stage):
            return play.StageReached(**stamp, seat=seat, stage=stage)
        case ev.FinishHeldBack(seat):
            return play.FinishHeldBack(**stamp, seat=seat)
        case ev.TurnSettled(seat):
            return play.TurnSettled(**stamp, seat=seat)
        case ev.BotStoodIn(seat):
            return play.BotStoodIn(**stamp, seat=seat)
        case ev.SeatReturned(seat):
            return play.SeatReturned(**stamp, seat=seat)
        case ev.ClockExtended(seconds, waiting):
            return play.ClockExtended(**stamp, seconds=seconds, waiting=waiting)
        case ev.Intervened(reason):
            return play.Intervened(**stamp, reason=reason)
        case ev.SeatGivenUp(seat, place, points):
            return play.SeatGivenUp(**stamp, seat=seat, place=place, points=points)
        case sight.GiveUpSeen(seat, place):
            return play.SeatGivenUp(**stamp, seat=seat, place=place, points=None)
        case ev.SeatFinished(seat, place):
            return play.SeatFinished(**stamp, seat=seat, place=place)
        case ev.GameFinished(ending, places, points_by_seat):
            return play.GameFinished(**stamp, ending=ending, places=[*places], points=[*points_by_seat])
        case sight.FinishSeen(ending, places):
            return play.GameFinished(**stamp, ending=ending, places=[*places], points=None)
        case ev.Disclosed():
            return play.Disclosed(**stamp)
        case ev.GameContinued(next_):
            return play.GameContinued(**stamp, next=next_)
        case _:
            assert_never(seen)


def _before_play(seen: _BeforePlay, stamp: _Stamp, subject: UUID | None) -> EventForm:
    match seen:
        case ev.GameOpened():
            return _opened(seen, stamp, seed=seen.seed)
        case sight.OpeningSeen():
            return _opened(seen, stamp, seed=None)
        case ev.SeatTaken(seat, bot):
            return lobby.SeatTaken(**stamp, seat=seat, player=_id(subject), bot=bot)
        case ev.SeatLeft(seat):
            return lobby.SeatLeft(**stamp, seat=seat, player=_id(subject))
        case ev.HostPassed(seat):
            return lobby.HostPassed(**stamp, seat=seat)
        case ev.GameAbandoned(reason):
            return lobby.GameAbandoned(**stamp, reason=reason)
        case ev.GameStarted(packs, seats, pile):
            return lobby.GameStarted(**stamp, packs=packs, seats=[*seats], count=len(pile), pile=codes(pile))
        case sight.StartSeen(packs, seats, count):
            return lobby.GameStarted(**stamp, packs=packs, seats=[*seats], count=count, pile=None)
        case ev.HandsDealt(hands):
            counts = [len(hand) for hand in hands]
            return lobby.HandsDealt(**stamp, counts=counts, hands=[*map(codes, hands)], hand=None)
        case sight.DealSeen(counts, hand):
            own = None if hand is None else codes(hand)
            return lobby.HandsDealt(**stamp, counts=[*counts], hands=None, hand=own)
        case ev.CardTurnedUp(card, leads):
            return lobby.CardTurnedUp(**stamp, card=card.code, leads=leads)
        case _:
            assert_never(seen)


def _opened(
    seen: ev.GameOpened | sight.OpeningSeen, stamp: _Stamp, *, seed: bytes | None
) -> lobby.GameOpened:
    return lobby.GameOpened(
        **stamp,
        game=seen.game,
        edition=seen.edition,
        box=[lobby.BoxCard(card.code, count) for card, count in seen.box],
        options=as_mapping(seen.options),
        rules=seen.rules,
        seats=seen.seats,
        commitment=seen.commitment,
        begins=seen.begins,
        sealed=seen.sealed,
        seed=None if seed is None else seed.hex(),
    )


def _sign(direction: int) -> Literal[1, -1]:
    return 1 if direction > 0 else -1


def _id(person: UUID | None) -> str | None:
    return None if person is None else str(person)
