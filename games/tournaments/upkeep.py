"""Keeping house: keys of commands that nobody repeats any more go; it may be repeated."""

from typing import Final

from games import moments
from games.tournaments.models import KeyedCommand
from games.upkeep import KEYS_KEPT

_AT_ONCE: Final = 1_000


def forget_keys() -> int:
    """Delete the keys of commands to tournaments that have been over for `KEYS_KEPT`; return how many.

    Some at a time, so that nobody waits for all of them.
    """
    before, forgotten = moments.moment().now - KEYS_KEPT, 0
    old = KeyedCommand.objects.filter(tournament__ended_at__lt=before).values("pk")
    while some := KeyedCommand.objects.filter(pk__in=old[:_AT_ONCE]).delete()[0]:
        forgotten += some
    return forgotten
