"""The Django app of the games: their log, their read tables and their API."""

from django.apps import AppConfig
from django.core.checks import register

from problems.problem import declare


class GamesConfig(AppConfig):
    """The app `games`."""

    name = "games"
    label = "games"

    def ready(self) -> None:
        """Make known what may be refused; have files of games checked, and their logs proved."""
        from games import auditing, checks, problems, proofs

        declare(problems.STATUS)
        register(checks.seeds)
        proofs.register(auditing.PROOF)
