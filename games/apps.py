"""The Django app of the games: their log, their read tables and their API."""

from django.apps import AppConfig
from django.core.checks import register


class GamesConfig(AppConfig):
    """The app `games`."""

    name = "games"
    label = "games"

    def ready(self) -> None:
        """Have the files of the games checked with everything else that Django checks."""
        from games import checks

        register(checks.seeds)
