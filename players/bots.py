"""Bots as players: the rows by which they sit at the tables of all games; how they play is not known here."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db.models import QuerySet

from players import names
from players.models import Player

# How a level is stored, rising with its strength; the one place that knows.
NUMBERS: Final = MappingProxyType({"easy": 1, "normal": 2, "hard": 3})

# As many of one level as there are seats at the largest table.
OF_EACH_LEVEL: Final = 10


def newcomer(level: str, versions: Mapping[str, int], seated: Collection[UUID | None]) -> UUID:
    """Return the bot of this level with the lowest number that is not among those `seated`.

    `versions` has every level: a bot that plays otherwise than before is another player, with results of its
    own. The first who asks for a new version makes all bots of all levels, in one statement whose rows every
    process writes in the same order, so that two at once never wait for each other.
    """
    found = [*_ids(level, versions)]
    if not found:
        Player.objects.bulk_create(_every_bot(versions), ignore_conflicts=True)
        found = [*_ids(level, versions)]
    return next(id_ for id_ in found if id_ not in seated)


def _ids(level: str, versions: Mapping[str, int]) -> QuerySet[Player, UUID]:
    of_level = Player.objects.filter(kind=Player.Kind.BOT, bot_level=NUMBERS[level])
    numbered = of_level.filter(bot_version=str(versions[level]), bot_ordinal__isnull=False)
    return numbered.order_by("bot_ordinal").values_list("pk", flat=True)


def _every_bot(versions: Mapping[str, int]) -> list[Player]:
    ordinals = range(1, OF_EACH_LEVEL + 1)
    return [_bot(level, str(versions[level]), ordinal) for level in NUMBERS for ordinal in ordinals]


def _bot(level: str, version: str, ordinal: int) -> Player:
    name = f"{level.title()} {ordinal}"
    return Player(
        kind=Player.Kind.BOT,
        bot_level=NUMBERS[level],
        bot_version=version,
        bot_ordinal=ordinal,
        name=name,
        name_key=names.key(name),
        password=make_password(None),
        is_active=False,  # nobody signs in as one
    )
