"""A tournament at one version, and how each event changes it; only booking, nothing is decided here."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from itertools import starmap
from typing import Any, Final, NamedTuple, assert_never

from games.tournaments import events as ev
from games.tournaments.events import Event, Removal
from games.tournaments.settings import Settings


class TournamentPhase(StrEnum):
    """How far a tournament has come; also its status in the API."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELED = "canceled"


class Part(StrEnum):
    """What part an entrant has in the tournament."""

    WAITING = "waiting"
    IN = "in"
    WITHDREW = "withdrew"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"


# Who plays in rounds to come, or would.
IN_IT: Final = frozenset({Part.WAITING, Part.IN})


class Entrant(NamedTuple):
    """Somebody who registered; `number` is the place in `State.entrants`."""

    number: int
    part: Part
    bot: str | None = None
    checked_in: bool = False


class Result(NamedTuple):
    """How a table ended, by seat; `ruled` by the director."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    ruled: bool = False


class Table(NamedTuple):
    """One table of a round, and the game that counts there."""

    entrants: tuple[int, ...]  # by seat
    game: str
    result: Result | None = None


class Round(NamedTuple):
    """A round that has been paired; `pairings` counts how often."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    byes_ruled: tuple[int, ...] = ()  # those of the byes that the director gave
    closed: bool = False
    pairings: int = 1

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The numbers of the tables without a result."""
        return tuple(number for number, table in enumerate(self.tables) if table.result is None)

    def waits_for_game(self, table: int, game: str) -> bool:
        """Say whether this game's result is what the table waits for."""
        return table in self.waits_for and self.tables[table].game == game


class VoidGame(NamedTuple):
    """A game that was to be played at a table, and counts no more since another took its place."""

    round: int
    table: int
    game: str


class State(NamedTuple):
    """Everything that pairing, scoring and refusing need to know."""

    tournament: str
    settings: Settings
    rules: int
    seed: bytes
    commitment: str
    phase: TournamentPhase = TournamentPhase.OPEN
    paused: bool = False
    check_in_open: bool = False
    entrants: tuple[Entrant, ...] = ()
    field: tuple[int, ...] = ()  # who was in at the start, and who came late, rising
    rounds_planned: int = 0
    rounds: tuple[Round, ...] = ()
    void: tuple[VoidGame, ...] = ()
    byes_ruled: tuple[int, ...] = ()  # for the next round
    ranking: tuple[int, ...] = ()

    @property
    def round(self) -> Round | None:
        """The round that is being played, None between rounds and once the tournament is over."""
        is_open = self.phase is TournamentPhase.RUNNING and self.rounds and not self.rounds[-1].closed
        return self.rounds[-1] if is_open else None

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more, but that its texts are taken away."""
        return self.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELED)

    @property
    def places_free(self) -> int:
        """How many more may come in."""
        return self.settings.entrants_limit - len(self.those(Part.IN))

    def results_are_open(self, number: int) -> bool:
        """Say whether the results of a round may be told: a hand tells of a deal that others still play."""
        return not self.settings.deals_alike or self.rounds[number - 1].closed

    def those(self, part: Part) -> tuple[int, ...]:
        """Return the numbers of the entrants with this part, rising."""
        return tuple(entrant.number for entrant in self.entrants if entrant.part is part)

    def table_of(self, entrant: int) -> int | None:
        """Return the number of the table of the open round at which this entrant still plays."""
        tables = self.round.tables if self.round else ()
        found = (n for n, table in enumerate(tables) if entrant in table.entrants and table.result is None)
        return next(found, None)

    def is_free(self, entrant: int) -> bool:
        """Say whether this entrant, who is in it, has a bye in the open round."""
        return (
            self.round is not None and entrant in self.round.byes and self.entrants[entrant].part is Part.IN
        )


def evolve(state: State | None, event: Event) -> State:
    """Return the state after one more event; `state` is None before the first."""
    if isinstance(event, ev.TournamentOpened):
        return State(event.tournament, event.settings, event.rules, event.seed, event.commitment)
    assert state is not None
    match event:
        case ev.TournamentDescribed(name, description, prizes):
            texts = replace(state.settings, name=name, description=description, prizes=prizes)
            return state._replace(settings=texts)
        case ev.TextsTakenAway(name):
            return state._replace(settings=replace(state.settings, name=name, description="", prizes=""))
        case ev.EntrantRegistered(entrant, bot, waiting):
            part = Part.WAITING if waiting else Part.IN
            return _come(state, Entrant(entrant, part, bot, checked_in=bot is not None))
        case ev.EntrantPromoted(entrant):
            return _in_field(_changed(state, entrant, part=Part.IN), entrant)
        case ev.CheckInOpened():
            return state._replace(check_in_open=True)
        case ev.EntrantCheckedIn(entrant):
            return _changed(state, entrant, checked_in=True)
        case ev.EntrantWithdrew(entrant):
            return _changed(state, entrant, part=Part.WITHDREW)
        case ev.EntrantRemoved(entrant, removal):
            return _changed(state, entrant, part=_PART_AFTER[removal])
        case ev.TournamentStarted(entrants, rounds):
            return state._replace(phase=TournamentPhase.RUNNING, field=entrants, rounds_planned=rounds)
        case ev.RoundPaired() | ev.RoundPairedAnew():
            return _paired(state, event)
        case ev.TableFinished(round_, table, _game, places, points):
            return _with_table(state, round_, table, result=Result(places, points))
        case ev.ResultRuled(round_, table, places, points):
            return _with_table(state, round_, table, result=Result(places, points, ruled=True))
        case ev.TableReplayed(round_, table, game):
            return _with_table(_without_games(state, round_, [table]), round_, table, game=game)
        case ev.RoundClosed(round_):
            return _with_round(state, round_, state.rounds[round_ - 1]._replace(closed=True))
        case ev.ByeRuled(entrant):
            return state._replace(byes_ruled=(*state.byes_ruled, entrant))
        case ev.TournamentPaused():
            return state._replace(paused=True)
        case ev.TournamentResumed():
            return state._replace(paused=False)
        case ev.TournamentFinished(ranking):
            return state._replace(phase=TournamentPhase.FINISHED, ranking=ranking, paused=False)
        case ev.TournamentCanceled():
            return state._replace(phase=TournamentPhase.CANCELED, paused=False)
        case _:
            assert_never(event)


_PART_AFTER: Final = {Removal.NO_SHOW: Part.NO_SHOW, Removal.DISQUALIFIED: Part.DISQUALIFIED}


def _come(state: State, entrant: Entrant) -> State:
    come = state._replace(entrants=(*state.entrants, entrant))
    return _in_field(come, entrant.number) if entrant.part is Part.IN else come


def _in_field(state: State, number: int) -> State:
    # Before the start nobody is: then the event that tells of it names all.
    if state.phase is not TournamentPhase.RUNNING:
        return state
    return state._replace(field=tuple(sorted((*state.field, number))))


def _changed(state: State, number: int, **changes: Any) -> State:
    entrants = state.entrants
    changed = entrants[number]._replace(**changes)
    return state._replace(entrants=(*entrants[:number], changed, *entrants[number + 1 :]))


def _paired(state: State, event: ev.RoundPaired | ev.RoundPairedAnew) -> State:
    tables = tuple(starmap(Table, zip(event.tables, event.games, strict=True)))
    if isinstance(event, ev.RoundPaired):
        paired = Round(tables, event.byes, state.byes_ruled)
        return state._replace(rounds=(*state.rounds, paired), byes_ruled=())
    before = state.rounds[-1]
    state = _without_games(state, event.round, range(len(before.tables)))
    paired = before._replace(tables=tables, byes=event.byes, pairings=before.pairings + 1)
    return state._replace(rounds=(*state.rounds[:-1], paired))


def _without_games(state: State, round_: int, tables: Iterable[int]) -> State:
    there = state.rounds[round_ - 1].tables
    void = (VoidGame(round_, table, there[table].game) for table in tables)
    return state._replace(void=(*state.void, *void))


def _with_table(state: State, round_: int, number: int, **changes: Any) -> State:
    before = state.rounds[round_ - 1]
    tables = before.tables
    changed = tables[number]._replace(**changes)
    tables = (*tables[:number], changed, *tables[number + 1 :])
    return _with_round(state, round_, before._replace(tables=tables))


def _with_round(state: State, round_: int, changed: Round) -> State:
    rounds = state.rounds
    return state._replace(rounds=(*rounds[: round_ - 1], changed, *rounds[round_:]))
