"""How well and by which chance a bot plays a seat of a game; when it does, and what, is not known here."""

from random import Random
from typing import Final

from django.utils.crypto import salted_hmac

from games.bot_calls import Call
from games.bots.levels import Level
from games.standing import Standing

# Who stands in plays well enough not to spoil the game of who is away, and thinks no longer than that needs.
STANDS_IN: Final = Level.NORMAL


def level(standing: Standing, seat: int) -> Level:
    """Return the level of who plays the seat, a bot of its own or one that stands in.

    :raises ValueError: for a level that this version of the server does not know.
    """
    named = standing.state.bots[seat]
    return STANDS_IN if named is None else Level(named)


def chance(use: str, call: Call, seat: int) -> Random:
    """Return the chance by which a seat does something in answer to a call.

    The same for every worker, and not to be worked out by who plays against the bot.
    """
    told = f"{call.game_id}:{call.version}:{seat}"
    return Random(salted_hmac(f"games.bots.{use}", told, algorithm="sha256").digest())  # noqa: S311
