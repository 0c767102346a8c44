"""The paths of games, editions and themes, below `/api/v1/`."""

from django.urls import path

from games.api import (
    bots,
    document,  # noqa: F401  (loaded, it describes the forms wherever the document is worked out)
    editions,
    listing,
    lobby,
    playing,
    reading,
    rules,
    themes,
)

urlpatterns = [
    path("editions", editions.Editions.as_view(), name="editions-list"),
    path("editions/<str:key>", editions.OneEdition.as_view(), name="editions-read"),
    path("editions/<str:key>/rules", rules.EditionRules.as_view(), name="editions-rules"),
    path("themes", themes.Themes.as_view(), name="themes-list"),
    path("themes/<str:key>", themes.OneTheme.as_view(), name="themes-read"),
    path("games", listing.Games.as_view(), name="games"),
    path("games/join", lobby.Join.as_view(), name="games-join"),
    path("games/<id:game_id>", reading.OneGame.as_view(), name="games-read"),
    path("games/<id:game_id>/seats", lobby.Seats.as_view(), name="games-sit"),
    path("games/<id:game_id>/seats/me", lobby.OwnSeat.as_view(), name="games-leave"),
    path("games/<id:game_id>/bots", bots.Bots.as_view(), name="games-seat-bot"),
    path("games/<id:game_id>/bots/<int:seat>", bots.OneBot.as_view(), name="games-unseat-bot"),
    path("games/<id:game_id>/start", lobby.Start.as_view(), name="games-start"),
    path("games/<id:game_id>/moves", playing.Moves.as_view(), name="games-play"),
    path("games/<id:game_id>/events", reading.Events.as_view(), name="games-events"),
    path("games/<id:game_id>/history/<int:version>", reading.History.as_view(), name="games-history"),
    path("games/<id:game_id>/rules", rules.GameRules.as_view(), name="games-rules"),
    path("games/<id:game_id>/transcript", reading.Transcript.as_view(), name="games-transcript"),
]
