"""The paths of leaderboards and ratings, below `/api/v1/`."""

from django.urls import path

from games.ratings.api import leaderboards, players

_OF_PLAYER = "players/<id:player_id>/ratings"

urlpatterns = [
    path("leaderboards", leaderboards.Leaderboards.as_view(), name="leaderboards"),
    path("leaderboards/<str:family>", leaderboards.OneLeaderboard.as_view(), name="leaderboards-read"),
    path(_OF_PLAYER, players.Ratings.as_view(), name="ratings"),
    path(f"{_OF_PLAYER}/<str:family>.svg", players.Picture.as_view(), name="ratings-picture"),
    path(f"{_OF_PLAYER}/<str:family>", players.History.as_view(), name="ratings-history"),
]
