"""The Django app of the games: their log, their read tables and their API."""

from django.apps import AppConfig
from django.core.checks import register

from problems.problem import declare


class GamesConfig(AppConfig):
    """The app `games`."""

    name = "games"
    label = "games"

    def ready(self) -> None:
        """Make known what may be refused, have files and logs of games proved, and hear of ended sessions."""
        from games import announcing, auditing, checks, problems, proofs
        from players import session_ends

        declare(problems.STATUS)
        register(checks.seeds)
        proofs.register(auditing.PROOF)
        session_ends.register(announcing.announce_end)
