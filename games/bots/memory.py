"""What a seat keeps in mind of what it was shown: cards that are out, cards that it knows, colors missed."""

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple, assert_never

from games.engine import events as ev
from games.engine import sight
from games.engine.cards import Card, Color, Hand, with_cards, without_card
from games.engine.editions import pack_of
from games.engine.seating import next_seat
from games.engine.sight import SeenEvent

Box = tuple[tuple[Card, int], ...]


class Memory(NamedTuple):
    """What one seat remembers of a game; tuples have one entry for each place at the table."""

    seat: int
    box: Box = ()
    packs: int = 1
    in_play: tuple[int, ...] = ()
    turn: int = 0  # whose it is
    color: Color | None = None
    debt: int = 0
    top: tuple[Card, ...] = ()  # the leading card and what lies above it
    discard: tuple[Card, ...] = ()  # beneath, since it was last shuffled
    known: tuple[Hand, ...] = ()  # cards that are in each hand for certain: all of its own
    missed: tuple[frozenset[Color], ...] = ()  # colors on which each seat drew instead of following

    @property
    def unseen(self) -> Counter[Card]:
        """The cards that are in the pile or in some hand, nobody can say which."""
        cards = Counter(pack_of(self.box, self.packs))
        cards.subtract([*self.top, *self.discard, *(card for hand in self.known for card in hand)])
        return +cards


def remember(events: Iterable[SeenEvent], seat: int) -> Memory:
    """Return what `seat` keeps in mind of these events, as redacted for it, from the first of the game on."""
    return reduce(noted, events, Memory(seat))


def noted(memory: Memory, event: SeenEvent) -> Memory:
    """Return the memory after one more event, as redacted for its seat."""
    match event:
        case sight.OpeningSeen() | ev.GameOpened():
            nothing: tuple[Hand, ...] = ((),) * event.seats
            missed: tuple[frozenset[Color], ...] = (frozenset(),) * event.seats
            return memory._replace(box=event.box, known=nothing, missed=missed)
        case sight.StartSeen(packs, seats) | ev.GameStarted(packs, seats):
            return memory._replace(packs=packs, in_play=seats)
        case sight.DealSeen(_, hand):
            return _knows(memory, memory.seat, hand or ())
        case ev.HandsDealt(hands):
            return _knows(memory, memory.seat, hands[memory.seat])
        case ev.CardTurnedUp(card, leads):
            return memory._replace(top=(card,), color=card.color) if leads else memory
        case ev.TurnPassed(seat):
            return memory._replace(turn=seat)
        case ev.CardLaid():
            return _laid(memory, event)
        case sight.DrawSeen(seat, count):
            return _drew(memory, seat, count)
        case ev.CardsDrawn(seat, cards):
            after = _drew(memory, seat, len(cards))
            return _knows(after, seat, with_cards(after.known[seat], cards))
        case sight.PassSeen(_, direction, _, hand):
            return _knows(_passed_on(memory, direction), memory.seat, hand or ())
        case ev.HandsPassed(_, direction, hands):
            return _knows(_passed_on(memory, direction), memory.seat, hands[memory.seat])
        case ev.DebtRaised(total):
            return memory._replace(debt=total)
        case ev.DebtPaid() | ev.DebtCanceled():
            return memory._replace(debt=0)
        case sight.DiscardShuffleSeen() | ev.DiscardShuffled():
            return memory._replace(discard=())
        case sight.HandShuffleSeen(seat) | ev.HandShuffledIn(seat):
            return _knows(memory, seat, ())
        case sight.GiveUpSeen(seat) | ev.SeatGivenUp(seat) | ev.SeatFinished(seat):
            return memory._replace(in_play=tuple(other for other in memory.in_play if other != seat))
        case (
            ev.SeatTaken()
            | ev.SeatLeft()
            | ev.HostPassed()
            | ev.GameAbandoned()
            | ev.DrawnCardKept()
            | sight.KeptSeen()
            | ev.RunOpened()
            | ev.RunTaken()
            | ev.RunLeftOpen()
            | ev.RunEnded()
            | ev.DirectionChanged()
            | ev.SeatSkipped()
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
            | ev.GameFinished()
            | sight.FinishSeen()
            | ev.Disclosed()
            | ev.GameContinued()
        ):
            return memory
        case _:
            assert_never(event)


def _knows(memory: Memory, seat: int, hand: Hand) -> Memory:
    return memory._replace(known=_put(memory.known, seat, hand))


def _laid(memory: Memory, event: ev.CardLaid) -> Memory:
    seat, card = event.seat, event.card
    if card in memory.known[seat]:
        memory = _knows(memory, seat, without_card(memory.known[seat], card))
    return memory._replace(
        color=event.color,
        top=(card,) if event.leads else (*memory.top, card),
        discard=memory.discard + memory.top if event.leads else memory.discard,
    )


def _drew(memory: Memory, seat: int, count: int) -> Memory:
    # Whoever draws one card in its own turn, owing nothing, had most likely nothing of the color to lay.
    if count > 1:
        missed = frozenset[Color]()
    elif count and seat == memory.turn and not memory.debt and memory.color is not None:
        missed = memory.missed[seat] | {memory.color}
    else:
        return memory
    return memory._replace(missed=_put(memory.missed, seat, missed))


def _passed_on(memory: Memory, direction: int) -> Memory:
    known, missed = memory.known, memory.missed
    for giver in memory.in_play:
        taker = next_seat(giver, direction=direction, seats=len(known), in_play=memory.in_play)
        known = _put(known, taker, memory.known[giver])
        missed = _put(missed, taker, memory.missed[giver])
    return memory._replace(known=known, missed=missed)


def _put[T](values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
