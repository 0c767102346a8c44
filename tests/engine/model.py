"""The whole graph of a small game: every state that any deal, any move and any draw can lead to.

A box of a few cards and two seats or three. The pile and the discards are heaps without an order. What
counts up for ever is left out of a state's key, as nothing that is possible later depends on it: the numbers
of turns, windows and shuffles. Seats are told from the one on turn on: around the table all are alike.
"""

from array import array
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from games.engine.cards import Card, Color, Hand, in_order
from games.engine.commands import CloseWindow, Command, PlayMoves
from games.engine.events import Pending
from games.engine.moves import legal_moves
from games.engine.options import Options
from games.engine.rules import outcome
from games.engine.shuffling import commitment
from games.engine.state import Phase, Setup, State, changed
from tests.engine.chances import every_outcome, hands_of

GAME = "0198f0c4-0000-7000-8000-000000000001"
SEED = bytes(32)
END = b"the end"
NOTHING = 255
MOST_STEPS = 20_000
_PENDING = {pending: at for at, pending in enumerate(Pending)}
_COLORS = {None: NOTHING} | {color: at for at, color in enumerate(Color)}


@dataclass
class Graph:
    """All states of a game with where each can lead; state 0 is the end of the game."""

    deals: int = 0
    keys: dict[bytes, int] = field(default_factory=lambda: {END: 0})
    sources: array[int] = field(default_factory=lambda: array("I"))
    targets: array[int] = field(default_factory=lambda: array("I"))
    dead_ends: list[State] = field(default_factory=list)
    losses: list[State] = field(default_factory=list)  # in which the cards are not those of the box

    @property
    def states(self) -> int:
        """How many states there are, the end being one."""
        return len(self.keys)

    @property
    def transitions(self) -> int:
        """How many steps there are from one state to another or to itself."""
        return len(self.sources)

    def without_end(self) -> int:
        """Return from how many states no way leads to the end."""
        before: list[list[int]] = [[] for _ in range(self.states)]
        for source, target in zip(self.sources, self.targets, strict=True):
            before[target].append(source)
        reached, waiting = {0}, [0]
        while waiting:
            for source in before[waiting.pop()]:
                if source not in reached:
                    reached.add(source)
                    waiting.append(source)
        return self.states - len(reached)


def explored(box: Hand, options: Options, *, seats: int = 2) -> Graph:
    """Return the graph of all games with these cards."""
    graph, cards = Graph(), Counter(box)
    waiting: deque[State] = deque()

    def number_of(state: State) -> int:
        key = key_of(state)
        if key not in graph.keys:
            graph.keys[key] = len(graph.keys)
            waiting.append(state)
        return graph.keys[key]

    for deal in deals(box, options, seats):
        number_of(deal)
        graph.deals += 1
    while waiting:
        state = waiting.popleft()
        source = graph.keys[key_of(state)]
        _look(graph, state, cards)
        targets = {number_of(after) for after in successors(state)}
        graph.sources.extend([source] * len(targets))
        graph.targets.extend(targets)
    return graph


def wandered(box: Hand, options: Options, *, games: int, seats: int = 2) -> Graph:
    """Return what random games with these cards come by, where the whole graph is too large.

    :raises AssertionError: where a game goes on for more than `MOST_STEPS`.
    """
    graph, cards, chance = Graph(), Counter(box), Random(seats)
    for _ in range(games):
        state = next(deals(tuple(chance.sample(box, len(box))), options, seats, in_any_order=True))
        graph.deals += 1
        for _ in range(MOST_STEPS):
            source = graph.keys.setdefault(key_of(state), graph.states)
            if source == 0:
                break
            _look(graph, state, cards)
            pile = tuple(chance.sample(state.pile, len(state.pile)))
            state = changed(state, pile=pile, shuffles=chance.randrange(1 << 32))
            state = outcome(state, chance.choice(list(possible(state)))).state
            graph.sources.append(source)
            graph.targets.append(graph.keys.setdefault(key_of(state), graph.states))
        assert state.phase is Phase.FINISHED, "the game does not end"
    return graph


def _look(graph: Graph, state: State, cards: Counter[Card]) -> None:
    if Counter(chain(*state.hands, state.pile, state.discard, state.top)) != cards:
        graph.losses.append(state)
    if not state.in_window and not legal_moves(state, state.seat):
        graph.dead_ends.append(state)


def deals(box: Hand, options: Options, seats: int, *, in_any_order: bool = False) -> Iterator[State]:
    """Yield the states with every way to deal these cards, each once; the first seat begins.

    `in_any_order`: the cards are dealt as they lie, the first ways first.
    """
    setup = Setup(GAME, "model", tuple(Counter(box).items()), options, seats, SEED, commitment(GAME, SEED))
    everyone, nobody, none = tuple(range(seats)), (None,) * seats, (0,) * seats
    cards = box if in_any_order else tuple(in_order(box))
    for hands, rest in _dealt(cards, options.hand_size, seats):
        for leading in dict.fromkeys(card for card in rest if card.color is not None):
            pile = list(rest)
            pile.remove(leading)
            yield State(
                setup=setup,
                phase=Phase.PLAYING,
                host=0,
                taken=everyone,
                in_play=everyone,
                hands=tuple(tuple(in_order(hand)) for hand in hands),
                pile=tuple(pile),
                top=(leading,),
                leading=leading,
                color=leading.color,
                number=1,
                stages=(options.stages,) * seats,
                declared=(False,) * seats,
                single_since=none,
                forgot_in=none,
                absent=none,
                bots=nobody,
                stood_in=(False,) * seats,
                places=nobody,
                given_up_points=nobody,
            )


def _dealt(cards: Hand, size: int, seats: int) -> Iterator[tuple[tuple[Hand, ...], Hand]]:
    if seats == 0:
        yield (), cards
        return
    for hand, rest in hands_of(cards, size):
        for hands, left in _dealt(rest, size, seats - 1):
            yield (hand, *hands), left


def successors(state: State) -> Iterator[State]:
    """Yield the state after every move of every seat, and after the end of a window, for every draw."""
    for command in possible(state):
        for told in every_outcome(state, command):
            yield told.state


def possible(state: State) -> Iterator[Command]:
    """Yield all that can be asked, but for resigning and the settling of a turn: the game goes on without."""
    for seat in state.in_play:
        for move in legal_moves(state, seat):
            yield PlayMoves(seat, state.number, (move,))
    if state.in_window:
        yield CloseWindow(state.number)


def key_of(state: State) -> bytes:
    """Return the same bytes for states from which the game can go on in the same ways, seats turned round."""
    if state.phase is not Phase.PLAYING:
        return END
    seats, first = state.setup.seats, state.seat
    around = [(first + step) % seats for step in range(seats)]
    run = state.run
    table = (
        _PENDING[state.pending],
        _COLORS[state.color],
        state.debt,
        state.stirred,
        state.idle_turns,
        # With two seats both directions lead to the other one.
        state.direction == 1 or seats == 2,
        NOTHING if state.leading is None else state.leading.index,
        NOTHING if state.drawn is None else state.drawn.index,
        *(
            (NOTHING,) * 3
            if run is None
            else (_COLORS[run.color], _from(run.seat, first, seats), run.only_takis)
        ),
        *(_from(seat, first, seats) for seat in state.held_back),
    )
    zones = [_zone(in_order(cards)) for cards in (state.pile, state.discard, state.top)]
    hands = [_zone(state.hands[seat]) + bytes(_of_seat(state, seat)) for seat in around]
    return b"".join([bytes(table), b"|", *zones, *hands])


def _from(seat: int | None, first: int, seats: int) -> int:
    return NOTHING if seat is None else (seat - first) % seats


def _of_seat(state: State, seat: int) -> tuple[int, ...]:
    # Of the turn in which a last card was forgotten only whether there is one bears on what is possible.
    place = state.places[seat]
    return (
        seat in state.in_play,
        state.declared[seat],
        state.forgot_in[seat] > 0,
        state.stages[seat],
        NOTHING if place is None else place,
    )


def _zone(cards: list[Card] | Hand) -> bytes:
    return bytes([len(cards), *(card.index for card in cards)])
