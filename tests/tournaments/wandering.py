"""Tournaments of every kind that wander: anybody asks for anything, at random from a seed; no laws here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID

from games.envelope import Recorded
from games.tournaments import commands as cmd
from games.tournaments.commands import Command
from games.tournaments.deciding import decide
from games.tournaments.events import Event
from games.tournaments.kinds import Kind
from games.tournaments.settings import MOST_ROUNDS, Settings
from games.tournaments.standing import Standing, fold
from games.tournaments.state import Round, State, TournamentPhase
from tests.tournaments.deciding import ID, WHY, planned

NOON: Final = datetime(2040, 1, 1, 12, tzinfo=UTC)
_PLANS: Final[Sequence[tuple[Kind, int, Mapping[str, Any]]]] = [
    (Kind.SWISS, 9, {"rounds": 4, "late_rounds": 3}),
    (Kind.SWISS, 11, {"table_size": 4, "rounds": 3, "waiting_list": False}),
    (Kind.SERIES, 7, {"table_size": 3, "rounds": 3, "late_rounds": 2, "break_seconds": 60}),
    (Kind.SERIES, 6, {"table_size": 4, "rounds": 0, "target_points": 60}),
    (Kind.SERIES, 5, {"rounds": 5, "target_points": 30, "starts_when_full": True}),
    (Kind.STAGES, 4, {"round_seconds": 600}),
    (Kind.KNOCKOUT, 7, {}),
    (Kind.KNOCKOUT, 13, {"table_size": 4, "advance": 2}),
    (Kind.KNOCKOUT, 9, {"table_size": 3, "advance": 2, "starts_when_full": True}),
    (Kind.ROUND_ROBIN, 6, {}),
    (Kind.ROUND_ROBIN, 7, {"table_size": 3}),
    (Kind.DUPLICATE, 9, {"rounds": 3}),
    (Kind.DUPLICATE, 10, {"table_size": 3, "rounds": 3}),
]
EVERY_PLAN: Final = [
    planned(kind, entrants_limit=limit, allow_bots=True, **said) for kind, limit, said in _PLANS
]


class Wanderer:
    """A tournament and its log, with the chance that drives it; each event is a second after the last."""

    def __init__(self, plan: Settings, seed: int) -> None:
        self.chance: Final = Random(seed)
        self.log: list[Recorded[Event]] = []
        self.games = 0
        self.standing = self._booked(decide(None, cmd.OpenTournament(ID, plan, self.chance.randbytes(32))))

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.standing.state

    def ask(self, command: Command) -> tuple[Event, ...]:
        """Put a command to the tournament and book what happens."""
        events = decide(self.state, command)
        self.standing = self._booked(events)
        return events

    def _booked(self, events: Iterable[Event]) -> Standing:
        standing = self.standing if self.log else None
        for event in events:
            version = len(self.log) + 1
            at = NOON + timedelta(seconds=version)
            row = Recorded(
                version, event, None, UUID(int=version), UUID(int=0), at, version.to_bytes(32, "big")
            )
            self.log.append(row)
            standing = fold(standing, row)
        assert standing is not None
        return standing

    # --- what may be asked

    def anything(self) -> Command:
        """Return what anybody might ask now, sensible or not."""
        return self.chance.choice(_ANYTHING)(self)

    def fill(self) -> Iterator[Command]:
        """Yield the registrations of some field that is large enough, and the start."""
        settings = self.state.settings
        many = self.chance.randint(settings.fewest_entrants, settings.entrants_limit)
        yield cmd.Register("easy", many)
        if self.state.phase is TournamentPhase.OPEN:
            yield cmd.StartTournament(is_due=True)

    def going_on(self) -> cmd.GoOn:
        """Ask for the next round, with games that nobody had before."""
        return cmd.GoOn(self._new_games())

    def results(self, *, at_most: int = 1_000) -> cmd.BookResults:
        """Book some tables of the open round, or none where none is open."""
        open_round = self.state.round
        waiting = [] if open_round is None else [*open_round.waits_for]
        self.chance.shuffle(waiting)
        return cmd.BookResults(
            len(self.state.rounds),
            tuple(self._result(open_round, table) for table in waiting[:at_most] if open_round),
        )

    def _result(self, open_round: Round, number: int) -> cmd.TableResult:
        table = open_round.tables[number]
        return cmd.TableResult(number, table.game, *self._places(len(table.entrants)))

    def _places(self, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        # A few share their place.
        marks = [self.chance.randint(1, seats) for _ in range(seats)]
        places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
        return places, tuple(self.chance.randint(0, 40) if place > 1 else 0 for place in places)

    def _new_games(self) -> tuple[str, ...]:
        self.games += 20
        return tuple(f"game-{number}" for number in range(self.games, self.games + 20))

    def entrant(self) -> int:
        """Return the number of an entrant, or of nobody."""
        return self.chance.randint(-1, len(self.state.entrants))

    def erased(self) -> tuple[int, ...]:
        """Return the numbers of a few entrants, or of nobody, each once."""
        there = len(self.state.entrants)
        return tuple(
            sorted({self.chance.randrange(there) for _ in range(self.chance.randint(0, 2)) if there})
        )

    def table(self) -> tuple[int, int, int]:
        """Return the numbers of a round and a table, and how many sit there, or of none."""
        number = self.chance.randint(0, len(self.state.rounds) + 1)
        there = self.state.rounds[number - 1].tables if 0 < number <= len(self.state.rounds) else ()
        table = self.chance.randint(-1, len(there))
        return number, table, len(there[table].entrants) if 0 <= table < len(there) else 2

    def replay(self) -> cmd.ReplayTable:
        """Have a game replaced that is played, or was."""
        number, table, _ = self.table()
        tables = self.state.rounds[number - 1].tables if 0 < number <= len(self.state.rounds) else ()
        game = tables[table].game if 0 <= table < len(tables) else "game-of-nobody"
        return cmd.ReplayTable(number, table, game, self._new_games()[0])

    def ruling(self) -> cmd.RuleResult:
        """Decide the result of some table, of those that there are or not."""
        number, table, seats = self.table()
        return cmd.RuleResult(number, table, *self._places(seats), WHY)

    def anew(self) -> cmd.PairAnew:
        """Pair the open round anew: by lot, or at tables of anybody."""
        if self.chance.random() < 0.5:
            return cmd.PairAnew(None, self._new_games(), WHY)
        everyone = [*self.state.field]
        self.chance.shuffle(everyone)
        size = self.state.settings.table_size
        seated = everyone[: size * self.chance.randint(1, 3)]
        tables = tuple(tuple(seated[at : at + size]) for at in range(0, len(seated), size))
        return cmd.PairAnew(tables, self._new_games(), WHY)


_ANYTHING: Final[Sequence[Callable[[Wanderer], Command]]] = [
    *[lambda on: cmd.Register()] * 3,
    lambda on: cmd.Register("hard", on.chance.randint(1, 3)),
    lambda on: cmd.OpenCheckIn(),
    *[lambda on: cmd.CheckIn(on.entrant())] * 2,
    *[lambda on: cmd.Withdraw(on.entrant())] * 2,
    lambda on: cmd.WithdrawErased(on.erased()),
    lambda on: cmd.StartTournament(on.chance.random() < 0.5),
    *[Wanderer.going_on] * 6,
    *[lambda on: on.results(at_most=2)] * 6,
    *[Wanderer.replay] * 2,
    *[Wanderer.ruling] * 2,
    lambda on: cmd.RuleBye(on.entrant(), WHY),
    *[Wanderer.anew] * 2,
    lambda on: cmd.Disqualify(on.entrant(), WHY),
    lambda on: cmd.Pause(WHY),
    *[lambda on: cmd.Resume(WHY)] * 2,
    lambda on: cmd.TakeTextsAway(WHY),
    lambda on: cmd.Describe(name=f"Cup {on.chance.randint(1, 2)}"),
]
ENDINGS: Final[Sequence[Command]] = [cmd.Cancel(WHY), cmd.LapseRegistration()]


def wander(plan: Settings, seed: int, steps: int = 60) -> Iterator[tuple[Wanderer, Command]]:
    """Yield a tournament with each command that is about to be put to it; whoever gets it has to ask."""
    wanderer = Wanderer(plan, seed)
    if wanderer.chance.random() < 0.7:
        for command in wanderer.fill():
            yield wanderer, command
    for _ in range(steps):
        yield wanderer, wanderer.anything()


def to_the_end(wanderer: Wanderer) -> Iterator[Command]:
    """Yield what brings a tournament to its end when nobody interferes any more; it has to be asked."""
    if wanderer.state.phase is TournamentPhase.OPEN:
        yield cmd.StartTournament(is_due=True)
    if wanderer.state.paused:
        yield cmd.Resume(WHY)
    # A round is one going on and one booking.
    for _ in range(2 * (MOST_ROUNDS + 1)):
        if wanderer.state.is_over:
            return
        yield wanderer.results() if wanderer.state.round else wanderer.going_on()
