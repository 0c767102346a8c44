"""The Django app of the people: who they are and how they sign in."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """The app `players`."""

    name = "players"
    label = "players"

    def ready(self) -> None:
        """Make the way of signing in known to the OpenAPI document."""
        from players import schema  # noqa: F401  (importing registers it)
