"""Whole states as they may be, made of what a seat sees and remembers; never of the state that is."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from games.bots.chance import Chance
from games.bots.memory import Memory
from games.engine.cards import Card, Color, Figure, in_order
from games.engine.commands import CallOut
from games.engine.events import Pending
from games.engine.shuffling import SEED_BYTES
from games.engine.sight import View
from games.engine.state import Setup, State, changed

_IN_THE_MIDDLE: Final = (Pending.PLUS, Pending.KING, Pending.RUN, Pending.DRAWN_CARD)
# How likely a hand is to be without one of these that chance would give it, once each seat had six turns;
# before that it grows from turn to turn. Seen in some hundred games of `normal` at four seats.
_LAID_SOONER: Final = MappingProxyType(
    {
        Figure.PLUS_THREE: 0.95,
        Figure.KING: 0.65,
        Figure.PLUS_TWO: 0.5,
        Figure.CHANGE_COLOR: 0.35,
        Figure.SUPER_TAKI: 0.25,
        Figure.STOP: 0.25,
    }
)
_TURNS_OF_A_SEAT: Final = 6


class Guesser:
    """Deals the cards that a seat has not seen, each time anew, to where they may be."""

    def __init__(self, view: View, memory: Memory) -> None:
        assert view.you is not None
        you, counts = view.you.seat, {one.seat: one.cards for one in view.seats}
        self._memory = memory
        self._known = tuple(
            view.you.hand if seat == you else known for seat, known in enumerate(memory.known)
        )
        self._missing = tuple(counts.get(seat, 0) - len(known) for seat, known in enumerate(self._known))
        self._unseen = in_order(memory.unseen.elements())
        self._frame = _frame(view, memory)
        self._laid_sooner = _laid_sooner(self._frame)

    def guess(self, chance: Chance) -> State:
        """Return a state that looks to the seat just as the one that is, by lot.

        A seat is less often given a color on which it drew a card instead of following, and figures that are
        mostly laid soon.
        """
        pile = self._unseen.copy()
        chance.shuffle(pile)
        hands = tuple(
            tuple(in_order((*known, *self._dealt(pile, missing, missed, chance)))) if missing else known
            for known, missing, missed in zip(self._known, self._missing, self._memory.missed, strict=True)
        )
        setup = self._frame.setup._replace(seed=chance.randbytes(SEED_BYTES))
        return changed(self._frame, setup=setup, hands=hands, pile=tuple(pile))

    def _dealt(
        self, pile: list[Card], count: int, missed: frozenset[Color], chance: Chance
    ) -> Iterator[Card]:
        for _ in range(count):
            card = pile.pop()
            if card.color in missed or chance.random() < self._laid_sooner.get(card.figure, 0.0):
                pile.insert(chance.randrange(len(pile) + 1), card)  # it may be any other card instead
                card = pile.pop()
            yield card


def _laid_sooner(state: State) -> Mapping[Figure, float]:
    grown = min(1.0, state.number / (_TURNS_OF_A_SEAT * len(state.in_play)))
    return {figure: part * grown for figure, part in _LAID_SOONER.items()}


def _frame(view: View, memory: Memory) -> State:
    """Return the state without hands and pile; what bears on no view and no move is as on the first turn."""
    table, turn, seats = view.table, view.turn, {one.seat: one for one in view.seats}
    assert table is not None
    assert turn is not None
    places = range(len(memory.known))
    seat = turn.seat if turn.seat is not None else table.plus_three
    assert seat is not None
    return State(
        setup=Setup("", view.edition, memory.box, view.options, len(places), b"", view.commitment),
        phase=view.phase,
        host=view.host,
        taken=tuple(seats),
        bots=tuple(seats[place].bot if place in seats else None for place in places),
        in_play=tuple(one.seat for one in view.seats if one.in_play),
        hands=memory.known,
        discard=memory.discard,
        top=table.top,
        leading=table.leading,
        color=table.color,
        direction=table.direction,
        number=turn.number,
        seat=seat,
        pending=turn.pending,
        debt=table.debt,
        run=table.run,
        drawn=view.you.drawn if view.you is not None else None,
        held_back=tuple(one.seat for one in view.seats if one.held_back),
        stages=tuple(seats[place].stage if place in seats else 1 for place in places),
        windows=(turn.number,) if turn.pending is Pending.PLUS_THREE else (),
        declared=tuple(place in seats and seats[place].declared for place in places),
        single_since=(0,) * len(places),
        forgot_in=tuple(_forgot_in(view, place) for place in places),
        absent=tuple(seats[place].absent if place in seats else 0 for place in places),
        stood_in=tuple(place in seats and seats[place].stood_in for place in places),
        places=tuple(seats[place].place if place in seats else None for place in places),
        given_up_points=tuple(0 if place in seats and seats[place].given_up else None for place in places),
    )


def _forgot_in(view: View, seat: int) -> int:
    # Whoever holds one card, has not said so and cannot be called out has paid for it, or got away.
    assert view.turn is not None
    one = next((one for one in view.seats if one.seat == seat), None)
    if one is None or view.options.last_card != "called_out" or CallOut(seat) in view.legal:
        return 0
    in_the_middle = seat == view.turn.seat and view.turn.pending in _IN_THE_MIDDLE
    return view.turn.number if one.cards == 1 and not one.declared and not in_the_middle else 0
