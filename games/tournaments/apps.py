"""The Django app of the tournaments: logs of their own, above the games."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app `tournaments`."""

    name = "games.tournaments"
    label = "tournaments"
