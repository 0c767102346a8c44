"""The logs of tournaments, in the store of games."""

from typing import Final

from games.event_store import Log
from games.rows import Rows
from games.tournaments.codec import TOURNAMENT_EVENTS
from games.tournaments.events import Event
from games.tournaments.models import StoredTournamentEvent, Tournament
from games.tournaments.standing import Standing, fold

_STATES_CACHED: Final = 100

TOURNAMENTS: Final[Log[Tournament, Standing, Event]] = Log(
    Tournament,
    Rows(StoredTournamentEvent, owner="tournament_id", codec=TOURNAMENT_EVENTS),
    fold,
    cached=_STATES_CACHED,
)
