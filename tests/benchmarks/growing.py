"""Games played to certain places, a database that is filled, and what things then cost; needs settings."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from rest_framework.test import APIClient

from games import asking, moments, selectors
from games.engine.state import Phase
from games.event_store import GAMES
from games.handling import handle
from games.tasks import sweep
from players import sessions
from problems.languages import Language
from tests.benchmarks import filling, playouts
from tests.benchmarks.costs import Cost, Meter
from tests.benchmarks.growth import YARDSTICK
from tests.games.tables import Table, long_lasting, play_on

type Call = Callable[[], object]
type Costs = Mapping[str, Sequence[Cost]]

# So many events past its place a game is replaced.
_LEEWAY = 100
# psycopg prepares a statement when it comes for the sixth time.
_WARMING_UP = 6
# A clock that is never up: a sweep shall have nothing to settle.
_TURN_SECONDS = 604_800


class Growth:
    """A database that grows, and games that stand at certain places."""

    def __init__(self, places: Sequence[int]) -> None:
        self._places = places
        self._chance = Random(116)
        self._meter = Meter()
        self._filled = 0
        self._tables: dict[int, Table] = {}
        self._client = APIClient(SERVER_NAME="localhost")
        self._client.credentials(HTTP_AUTHORIZATION=f"Bearer {_access()}")
        self._finished = self._play_one()

    def grow_to(self, size: int) -> None:
        """Add games until there are so many, beside the few that are really played."""
        if size > self._filled:
            filling.fill(self._finished.id, self._filled + 1, size)
            self._filled = size

    def measure(self, *, rounds: int, calls: int) -> Costs:
        """Do each thing `calls` times in each round, in turns, after some times that do not count."""
        costs: dict[str, list[Cost]] = {kind: [] for kind in self._kinds}
        for number in range(-_WARMING_UP, rounds * calls):
            for kind, prepared in self._kinds.items():
                cost = self._meter.of(prepared())
                if number >= 0:
                    costs[kind].append(cost)
        return costs

    @property
    def _kinds(self) -> Mapping[str, Callable[[], Call]]:
        """What is measured; each makes a call ready, which is not measured."""
        few, many = self._finished.people[0], filling.player_id(0)
        return {
            **{f"a move at event {place}": self._move(place) for place in self._places},
            **{f"the same in a new process, at {place}": self._first_move(place) for place in self._places},
            "GET a game": lambda: self._get(f"games/{self._finished.id}"),
            "GET games": lambda: self._get("games"),
            "GET games?open_seats=true": lambda: self._get("games?open_seats=true"),
            "GET games?status=playing": lambda: self._get("games?status=playing"),
            "GET games?player= of one game": lambda: self._get(f"games?player={few}"),
            "GET games?player= of many": lambda: self._get(f"games?player={many}"),
            "a sweep with nothing late": _sweep,
            "its first games after an outage": lambda: (
                lambda: next(selectors.on_the_clock(moments.moment().now))
            ),
            YARDSTICK: lambda: partial(playouts.play, 116, 4, looking=True),
        }

    def _move(self, place: int) -> Callable[[], Call]:
        def prepared() -> Call:
            table = self._table(place)
            standing = table.standing()
            choice = long_lasting(standing, self._chance)
            assert choice is not None
            seat, move = choice
            ask, caller = asking.play(standing.state.number, [move]), table.caller(seat)
            return lambda: handle(table.id, ask, caller)

        return prepared

    def _first_move(self, place: int) -> Callable[[], Call]:
        def prepared() -> Call:
            call = self._move(place)()
            GAMES._cache.forget(self._tables[place].id)  # what a process that has just begun does not know
            return call

        return prepared

    def _table(self, place: int) -> Table:
        """A game of about so many events, with somebody on turn."""
        table = self._tables.get(place)
        if table is None or not self._stands_at(table, place):
            table = self._tables[place] = self._play_to(place)
        return table

    def _stands_at(self, table: Table, place: int) -> bool:
        standing = play_on(table, self._chance, choose=long_lasting, until=lambda _: True)
        return standing.state.phase is Phase.PLAYING and standing.version <= place + _LEEWAY

    def _play_to(self, place: int) -> Table:
        while True:  # a game may end on the way
            table = Table.open(4, turn_seconds=_TURN_SECONDS)
            table.start()
            end = play_on(table, self._chance, choose=long_lasting, until=lambda now: now.version >= place)
            if end.state.phase is Phase.PLAYING:
                return table

    def _play_one(self) -> Table:
        table = Table.open(4, turn_seconds=_TURN_SECONDS)
        table.start()
        play_on(table, self._chance)
        return table

    def _get(self, path: str) -> Call:
        def call() -> None:
            answer = self._client.get(f"/api/v1/{path}")
            assert answer.status_code == 200, answer.content

        return call


def _access() -> str:
    _, tokens = sessions.welcome_guest("Reader", Language.ENGLISH)
    return tokens.access


def _sweep() -> Call:
    moments.beat(moments.moment().now)  # it has been alive all the time
    return sweep
