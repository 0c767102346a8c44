"""`manage.py rebuild_projections`: are the read tables what the logs say, and can they be made so?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.auditing import every_game, rebuild
from games.proving import Broken


class Command(BaseCommand):
    """Builds the read tables of every game anew from its log and compares them with the live ones."""

    help = (
        "Works the read tables of every game out anew from its log, and reports where the live ones differ; "
        "fails if they do. With --write they are made equal instead."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether to write."""
        parser.add_argument("--write", action="store_true", help="make the read tables equal to the logs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Compare, and print every difference.

        :raises CommandError: where something is different and was not written, or a log is not sound.
        """
        write: bool = options["write"]
        games = every_game()
        different = broken = 0
        for game_id in games:
            try:
                found = rebuild(game_id, write=write)
            except Broken as error:
                broken += 1
                self.stdout.write(f"{game_id} version {error.version} {error}")
                continue
            different += bool(found)
            for difference in found:
                self.stdout.write(f"{game_id} {difference.field}")
        told = f"{len(games)} games, {different} different, {broken} with a broken log"
        if broken or (different and not write):
            raise CommandError(told)
        self.stdout.write(f"{told}{': written anew' if different else ''}.")
