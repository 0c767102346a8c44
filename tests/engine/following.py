"""A front end that knows no rules: it folds the events it is shown into the view it once fetched."""

from typing import assert_never

from games.engine import events as ev
from games.engine import sight
from games.engine.cards import OPENS_A_RUN, Card, Color, with_cards, without_card
from games.engine.events import Pending
from games.engine.sight import SeatView, SeenEvent, TableView, TurnView, View
from games.engine.state import Phase, Run


def follow(view: View, event: SeenEvent) -> View:
    """Return the view after a seen event, all but `legal`, for which rules are needed."""
    view = view._replace(legal=())
    match event:
        case ev.SeatTaken(seat, bot):
            sitting = [
                *view.seats,
                SeatView(
                    seat,
                    0,
                    declared=False,
                    stage=view.options.stages,
                    place=None,
                    absent=0,
                    bot=bot,
                    stood_in=False,
                    in_play=False,
                    given_up=False,
                    held_back=False,
                ),
            ]
            return view._replace(seats=tuple(sorted(sitting, key=lambda one: one.seat)))
        case ev.SeatLeft(seat):
            host = None if view.host == seat else view.host
            return view._replace(host=host, seats=tuple(one for one in view.seats if one.seat != seat))
        case ev.HostPassed(seat):
            return view._replace(host=seat)
        case ev.GameAbandoned():
            return _at_rest(view._replace(phase=Phase.ABANDONED))
        case sight.StartSeen(_, seats, pile):
            table = TableView(None, None, (), pile, 0, 1, 0, None, None)
            playing = tuple(one._replace(in_play=one.seat in seats) for one in view.seats)
            turn = TurnView(0, 0, Pending.ORDINARY)
            return view._replace(phase=Phase.PLAYING, table=table, seats=playing, turn=turn)
        case sight.DealSeen(counts, hand):
            dealt = tuple(one._replace(cards=counts[one.seat]) for one in view.seats)
            view = view._replace(seats=dealt)
            you = view.you if view.you is None or hand is None else view.you._replace(hand=hand)
            return _table(view._replace(you=you), pile=_of(view).pile - sum(counts))
        case ev.CardTurnedUp(card, leads):
            if not leads:
                return view
            return _table(view, leading=card, color=card.color, top=(card,), pile=_of(view).pile - 1)
        case ev.TurnPassed(seat, number, pending):
            return _kept(view, None)._replace(turn=TurnView(number, seat, pending))
        case ev.CardLaid(seat, card, color, leads):
            return _laid(_kept(view, None), seat, card, color, leads=leads)
        case ev.CardsDrawn(seat, cards):
            view = _drawn(view, seat, len(cards))
            assert view.you is not None
            return view._replace(you=view.you._replace(hand=with_cards(view.you.hand, cards)))
        case sight.DrawSeen(seat, count):
            return _drawn(view, seat, count)
        case ev.DrawnCardKept(_, card):
            return _kept(_pending(view, Pending.DRAWN_CARD), card)
        case sight.KeptSeen():
            return _pending(view, Pending.DRAWN_CARD)
        case sight.PassSeen(_, _, counts, hand, declared):
            passed = tuple(
                one._replace(cards=counts[one.seat], declared=declared[one.seat]) for one in view.seats
            )
            view = view._replace(seats=passed)
            if view.you is None:
                return view
            kept = view.you.hand if hand is None else hand  # out of play there is none
            return view._replace(you=view.you._replace(hand=kept, declared=declared[view.you.seat]))
        case sight.DiscardShuffleSeen(_, pile):
            return _table(view, pile=pile, discard=0)
        case sight.HandShuffleSeen(seat, _, pile):
            view = _table(_seat(view, seat, cards=0), pile=pile)
            if view.you is not None and view.you.seat == seat:
                return view._replace(you=view.you._replace(hand=()))
            return view
        case ev.RunOpened(seat, color):
            return _pending(_table(view, run=Run(color, seat, only_takis=True)), Pending.RUN)
        case ev.RunTaken(seat):
            return _pending(_table(view, run=_run(view)._replace(seat=seat)), Pending.RUN)
        case ev.RunLeftOpen():
            return _pending(_table(view, run=_run(view)._replace(seat=None)), Pending.ORDINARY)
        case ev.RunEnded():
            view = _table(view, run=None)
            return _pending(view, Pending.ORDINARY) if _turn(view).pending is Pending.RUN else view
        case ev.DirectionChanged(direction):
            return _table(view, direction=direction)
        case ev.DebtRaised(total):
            return _table(view, debt=total)
        case ev.DebtPaid() | ev.DebtCanceled():
            view = _table(view, debt=0)
            return _pending(view, Pending.ORDINARY) if _turn(view).pending is Pending.DEBT else view
        case ev.AnotherCardOwed():
            return _pending(view, Pending.PLUS)
        case ev.FreeCardGiven():
            return _pending(view, Pending.KING)
        case ev.WindowOpened(seat):
            turn = TurnView(_turn(view).number, None, Pending.PLUS_THREE)
            return _table(view, plus_three=seat)._replace(turn=turn)
        case ev.WindowClosed():
            author = _of(view).plus_three
            turn = TurnView(_turn(view).number, author, Pending.ORDINARY)
            return _table(view, plus_three=None)._replace(turn=turn)
        case ev.LastCardDeclared(seat):
            return _declared(view, seat, declared=True)
        case ev.TurnSettled(seat):
            (absent,) = (one.absent for one in view.seats if one.seat == seat)
            return _seat(view, seat, absent=absent + 1)
        case ev.BotStoodIn(seat):
            return _seat(view, seat, stood_in=True)
        case ev.SeatReturned(seat):
            return _seat(view, seat, absent=0, stood_in=False)
        case ev.SeatGivenUp(seat, place, _) | sight.GiveUpSeen(seat, place):
            you = None if view.you is not None and view.you.seat == seat else view.you
            gone = _seat(view, seat, in_play=False, given_up=True, declared=False, held_back=False)
            return _seat(gone, seat, place=place)._replace(you=you)
        case ev.SeatFinished(seat, place):
            return _seat(view, seat, place=place, in_play=False, held_back=False)
        case ev.FinishHeldBack(seat):
            return _seat(view, seat, held_back=True)
        case ev.StageReached(seat, stage):
            view = _seat(view, seat, stage=stage)
            mine = view.you is not None and view.you.seat == seat
            return view._replace(you=view.you._replace(stage=stage)) if mine and view.you else view
        case ev.GameFinished(_, places) | sight.FinishSeen(_, places):
            placed = tuple(one._replace(place=places[one.seat]) for one in view.seats)
            table = _of(view)._replace(plus_three=None)
            over = view._replace(phase=Phase.FINISHED, turn=None, result=event, seats=placed, table=table)
            return _at_rest(over)
        case ev.GameContinued(next_):
            return view._replace(next=next_)
        case (
            ev.SeatSkipped()
            | ev.PlusThreeBroken()
            | ev.PlusThreeEvaded()
            | ev.LastCardForgotten()
            | ev.LastCardCalledOut()
            | ev.LastCardUnnoticed()
            | ev.ClockExtended()
            | ev.Intervened()
            | ev.Disclosed()
        ):
            return view
        case (
            ev.GameOpened()
            | sight.OpeningSeen()
            | ev.GameStarted()
            | ev.HandsDealt()
            | ev.HandsPassed()
            | ev.DiscardShuffled()
            | ev.HandShuffledIn()
        ):
            raise AssertionError(f"no running game shows {event}")
        case _:
            assert_never(event)


def _of(view: View) -> TableView:
    assert view.table is not None
    return view.table


def _run(view: View) -> Run:
    run = _of(view).run
    assert run is not None
    return run


def _turn(view: View) -> TurnView:
    assert view.turn is not None
    return view.turn


def _table(view: View, **changes: object) -> View:
    return view._replace(table=_of(view)._replace(**changes))  # type: ignore[arg-type]


def _pending(view: View, pending: Pending) -> View:
    return view._replace(turn=_turn(view)._replace(pending=pending))


def _kept(view: View, card: Card | None) -> View:
    return view if view.you is None else view._replace(you=view.you._replace(drawn=card))


def _at_rest(view: View) -> View:
    seats = tuple(one._replace(held_back=False) for one in view.seats)
    return _kept(view, None)._replace(turn=None, seats=seats)


def _seat(view: View, seat: int, **changes: object) -> View:
    seats = (one._replace(**changes) if one.seat == seat else one for one in view.seats)  # type: ignore[arg-type]
    return view._replace(seats=tuple(seats))


def _cards(view: View, seat: int) -> int:
    return next(one.cards for one in view.seats if one.seat == seat)


def _declared(view: View, seat: int, *, declared: bool) -> View:
    view = _seat(view, seat, declared=declared)
    you = view.you
    if you is None or you.seat != seat:
        return view
    return view._replace(you=you._replace(declared=declared))


def _drawn(view: View, seat: int, count: int) -> View:
    view = _table(_seat(view, seat, cards=_cards(view, seat) + count), pile=_of(view).pile - count)
    return _declared(_seat(view, seat, held_back=False), seat, declared=False) if count else view


def _laid(view: View, seat: int, card: Card, color: Color | None, *, leads: bool) -> View:
    table = _of(view)
    discard = table.discard + len(table.top) if leads else table.discard
    top = (card,) if leads else (*table.top, card)
    leading = card if leads else table.leading
    run = table.run
    if run is not None and card.figure not in OPENS_A_RUN:
        run = run._replace(only_takis=False)
    view = _table(view, color=color, discard=discard, top=top, leading=leading, run=run)
    view = _seat(view, seat, cards=_cards(view, seat) - 1)
    if view.you is not None and view.you.seat == seat:
        view = view._replace(you=view.you._replace(hand=without_card(view.you.hand, card)))
    binds = _turn(view).pending in (Pending.RUN, Pending.PLUS_THREE)
    return view if binds else _pending(view, Pending.ORDINARY)
