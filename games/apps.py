"""The Django app of the games: their log, their read tables and their API."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The app `games`."""

    name = "games"
    label = "games"
