"""Tournaments that bots play to their end; tended once or five times the log is the same."""

import pytest

from games.models import Game
from games.tournaments.kinds import Kind
from games.tournaments.state import TournamentPhase
from players.models import Player
from tests.conftest import FixedClock
from tests.tournaments.played import Played

SMALL = [
    (Kind.SWISS, 6, {"table_size": 3, "rounds": 2}),
    (Kind.KNOCKOUT, 5, {"table_size": 3}),
    (Kind.ROUND_ROBIN, 3, {"table_size": 2}),
    (Kind.SERIES, 4, {"rounds": 2}),
    (Kind.STAGES, 3, {"table_size": 3, "entrants_limit": 3}),
    (Kind.DUPLICATE, 5, {"table_size": 2, "rounds": 2}),
]


@pytest.mark.parametrize(("kind", "field", "chosen"), SMALL)
def test_bots_play_each_kind_to_its_end(
    kind: Kind, field: int, chosen: dict[str, int], director: Player, clock: FixedClock
) -> None:
    cup = Played.open(kind, director.pk, **chosen)
    cup.enter_bots(field)
    cup.start()
    after = cup.to_the_end(clock)
    assert after.state.phase is TournamentPhase.FINISHED
    assert sorted(after.state.ranking) == list(range(field))
    games = Game.objects.filter(context_kind="tournament", context_id=cup.id)
    assert {game.status for game in games} == {"finished"}
    assert games.count() == sum(len(round_.tables) for round_ in after.state.rounds)
    assert all(game.disclosed_at is not None for game in games)
