"""Random games under those laws that cost little: what `million` plays; the tests hold all laws over few."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.commands import CallOut, CloseTaki, Draw, EndTurn, Lay, Move, PlayMoves
from games.engine.editions import Edition, pack_of
from games.engine.history import replay
from games.engine.moves import legal_moves
from games.engine.refusals import Refused
from games.engine.rules import decide
from games.engine.sight import view
from games.engine.state import Phase, State
from tests.engine.mixes import SEATS, Mix, plain, some_mix
from tests.engine.playouts import Playout, commands, dealt

LOOK_EVERY = 64  # the laws that cost more are held after so many commands
MOST_COMMANDS = 100_000  # many times the longest game seen
ALIEN: tuple[Move, ...] = (Draw(), CloseTaki(), EndTurn(), *map(CallOut, range(4)))


class LawBroken(Exception):
    """A law does not hold; names it, and the game that shows it."""


@dataclass
class Tally:
    """What was played, and how often the rules said no where they had to."""

    games: int = 0
    moves: int = 0
    events: int = 0
    looks: int = 0
    refused: int = 0
    endings: Counter[str] = field(default_factory=Counter)


def play(edition: Edition, moves: int, *, random_options: bool, seed: int) -> Tally:
    """Play games with this box, at tables of every size in turn, until so many moves have been made.

    :raises LawBroken: where a law does not hold.
    """
    tally, chance = Tally(), Random(f"{seed} {edition.key} {random_options}")
    while tally.moves < moves:
        seats = SEATS[tally.games % len(SEATS)]
        mix = some_mix(chance, edition, seats) if random_options else plain(edition, seats)
        number = chance.randrange(1 << 32)
        try:
            _play_one(tally, number, mix)
        except (AssertionError, Refused, IndexError) as broken:
            raise LawBroken(f"{broken!r} in game {number} of {mix}") from broken
    return tally


def _play_one(tally: Tally, number: int, mix: Mix) -> None:
    chance, playout = Random(number), dealt(number, mix)
    box = _box_of(playout)
    for given in range(MOST_COMMANDS):
        state = playout.now
        if state.phase is not Phase.PLAYING:
            break
        command = commands(state, chance)  # one of those that are listed: refused it breaks a law
        playout.give(command)
        tally.moves += isinstance(command, PlayMoves)
        assert _count(playout.now) == box.total(), "a card was lost or made"
        if given % LOOK_EVERY == 0:
            _look(tally, playout.now, box, chance)
    _check_the_end(playout, box)
    tally.games += 1
    tally.events += len(playout.log)
    assert playout.now.result is not None
    tally.endings[playout.now.result.ending] += 1


def _box_of(playout: Playout) -> Counter[Card]:
    (packs,) = (event.packs for event in playout.log if isinstance(event, ev.GameStarted))
    return Counter(pack_of(playout.now.setup.box, packs))


def _count(state: State) -> int:
    return sum(map(len, state.hands)) + len(state.pile) + len(state.discard) + len(state.top)


def _cards(state: State) -> Counter[Card]:
    return Counter(chain(*state.hands, state.pile, state.discard, state.top))


def _check_the_end(playout: Playout, box: Counter[Card]) -> None:
    state = playout.now
    assert state.phase is Phase.FINISHED, "the game does not end"
    assert replay(playout.log) == state, "replay differs from what was lived"
    assert _cards(state) == box, "other cards than in the box"
    assert state.result is not None
    assert None not in state.result.places, "a seat has no place"


def _look(tally: Tally, state: State, box: Counter[Card], chance: Random) -> None:
    tally.looks += 1
    assert _cards(state) == box, "other cards than in the box"
    for viewer in (None, *range(state.setup.seats)):
        seen = view(state, viewer)
        assert [seat.cards for seat in seen.seats] == [len(hand) for hand in state.hands], "wrong counts"
        assert seen.secrets is None or state.disclosed, "secrets are shown"
        if viewer is not None:
            assert seen.you is None or seen.you.hand == state.hands[viewer], "not one's own hand"
            _check_moves(tally, state, viewer, seen.legal, chance)
    if state.phase is Phase.PLAYING and not state.in_window:
        assert legal_moves(state, state.seat), "nothing is possible"


def _check_moves(tally: Tally, state: State, seat: int, listed: tuple[Move, ...], chance: Random) -> None:
    for move in listed:
        decide(state, PlayMoves(seat, state.number, (move,)))
    for move in (chance.choice(ALIEN), *map(Lay, set(state.hands[seat]))):
        if move not in listed:
            try:
                decide(state, PlayMoves(seat, state.number, (move,)))
            except Refused:
                tally.refused += 1
            else:
                raise AssertionError(f"{move} is accepted and not listed")
