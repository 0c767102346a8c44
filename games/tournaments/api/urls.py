"""The paths of tournaments, below `/api/v1/`."""

from django.urls import path

from games.tournaments.api import (
    directing,
    document,  # noqa: F401  (loaded, it describes the forms wherever the document is worked out)
    entering,
    opening,
    pictures,
    reading,
)

urlpatterns = [
    path("tournaments", opening.Tournaments.as_view(), name="tournaments"),
    path("tournaments/<id:tournament_id>", directing.DescribedTournament.as_view(), name="tournaments-read"),
    path("tournaments/<id:tournament_id>/entrants", entering.Entries.as_view(), name="tournaments-enter"),
    path(
        "tournaments/<id:tournament_id>/entrants/me", entering.OwnEntry.as_view(), name="tournaments-withdraw"
    ),
    path("tournaments/<id:tournament_id>/check-in", entering.CheckIn.as_view(), name="tournaments-check-in"),
    path("tournaments/<id:tournament_id>/bots", directing.Bots.as_view(), name="tournaments-enter-bots"),
    path("tournaments/<id:tournament_id>/start", directing.Start.as_view(), name="tournaments-start"),
    path("tournaments/<id:tournament_id>/rulings", directing.Rulings.as_view(), name="tournaments-rule"),
    path(
        "tournaments/<id:tournament_id>/standings", reading.Standings.as_view(), name="tournaments-standings"
    ),
    path(
        "tournaments/<id:tournament_id>/standings.svg",
        pictures.StandingsPicture.as_view(),
        name="tournaments-standings-picture",
    ),
    path("tournaments/<id:tournament_id>/rounds", reading.Rounds.as_view(), name="tournaments-rounds"),
    path(
        "tournaments/<id:tournament_id>/rounds/<int:round>",
        reading.OneRound.as_view(),
        name="tournaments-round",
    ),
    path(
        "tournaments/<id:tournament_id>/rounds/<int:round>/tables/<int:table>",
        reading.OneTable.as_view(),
        name="tournaments-table",
    ),
    path(
        "tournaments/<id:tournament_id>/tables/me", reading.OwnTable.as_view(), name="tournaments-own-table"
    ),
    path("tournaments/<id:tournament_id>/events", reading.Events.as_view(), name="tournaments-events"),
]
