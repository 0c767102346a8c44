"""Folding events into states: bookkeeping alone, so that an old game never changes with the rules."""

from collections.abc import Iterable
from typing import assert_never

from games.engine import events as ev
from games.engine.cards import OPENS_A_RUN, with_cards, without_card
from games.engine.events import Event, Pending
from games.engine.state import Phase, Run, Setup, State, changed


class NotALog(ValueError):
    """These events are not the log of a game: the first must be `GameOpened`, and no other."""


def replay(events: Iterable[Event]) -> State:
    """Return the state that a whole log leaves.

    :raises NotALog: where it is empty or does not begin with `GameOpened`.
    """
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise NotALog("a log has at least one event")
    return state


def evolve(state: State | None, event: Event) -> State:
    """Return the state after `event`; `state` is None before the first.

    :raises NotALog: for `GameOpened` on a game, or anything else before it.
    """
    if state is not None:
        return booked(state, event)
    if not isinstance(event, ev.GameOpened):
        raise NotALog("a log begins with GameOpened")
    return _opened(event)


def booked(state: State, event: Event) -> State:
    """Return the state after `event` in a game that has been opened.

    :raises NotALog: for `GameOpened`.
    """
    match event:
        case ev.CardLaid():
            return _laid(state, event)
        case ev.TurnPassed():
            return _passed(state, event)
        case ev.CardsDrawn():
            return _drawn(state, event)
        case ev.RunOpened(seat, color):
            return changed(state, run=Run(color, seat, only_takis=True), pending=Pending.RUN)
        case ev.RunTaken(seat):
            assert state.run is not None
            return changed(state, run=state.run._replace(seat=seat), pending=Pending.RUN)
        case ev.RunLeftOpen():
            assert state.run is not None
            return changed(state, run=state.run._replace(seat=None), pending=Pending.ORDINARY)
        case ev.RunEnded():
            return changed(state, run=None, pending=_free_of(Pending.RUN, state))
        case ev.DebtRaised(total):
            return changed(state, debt=total)
        case ev.DebtPaid() | ev.DebtCanceled():
            return changed(state, debt=0, pending=_free_of(Pending.DEBT, state))
        case ev.AnotherCardOwed():
            return changed(state, pending=Pending.PLUS)
        case ev.FreeCardGiven():
            return changed(state, pending=Pending.KING)
        case ev.WindowOpened():
            return changed(state, pending=Pending.PLUS_THREE, windows=(*state.windows, state.number))
        case ev.WindowClosed():
            return changed(state, pending=Pending.ORDINARY)
        case ev.DirectionChanged(direction):
            return changed(state, direction=direction)
        case ev.LastCardDeclared(seat):
            return changed(state, declared=_put(state.declared, seat, True))
        case ev.LastCardForgotten(seat) | ev.LastCardCalledOut(seat, _) | ev.LastCardUnnoticed(seat):
            return changed(state, forgot_in=_put(state.forgot_in, seat, state.number))
        case ev.TurnSettled(seat):
            return changed(state, absent=_put(state.absent, seat, state.absent[seat] + 1))
        case ev.BotStoodIn(seat):
            return changed(state, stood_in=_put(state.stood_in, seat, True))
        case ev.SeatReturned(seat):
            back = _put(state.stood_in, seat, False)
            return changed(state, absent=_put(state.absent, seat, 0), stood_in=back)
        case ev.StageReached(seat, stage):
            return changed(state, stages=_put(state.stages, seat, stage))
        case ev.FinishHeldBack(seat):
            return changed(state, held_back=(*state.held_back, seat))
        case ev.DrawnCardKept(_, card):
            return changed(state, drawn=card, pending=Pending.DRAWN_CARD)
        case ev.HandsPassed():
            return _hands_passed(state, event)
        case ev.DiscardShuffled(_, pile):
            return changed(state, pile=pile, discard=(), shuffles=state.shuffles + 1)
        case (
            ev.SeatSkipped()
            | ev.PlusThreeBroken()
            | ev.PlusThreeEvaded()
            | ev.ClockExtended()
            | ev.Intervened()
        ):
            return state
        case (
            ev.SeatTaken()
            | ev.SeatLeft()
            | ev.HostPassed()
            | ev.GameAbandoned()
            | ev.GameStarted()
            | ev.HandsDealt()
            | ev.CardTurnedUp()
        ):
            return _before_play(state, event)
        case (
            ev.SeatGivenUp()
            | ev.HandShuffledIn()
            | ev.SeatFinished()
            | ev.GameFinished()
            | ev.Disclosed()
            | ev.GameContinued()
        ):
            return _toward_the_end(state, event)
        case ev.GameOpened():
            raise NotALog("a game is opened once")
        case _:
            assert_never(event)


def _opened(event: ev.GameOpened) -> State:
    setup = Setup(
        event.game,
        event.edition,
        event.box,
        event.options,
        event.seats,
        event.seed,
        event.commitment,
        event.begins,
        event.sealed,
    )
    none, nobody = (0,) * event.seats, (None,) * event.seats
    return State(
        setup=setup,
        hands=((),) * event.seats,
        declared=(False,) * event.seats,
        single_since=none,
        forgot_in=none,
        absent=none,
        stood_in=(False,) * event.seats,
        bots=nobody,
        places=nobody,
        given_up_points=nobody,
        stages=(event.options.stages,) * event.seats,
    )


def _before_play(
    state: State,
    event: ev.SeatTaken
    | ev.SeatLeft
    | ev.HostPassed
    | ev.GameAbandoned
    | ev.GameStarted
    | ev.HandsDealt
    | ev.CardTurnedUp,
) -> State:
    match event:
        case ev.SeatTaken(seat, bot):
            taken = tuple(sorted((*state.taken, seat)))
            return changed(state, taken=taken, bots=_put(state.bots, seat, bot))
        case ev.SeatLeft(seat):
            taken, bots = _without(state.taken, seat), _put(state.bots, seat, None)
            return changed(state, taken=taken, bots=bots, host=None if state.host == seat else state.host)
        case ev.HostPassed(seat):
            return changed(state, host=seat)
        case ev.GameAbandoned():
            return changed(state, phase=Phase.ABANDONED)
        case ev.GameStarted(_, seats, pile):
            return changed(state, phase=Phase.PLAYING, in_play=seats, pile=pile, shuffles=state.shuffles + 1)
        case ev.HandsDealt(hands):
            dealt = sum(len(hand) for hand in hands)
            return changed(state, hands=hands, pile=state.pile[dealt:])
        case ev.CardTurnedUp(card, leads):
            if leads:
                return changed(state, pile=state.pile[1:], top=(card,), leading=card, color=card.color)
            return changed(state, pile=(*state.pile[1:], card))
        case _:
            assert_never(event)


def _laid(state: State, event: ev.CardLaid) -> State:
    seat, card = event.seat, event.card
    hand = without_card(state.hands[seat], card)
    # What the card asks for, if anything, is told by the events after it. In a run it asks for nothing.
    binds = state.pending is Pending.RUN or state.pending is Pending.PLUS_THREE
    after = changed(
        state,
        hands=_put(state.hands, seat, hand),
        color=event.color,
        pending=state.pending if binds else Pending.ORDINARY,
        drawn=None,
        stirred=True,
        discard=state.discard + state.top if event.leads else state.discard,
        top=(card,) if event.leads else (*state.top, card),
        leading=card if event.leads else state.leading,
    )
    if state.run is not None and state.run.only_takis and card.figure not in OPENS_A_RUN:
        after = changed(after, run=state.run._replace(only_takis=False))
    return _come_to_one(after, seat) if len(hand) == 1 else after


def _hands_passed(state: State, event: ev.HandsPassed) -> State:
    after = changed(state, hands=event.hands, declared=event.declared)
    for seat in state.in_play:
        if len(event.hands[seat]) == 1:
            after = _come_to_one(after, seat)
    return after


def _passed(state: State, event: ev.TurnPassed) -> State:
    idle = 0 if state.stirred else state.idle_turns + (state.number > 0)
    return changed(
        state,
        seat=event.seat,
        number=event.number,
        pending=event.pending,
        drawn=None,
        stirred=False,
        idle_turns=idle,
    )


def _free_of(bond: Pending, state: State) -> Pending:
    return Pending.ORDINARY if state.pending is bond else state.pending


def _drawn(state: State, event: ev.CardsDrawn) -> State:
    if not event.cards:
        return state
    seat = event.seat
    hand = with_cards(state.hands[seat], event.cards)
    after = changed(
        state,
        hands=_put(state.hands, seat, hand),
        pile=state.pile[len(event.cards) :],
        declared=_put(state.declared, seat, False) if state.declared[seat] else state.declared,
        stirred=True,
    )
    if seat in state.held_back:
        after = changed(after, held_back=_without(state.held_back, seat))
    return _come_to_one(after, seat) if len(hand) == 1 else after


def _come_to_one(state: State, seat: int) -> State:
    # What was forgotten before is paid for: this card can be forgotten anew, in the same turn too.
    return changed(
        state,
        single_since=_put(state.single_since, seat, state.number),
        forgot_in=_put(state.forgot_in, seat, 0),
    )


def _toward_the_end(
    state: State,
    event: (
        ev.SeatGivenUp
        | ev.HandShuffledIn
        | ev.SeatFinished
        | ev.GameFinished
        | ev.Disclosed
        | ev.GameContinued
    ),
) -> State:
    match event:
        case ev.SeatGivenUp(seat, place, points):
            return changed(
                state,
                in_play=_without(state.in_play, seat),
                held_back=_without(state.held_back, seat),
                places=_put(state.places, seat, place),
                given_up_points=_put(state.given_up_points, seat, points),
                declared=_put(state.declared, seat, False),
                stirred=True,  # its cards come back into the game: nothing stands still
            )
        case ev.HandShuffledIn(seat, _, pile):
            return changed(state, hands=_put(state.hands, seat, ()), pile=pile, shuffles=state.shuffles + 1)
        case ev.SeatFinished(seat, place):
            return changed(
                state,
                in_play=_without(state.in_play, seat),
                held_back=_without(state.held_back, seat),
                places=_put(state.places, seat, place),
            )
        case ev.GameFinished(_, places, _):
            return changed(state, phase=Phase.FINISHED, places=places, result=event)
        case ev.Disclosed():
            return changed(state, disclosed=True)
        case ev.GameContinued(next_):
            return changed(state, next=next_)
        case _:
            assert_never(event)


def _without(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat != gone)


def _put[T](values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    put = list(values)
    put[seat] = value
    return tuple(put)
