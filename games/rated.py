"""What people may choose for a game that counts for ratings, so that its results can be compared."""

from typing import Final

from games.engine.options import Options
from games.refusing import NotWhenRated

# What is played is what the box says; how long anybody may take is everybody's own affair.
FREE: Final = frozenset(
    {"plus_three_seconds", "turn_seconds", "bot_after_turns", "give_up_after_seconds", "lobby_seconds"}
)


def check_people(*, public: bool, bots: bool) -> None:
    """Refuse a table that not everybody can come to, and one with bots.

    :raises NotWhenRated: where the table is one.
    """
    if not public:
        raise NotWhenRated("public", (True,))
    if bots:
        raise NotWhenRated("bots", ())


def check_delay(seconds: int) -> None:
    """Refuse a spectators' delay: ratings and leaderboards tell of an end at once.

    :raises NotWhenRated: where there is one.
    """
    if seconds:
        raise NotWhenRated("spectator_delay_seconds", (0,))


def check_options(usual: Options, chosen: Options, *, version: int | None = None) -> None:
    """Refuse options other than the usual ones, but for those of time.

    :raises NotWhenRated: with the `version` of the game that goes on, where there is one.
    """
    for name in Options.names():
        value = getattr(usual, name)
        if name not in FREE and getattr(chosen, name) != value:
            raise NotWhenRated(f"options.{name}", (value,), version)
