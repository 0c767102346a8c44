"""Whole games played at random, with every state on the way: the stuff that laws are tested on."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from games.engine.agreement import GOES_ON
from games.engine.commands import (
    CloseWindow,
    Command,
    Disclose,
    GiveUpAbsent,
    OpenGame,
    PlayMoves,
    Resign,
    Return,
    SettleTurn,
    StandIn,
    StartGame,
    TakeSeat,
)
from games.engine.editions import Edition
from games.engine.events import Event
from games.engine.moves import legal_moves
from games.engine.options import Value
from games.engine.rules import outcome
from games.engine.state import Phase, State
from tests.engine.boxes import SUPER_116
from tests.engine.mixes import Mix, plain

GAME = "0198f0c4-0000-7000-8000-000000000000"


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


@dataclass
class Playout:
    """One game in the making; `log` holds every event so far."""

    log: list[Event] = field(default_factory=list)
    state: State | None = None

    def give(self, command: Command) -> tuple[Event, ...]:
        events, self.state = outcome(self.state, command)
        self.log.extend(events)
        return events

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state


def lobby(seed: int, seats: int, *, edition: Edition = SUPER_116, **options: Value) -> Playout:
    playout = Playout()
    chosen = replace(edition.options, **options)  # type: ignore[arg-type]
    playout.give(OpenGame(GAME, edition, chosen, seats, seed_of(seed)))
    for seat in range(1, seats):
        playout.give(TakeSeat(seat))
    return playout


def started(seed: int, seats: int, *, edition: Edition = SUPER_116) -> Playout:
    playout = lobby(seed, seats, edition=edition)
    playout.give(StartGame(0))
    return playout


def opening(seed: int, mix: Mix) -> Iterator[Command]:
    """Yield the commands that open a game of this mix and deal it, all of it told by the seed."""
    some_seat = seed % mix.seats
    begins = some_seat if mix.options.first_seat in GOES_ON else None
    yield OpenGame(GAME, mix.edition, mix.options, mix.seats, seed_of(seed), begins, sealed=mix.sealed)
    yield from map(TakeSeat, range(1, mix.seats))
    yield StartGame(0, some_seat if mix.options.first_seat == "named" else None)


def dealt(seed: int, mix: Mix) -> Playout:
    """Return a game of this mix that has just been dealt."""
    playout = Playout()
    for command in opening(seed, mix):
        playout.give(command)
    return playout


def commands(state: State, chance: Random) -> Command:
    """Return some command that makes sense now: mostly a legal move, now and then the clock or a farewell.

    A bot moves for the seats whose players stay away; now and then one returns or is given up.
    """
    away = [seat for seat in state.in_play if state.stood_in[seat]]
    lot = chance.random() if away else 1.0
    if lot < 0.03:
        return PlayMoves(chance.choice(away), None, (Return(),))
    if lot < 0.04:
        return GiveUpAbsent(chance.choice(away))
    command = _with_everybody_there(state, chance)
    match command:
        # Some move for themselves though a bot stands in, and have returned by that.
        case PlayMoves(seat, int(turn), moves) if seat in away and lot > 0.08:
            return StandIn(seat, turn, tuple(move for move in moves if not isinstance(move, Return | Resign)))
        case _:
            return command


def _with_everybody_there(state: State, chance: Random) -> Command:
    lot = chance.random()
    if lot < 0.002:
        return PlayMoves(chance.choice(state.in_play), None, (Resign(),))
    if state.in_window:
        answers = [(seat, move) for seat in state.in_play for move in legal_moves(state, seat)]
        if lot < 0.5 or not answers:
            return CloseWindow(state.number)
        seat, move = chance.choice(answers)
        return PlayMoves(seat, state.number, (move,))
    if lot < 0.03:
        return SettleTurn(state.number)
    if lot < 0.06:
        asides = [(s, m) for s in state.in_play if s != state.seat for m in legal_moves(state, s)]
        if asides:
            seat, move = chance.choice(asides)
            return PlayMoves(seat, state.number, (move,))
    moves = legal_moves(state, state.seat)
    laying = [move for move in moves if type(move).__name__ == "Lay"]
    return PlayMoves(state.seat, state.number, (chance.choice(laying if lot > 0.4 and laying else moves),))


def play(seed: int, seats: int) -> Iterator[tuple[Playout, tuple[Event, ...]]]:
    """Play a game of `super-116` to its end; yield after each command the game and what it caused."""
    return ((playout, events) for playout, _, events in play_mix(seed, plain(seats=seats)))


def play_mix(seed: int, mix: Mix) -> Iterator[tuple[Playout, Command, tuple[Event, ...]]]:
    """Play a game of this mix to its end; yield after each command the game, the command and its events.

    One that is sealed is then disclosed.
    """
    chance = Random(seed)
    playout = dealt(seed, mix)
    while playout.now.phase is Phase.PLAYING:
        command = commands(playout.now, chance)
        yield playout, command, playout.give(command)
    if mix.sealed:
        yield playout, Disclose(), playout.give(Disclose())
