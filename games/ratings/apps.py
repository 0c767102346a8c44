"""The Django app of the ratings: what is kept of rated games, and who stands where."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """The app `ratings`."""

    name = "games.ratings"
    label = "ratings"
