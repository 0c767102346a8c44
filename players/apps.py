"""The Django app of the people: who they are and how they sign in."""

from django.apps import AppConfig

from problems.problem import declare


class PlayersConfig(AppConfig):
    """The app `players`."""

    name = "players"
    label = "players"

    def ready(self) -> None:
        """Make the way of signing in known to the OpenAPI document, and what may be refused to everybody."""
        from players import (
            problems,
            schema,  # noqa: F401  (importing registers it)
        )

        declare(problems.STATUS)
