"""What the OpenAPI document calls the unions of tournaments; imported at start."""

from games.tournaments.api.event_forms import TournamentEventForm
from games.wire.schemas import name_union

name_union("TournamentEvent", TournamentEventForm, "A fact in a tournament's log.")
