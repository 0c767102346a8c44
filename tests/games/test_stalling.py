"""No table stalls: in every state of a running game something is due, and what is due moves the game on."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from uuid import UUID

import pytest

from games.engine import events as ev
from games.engine.commands import Command, GiveUpAbsent, PlayMoves, SettleTurn
from games.engine.events import Ending, Event
from games.engine.options import Value
from games.engine.rules import decide
from games.engine.state import Phase
from games.envelope import Recorded
from games.standing import Standing, due, due_at, fold, time_to_declare_ends
from tests.engine.boxes import SUPER_116
from tests.engine.mixes import Mix, every_mix, plain
from tests.engine.playouts import commands, opening

NOON = datetime(2040, 1, 1, 12, tzinfo=UTC)
PEOPLE = tuple(UUID(int=seat + 1) for seat in range(10))


class Watched:
    """A game with its standing, told command by command; persons sit in the order of their ids."""

    def __init__(self, seed: int, mix: Mix) -> None:
        self.now = NOON
        self.version = 0
        self._standing: Standing | None = None
        for command in opening(seed, mix):
            self.give(command)

    @property
    def standing(self) -> Standing:
        assert self._standing is not None
        return self._standing

    @property
    def is_running(self) -> bool:
        return self.standing.state.phase is Phase.PLAYING

    def give(self, command: Command) -> tuple[Event, ...]:
        events = decide(None if self._standing is None else self._standing.state, command)
        actor = PEOPLE[command.seat] if isinstance(command, PlayMoves) else None
        for event in events:
            self.version += 1
            subject = PEOPLE[event.seat] if isinstance(event, ev.SeatTaken) else None
            row = Recorded[Event](self.version, event, actor, subject, UUID(int=0), self.now, bytes(32))
            self._standing = fold(self._standing, row)
        return events

    def wait_for_the_clock(self) -> Command:
        """Let time pass until something is due, and some more where a player may first declare."""
        at = due_at(self.standing)
        assert at is not None, "nothing will ever be due"
        self.now = max(self.now, at)
        found = due(self.standing, now=self.now, heartbeat_at=self.now)
        if found is None:
            self.now = max(self.now, time_to_declare_ends(self.standing))
            found = due(self.standing, now=self.now, heartbeat_at=self.now)
        assert found is not None, "what is due is never asked for"
        return found


def played(seed: int, mix: Mix) -> Iterator[Watched]:
    """Play a game at random, at a human pace; yield it in every state in which it runs."""
    game, chance = Watched(seed, mix), Random(seed)
    while game.is_running:
        yield game
        game.now += timedelta(seconds=chance.randrange(40))
        game.give(commands(game.standing.state, chance))


@pytest.mark.parametrize("place", range(len(every_mix())))
def test_in_every_state_something_is_due_and_moves_the_game_on(place: int) -> None:
    for game in played(place, every_mix()[place]):
        then, standing = game.now, game.standing
        assert decide(standing.state, game.wait_for_the_clock()) != ()
        game.now = then


def without_players(seed: int, seats: int, **options: Value) -> tuple[Watched, list[Command]]:
    """Deal a game that everybody has left, and let the clock alone play it to its end."""
    mix = plain(SUPER_116, seats)
    game = Watched(seed, replace(mix, options=replace(mix.options, **options)))  # type: ignore[arg-type]
    asked: list[Command] = []
    while game.is_running:
        asked.append(game.wait_for_the_clock())
        game.give(asked[-1])
    return game, asked


@pytest.mark.parametrize("seats", [2, 3, 10])
def test_a_game_without_a_clock_that_everybody_left_ends_by_giving_up(seats: int) -> None:
    game, asked = without_players(1, seats, turn_seconds=0, give_up_after_seconds=60)
    assert asked == [GiveUpAbsent(seat) for seat in range(seats - 1)]
    result = game.standing.state.result
    assert result is not None
    assert (result.ending, result.places) == (Ending.LAST_SEAT, tuple(range(seats, 0, -1)))
    assert game.now == NOON + timedelta(seconds=60 * (seats - 1))


def test_a_game_with_a_clock_that_everybody_left_is_settled_turn_by_turn_and_given_up() -> None:
    game, asked = without_players(1, 2, turn_seconds=20, give_up_after_seconds=50)
    assert asked == [SettleTurn(1), SettleTurn(2), GiveUpAbsent(0)]
    assert game.now == NOON + timedelta(seconds=50)


def test_a_game_whose_players_stay_away_from_any_state_on_comes_to_its_end() -> None:
    for seed, mix in enumerate((plain(seats=2), plain(seats=4), *every_mix()[::9])):
        *_, game = islice(played(seed, mix), 25)
        while game.is_running:
            game.give(game.wait_for_the_clock())
        assert game.standing.state.result is not None
        assert due_at(game.standing) is None
