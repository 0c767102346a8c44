"""Bots as players: the rows by which they sit at the tables of all games; how they play is not known here."""

from collections.abc import Collection
from enum import StrEnum
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db.models import QuerySet

from players import names
from players.models import Player


class Level(StrEnum):
    """How well a bot plays, as the API and logs say it."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


# How a level is stored, rising with its strength; the one place that knows.
NUMBERS: Final = MappingProxyType({Level.EASY: 1, Level.NORMAL: 2, Level.HARD: 3})

# Of the policies: bots that play otherwise than before are other players, with results of their own.
VERSION: Final = "1"

# As many of one level as there are seats at the largest table.
OF_EACH_LEVEL: Final = 10


def newcomer(level: Level, seated: Collection[UUID | None]) -> UUID:
    """Return the bot of this level with the lowest number that is not among those `seated`.

    The first who asks for a bot of this version makes all of them: one statement, whose rows every process
    writes in the same order, so that two at once never wait for each other.
    """
    found = [*_ids(level)]
    if not found:
        Player.objects.bulk_create(_every_bot(), ignore_conflicts=True)
        found = [*_ids(level)]
    return next(id_ for id_ in found if id_ not in seated)


def _ids(level: Level) -> "QuerySet[Player, UUID]":
    of_level = Player.objects.filter(kind=Player.Kind.BOT, bot_level=NUMBERS[level], bot_version=VERSION)
    numbered = of_level.filter(bot_ordinal__isnull=False).order_by("bot_ordinal")
    return numbered.values_list("pk", flat=True)


def _every_bot() -> list[Player]:
    return [_bot(level, ordinal) for level in Level for ordinal in range(1, OF_EACH_LEVEL + 1)]


def _bot(level: Level, ordinal: int) -> Player:
    name = f"{level.title()} {ordinal}"
    return Player(
        kind=Player.Kind.BOT,
        bot_level=NUMBERS[level],
        bot_version=VERSION,
        bot_ordinal=ordinal,
        name=name,
        name_key=names.key(name),
        password=make_password(None),
        is_active=False,  # nobody signs in as one
    )
