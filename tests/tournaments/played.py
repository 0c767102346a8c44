"""Tournaments of bots for tests, played by hand: a second is tended, and bots play what they have to."""

from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

from games import bot_calls, bot_playing, boxes, moments
from games.asking import Caller
from games.engine.options import choose
from games.tournaments import asking, commands, selectors
from games.tournaments.handling import Handled, handle, open_tournament
from games.tournaments.kinds import Kind
from games.tournaments.log import TOURNAMENTS
from games.tournaments.settings import Settings
from games.tournaments.standing import Standing
from games.tournaments.tending import tend
from tests.conftest import FixedClock

EDITION = "super-116"
NEEDED: dict[Kind, dict[str, Any]] = {Kind.SERIES: {"scoring": "series"}, Kind.STAGES: {"stages": 3}}


def settings(kind: Kind, **chosen: Any) -> Settings:
    """Settings of a small tournament, with what is chosen; `options` beside those that the kind needs."""
    edition = boxes.editions()[EDITION]
    options = {**NEEDED.get(kind, {}), **chosen.pop("options", {})}
    usual: dict[str, Any] = {"name": "Cup", "table_size": 4, "entrants_limit": 16, "allow_bots": True}
    return Settings(
        kind=kind,
        edition=edition.key,
        box=edition.box,
        options=choose(edition.options, options),
        **{**usual, **chosen},
    )


@dataclass(frozen=True)
class Played:
    """A tournament under test, and who directs it."""

    id: UUID
    director: Caller

    @classmethod
    def open(cls, kind: Kind, director: UUID, **chosen: Any) -> Self:
        """Open one."""
        caller = Caller(director)
        return cls(open_tournament(settings(kind, **chosen), caller).tournament_id, caller)

    @property
    def now(self) -> Standing:
        """As it stands."""
        return TOURNAMENTS.peek(self.id).standing

    def direct(self, command: commands.CommandInTournament) -> Handled:
        """Have the director ask for a command."""
        return handle(self.id, asking.by_director(asking.directly(command)), self.director)

    def enter_bots(self, count: int, level: str = "normal") -> None:
        """Enter bots."""
        handle(self.id, asking.by_director(asking.enter_bots(level, count)), self.director)

    def start(self) -> None:
        """Start it."""
        self.direct(commands.StartTournament(is_due=False))

    def tend(self, *, times: int = 1) -> None:
        """Tend it where the sweep would."""
        moments.beat(moments.moment().now)
        if self.id in selectors.to_tend(moments.moment().now):
            for _ in range(times):
                tend(self.id)

    def to_the_end(self, clock: FixedClock, *, times: int = 1, most: int = 5_000) -> Standing:
        """Let seconds pass until it is over: each is tended, and every bot that may moves once."""
        for _ in range(most):
            self.tend(times=times)
            if self.now.state.is_over:
                return self.now
            clock.advance(seconds=1)
            for call in [*bot_calls.claim_all(moments.moment().now)]:
                bot_playing.play(call)
        raise AssertionError("not over")
