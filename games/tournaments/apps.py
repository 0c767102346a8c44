"""The Django app of the tournaments: logs of their own, above the games."""

from django.apps import AppConfig

from problems.problem import declare


class TournamentsConfig(AppConfig):
    """The app `tournaments`."""

    name = "games.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Make known what may be refused, and have the logs of tournaments proved."""
        from games import proofs
        from games.tournaments import auditing, problems

        declare(problems.STATUS)
        proofs.register(auditing.PROOF)
