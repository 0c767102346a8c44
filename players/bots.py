"""Bots as players: the rows by which they sit at the tables of all games; how they play is not known here."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db.models import QuerySet

from players import names
from players.models import Player

# How a level is stored, rising with its strength; the one place that knows.
NUMBERS: Final = MappingProxyType({"easy": 1, "normal": 2, "hard": 3})

_NAMES: Final = MappingProxyType({number: level for level, number in NUMBERS.items()})

# As many of one level as there are seats at the largest table: nobody asks for more at one.
OF_EACH_LEVEL: Final = 10


def newcomer(level: str, versions: Mapping[str, int], seated: Collection[UUID | None]) -> UUID:
    """Return the bot of this level with the lowest number that is not among those `seated`.

    `versions` has every level: a bot that plays otherwise than before is another player, with results of its
    own. The first who asks for a new version makes all bots of all levels.
    """
    return next(id_ for id_ in crowd(level, versions, OF_EACH_LEVEL) if id_ not in seated)


def crowd(level: str, versions: Mapping[str, int], count: int) -> tuple[UUID, ...]:
    """Return the `count` bots of this level with the lowest numbers, in their order; missing ones are made.

    `versions` has every level, as for `newcomer`. What is made is made in one statement whose rows every
    process writes in the same order, by level and number, so that two at once never wait for each other. In
    a transaction that goes on writing ask once, or by rising levels: its rows hold up whoever wants the same.
    """
    found = tuple(_ids(level, versions)[:count])
    if len(found) < count:
        Player.objects.bulk_create(_bots(versions, {level: count}), ignore_conflicts=True)
        found = tuple(_ids(level, versions)[:count])
    return found


def levels(players: Iterable[UUID]) -> dict[UUID, str | None]:
    """Return the level of each of these players, None for a person; who does not exist is left out."""
    rows = Player.objects.filter(pk__in=[*players]).values_list("pk", "bot_level")
    return {id_: None if number is None else _NAMES[number] for id_, number in rows}


def _ids(level: str, versions: Mapping[str, int]) -> QuerySet[Player, UUID]:
    of_level = Player.objects.filter(kind=Player.Kind.BOT, bot_level=NUMBERS[level])
    numbered = of_level.filter(bot_version=str(versions[level]), bot_ordinal__isnull=False)
    return numbered.order_by("bot_ordinal").values_list("pk", flat=True)


def _bots(versions: Mapping[str, int], wanted: Mapping[str, int]) -> list[Player]:
    return [
        _bot(level, str(versions[level]), ordinal)
        for level in NUMBERS
        for ordinal in range(1, max(OF_EACH_LEVEL, wanted.get(level, 0)) + 1)
    ]


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
