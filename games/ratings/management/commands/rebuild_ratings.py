"""`manage.py rebuild_ratings`: are the ratings what the logs say, and make them so."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.codec import Unreadable
from games.ratings import rebuilding


class Command(BaseCommand):
    """Works all ratings out anew from the logs of rated games."""

    help = (
        "Works all ratings out anew from the logs of rated games. With --check nothing is changed: it tells "
        "where those that are kept differ, to the last bit, and then fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether only to look."""
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Rebuild or compare.

        :raises CommandError: where something is different, or a log cannot be read.
        """
        try:
            if options["check"]:
                self._check()
            else:
                self.stdout.write(f"{rebuilding.rebuild()} games looked at, all ratings written anew.")
        except Unreadable as error:
            raise CommandError(f"A log cannot be read: {error}; manage.py verify says which.") from error

    def _check(self) -> None:
        games, waiting, differences = rebuilding.check()
        for difference in differences:
            self.stdout.write(difference)
        told = f"{games} games compared, {len(differences)} differences, {waiting} not to be rated yet"
        if differences:
            raise CommandError(told)
        self.stdout.write(f"{told}.")
