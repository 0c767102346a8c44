"""The Django app of the people: who they are and how they sign in."""

from django.apps import AppConfig
from django.urls import register_converter

from problems.problem import declare


class PlayersConfig(AppConfig):
    """The app `players`."""

    name = "players"
    label = "players"

    def ready(self) -> None:
        """Make known how one signs in, what may be refused, and how ids stand in paths."""
        from players import (
            paths,
            problems,
            schema,  # noqa: F401  (importing registers it)
        )

        declare(problems.STATUS)
        register_converter(paths.Id, "id")
