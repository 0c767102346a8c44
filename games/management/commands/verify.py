"""`manage.py verify`: is every log as it was written, and do the read tables follow from it?"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.auditing import Fault, every_game, fault_of


class Command(BaseCommand):
    """Checks chain, replay, cards and read tables of every game; nothing is changed."""

    help = (
        "Checks every game: the chain of digests, replay without error, cards conserved, read tables equal. "
        "Names the first bad version of each bad game, and then fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the games to check; by default all."""
        parser.add_argument("--game", type=UUID, action="append", metavar="ID", help="check this game only")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check, and print what is wrong.

        :raises CommandError: where something is; it names the first bad game and version.
        """
        games = _ids(options["game"])
        faults = self._faults(games)
        if faults:
            first = faults[0]
            raise CommandError(
                f"{len(faults)} of {len(games)} games are bad, first {first.game_id} version {first.version}"
            )
        self.stdout.write(f"{len(games)} games checked, all sound.")

    def _faults(self, games: list[UUID]) -> list[Fault]:
        faults = []
        for number, game_id in enumerate(games, start=1):
            fault = fault_of(game_id)
            if fault is not None:
                faults.append(fault)
                self.stdout.write(f"{fault.game_id} version {fault.version} {fault.what}")
            if self.stdout.isatty():
                self.stdout.write(f"\r{number} of {len(games)}", ending="\n" if number == len(games) else "")
        return faults


def _ids(chosen: Iterable[UUID] | None) -> list[UUID]:
    if chosen is None:
        return every_game()
    games = list(chosen)
    missing = set(games) - set(every_game())
    if missing:
        raise CommandError(f"There is no game {min(map(str, missing))}.")
    return games
