"""Forgetting a person: the row stays, since logs name its id, and nothing in it tells who it was."""

from collections.abc import Callable

from django.db import transaction

from players import clock, sessions
from players.models import Player, RefreshToken, Session
from players.problems import BotOfTheServer

type Eraser = Callable[[Player], None]

_erasers: list[Eraser] = []


def register(eraser: Eraser) -> None:
    """Have `eraser` called with each player who is erased, in the same transaction.

    Apps call this in `AppConfig.ready`; the player given is anonymous already.
    """
    if eraser not in _erasers:
        _erasers.append(eraser)


def erase(player: Player) -> None:
    """Make `player` anonymous for good and end all sessions; a second time changes nothing.

    :raises BotOfTheServer: for a bot, which is nobody who could be forgotten.
    """
    with transaction.atomic():
        locked = Player.objects.select_for_update().get(pk=player.pk)
        if locked.kind == Player.Kind.BOT:
            raise BotOfTheServer
        if locked.erased_at is not None:
            return
        _anonymize(locked)
        sessions.end_sessions_of(locked, Session.Ending.ERASED)
        RefreshToken.objects.filter(session__player=locked).delete()
        for eraser in _erasers:
            eraser(locked)
    player.refresh_from_db()


def _anonymize(player: Player) -> None:
    player.name = player.name_key = ""
    player.login = None
    player.locale = Player._meta.get_field("locale").get_default()
    player.last_login = None
    player.set_unusable_password()
    player.is_active = player.is_staff = player.is_superuser = False
    player.erased_at = clock.now()
    player.save()
    player.groups.clear()
    player.user_permissions.clear()
