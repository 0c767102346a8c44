"""Tournaments told in a few words: given what happened, when somebody asks, then exactly this happens.

Settings, events and commands have short builders here; nothing is tested in this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Self

import pytest

from games import boxes
from games.engine.options import choose
from games.tournaments import commands as cmd
from games.tournaments import events as ev
from games.tournaments.chance import commitment
from games.tournaments.commands import Command
from games.tournaments.deciding import RULES_VERSION, decide
from games.tournaments.events import Event, Removal
from games.tournaments.kinds import Kind
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import Settings
from games.tournaments.state import State, evolve

ID = "01948f2e-5c00-7000-8000-000000000001"
SEED = bytes(range(32))
# Ids of games need only differ.
GAMES = tuple(f"game-{number}" for number in range(500))
ANEW = tuple(f"anew-{number}" for number in range(500))
WHY = "as the rules of the club say"

_OPTIONS_OF: Mapping[Kind, Mapping[str, object]] = {
    Kind.SERIES: {"scoring": "series"},
    Kind.STAGES: {"stages": 8},
}
_SETTINGS_OF: Mapping[Kind, Mapping[str, Any]] = {Kind.SERIES: {"rounds": 3}}


def planned(
    kind: Kind = Kind.SWISS, *, options: Mapping[str, object] | None = None, **changes: Any
) -> Settings:
    """Return settings that can be played: tables of two and four entrants, where nothing else is said."""
    edition = boxes.editions()["super-116"]
    chosen = choose(edition.options, _OPTIONS_OF.get(kind, {}) if options is None else options)
    size = 4 if kind is Kind.STAGES else 2
    said: dict[str, Any] = {"name": "Club night", "table_size": size, "entrants_limit": 4}
    said |= {**_SETTINGS_OF.get(kind, {}), **changes}
    return Settings(kind=kind, edition=edition.key, box=edition.box, options=chosen, **said)


def fold(events: Iterable[Event]) -> State:
    """Return the state that these events leave."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


class Asked:
    """A command that is put to a tournament."""

    def __init__(self, scene: "Scene", command: Command) -> None:
        self._scene = scene
        self._command = command

    def then(self, *expected: Event) -> "Scene":
        """Expect exactly these events, and go on from there."""
        told = decide(self._scene.state, self._command)
        assert told == expected
        return self._scene.after(told)

    def refused(
        self, refusal: Refusal, *, field: str | None = None, allowed: tuple[object, ...] | None = None
    ) -> "Scene":
        """Expect this refusal with what it names, and that nothing has changed."""
        with pytest.raises(Refused) as told:
            decide(self._scene.state, self._command)
        assert (told.value.refusal, told.value.field, told.value.allowed) == (refusal, field, allowed)
        assert str(told.value) == refusal.value
        assert self._scene.state == fold(self._scene.log)
        return self._scene


class Scene:
    """A tournament with its log so far."""

    def __init__(self, log: Sequence[Event]) -> None:
        self.log = tuple(log)
        self.state = fold(log)

    def when(self, command: Command) -> Asked:
        """Ask for this."""
        return Asked(self, command)

    def after(self, events: Iterable[Event]) -> Self:
        """Return the same tournament after more events."""
        return type(self)((*self.log, *events))

    def doing(self, *commands: Command) -> Self:
        """Return the tournament after these commands, whatever happened."""
        return reduce(lambda scene, command: scene.after(decide(scene.state, command)), commands, self)


def given(*events: Event) -> Scene:
    """Return a tournament in which this happened."""
    return Scene(events)


def running(kind: Kind = Kind.SWISS, entrants: int = 4, **changes: Any) -> Scene:
    """Return a tournament of so many bots that has started, before its first round."""
    said = {"entrants_limit": max(entrants, 4), **changes, "allow_bots": True}
    return given(opened(kind, **said)).doing(
        cmd.Register("easy", entrants), cmd.StartTournament(is_due=False)
    )


# --- events


def opened(kind: Kind = Kind.SWISS, **changes: Any) -> Event:
    """Return the opening of a tournament with these settings."""
    return ev.TournamentOpened(ID, planned(kind, **changes), RULES_VERSION, SEED, commitment(ID, SEED))


def came(*numbers: int) -> tuple[Event, ...]:
    """Return the registrations of persons who got a place."""
    return tuple(ev.EntrantRegistered(number, None, False) for number in numbers)


def bots(*numbers: int) -> tuple[Event, ...]:
    """Return the registrations of bots who got a place."""
    return tuple(ev.EntrantRegistered(number, "easy", False) for number in numbers)


def waits(*numbers: int) -> tuple[Event, ...]:
    """Return the registrations of persons who wait for a place."""
    return tuple(ev.EntrantRegistered(number, None, True) for number in numbers)


def here(*numbers: int) -> tuple[Event, ...]:
    """Return that these checked in."""
    return tuple(ev.EntrantCheckedIn(number) for number in numbers)


def left(*numbers: int) -> tuple[Event, ...]:
    """Return that these withdrew."""
    return tuple(ev.EntrantWithdrew(number) for number in numbers)


def absent(*numbers: int) -> tuple[Event, ...]:
    """Return that these were not there at the start."""
    return tuple(ev.EntrantRemoved(number, Removal.NO_SHOW, "") for number in numbers)


def promoted(*numbers: int) -> tuple[Event, ...]:
    """Return that these got places that became free."""
    return tuple(ev.EntrantPromoted(number) for number in numbers)


def started(*entrants: int, rounds: int = 2) -> Event:
    """Return that play began with these."""
    return ev.TournamentStarted(entrants, rounds)


def paired(round_: int, *tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> Event:
    """Return that a round was paired so; its games are the first of `GAMES`."""
    return ev.RoundPaired(round_, tables, GAMES[: len(tables)], byes)


def won(round_: int, table: int, *places: int) -> Event:
    """Return that the first game of a table ended with these places by seat."""
    return ev.TableFinished(round_, table, GAMES[table], places, points(*places))


def closed(round_: int) -> Event:
    """Return that a round was closed."""
    return ev.RoundClosed(round_)


def points(*places: int) -> tuple[int, ...]:
    """Return points that go with places."""
    return tuple(10 * (place - 1) for place in places)


# --- commands


def result(table: int, *places: int, game: str | None = None) -> cmd.TableResult:
    """Return how the game of a table ended."""
    return cmd.TableResult(table, GAMES[table] if game is None else game, places, points(*places))


def book(round_: int, *results: cmd.TableResult) -> Command:
    """Ask for these results to be booked."""
    return cmd.BookResults(round_, results)


def on() -> Command:
    """Ask for the next round."""
    return cmd.GoOn(GAMES)


def start(*, is_due: bool = False) -> Command:
    """Ask for the start, as the director does or (`is_due`) the clock."""
    return cmd.StartTournament(is_due)
