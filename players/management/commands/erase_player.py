"""`manage.py erase_player ID`: forgets a person who asked for it."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players import erasure
from players.models import Player
from players.problems import BotOfTheServer


class Command(BaseCommand):
    """Makes one player anonymous for good."""

    help = "Makes a player anonymous for good and ends all sessions. Games stay as they are."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the id of the player."""
        parser.add_argument("player", type=UUID)

    def handle(self, *_args: Any, player: UUID, **_options: Any) -> None:
        """Erase the player.

        :raises CommandError: when there is none with this id, or it is a bot.
        """
        found = Player.objects.filter(pk=player).first()
        if found is None:
            raise CommandError(f"There is no player {player}.")
        try:
            erasure.erase(found)
        except BotOfTheServer as refused:
            raise CommandError(f"Player {player} is a bot: bots belong to the server.") from refused
        self.stdout.write(f"Player {player} is anonymous now.")
