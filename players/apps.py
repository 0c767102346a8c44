"""The Django app of the people: who they are and how they sign in."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """The app `players`."""

    name = "players"
    label = "players"
