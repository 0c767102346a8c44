"""What is left of tournaments that have been over for long: their logs, and no keys."""

from datetime import timedelta

import pytest

from games import asking as games_asking
from games.keys import Key
from games.tournaments import asking, commands
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from games.tournaments.models import KeyedCommand, StoredTournamentEvent
from games.tournaments.tasks import forget_keys
from games.upkeep import KEYS_KEPT
from players.models import Player
from tests.conftest import FixedClock
from tests.tournaments.played import Played


@pytest.mark.parametrize(("later", "kept"), [(timedelta(), 1), (timedelta(microseconds=1), 0)])
def test_keys_go_when_a_tournament_has_been_over_for_long(
    later: timedelta, kept: int, director: Player, clock: FixedClock
) -> None:
    cup, running = (Played.open(Kind.SWISS, director.pk) for _ in range(2))
    for number, one in enumerate((cup, running)):
        key = Key.of(f"key {number}", method="POST", path="/", body=None)
        handle(one.id, asking.register, games_asking.Caller(director.pk), key)
    cup.direct(commands.Cancel("Rain."))
    clock.moment += KEYS_KEPT + later
    forget_keys()
    forget_keys()
    assert KeyedCommand.objects.filter(tournament=cup.id).count() == kept
    assert KeyedCommand.objects.filter(tournament=running.id).count() == 1
    assert StoredTournamentEvent.objects.filter(tournament=cup.id).count() == 3
