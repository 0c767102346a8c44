"""Games of which others still play the same deal: what even operators may not see until `Disclosed`."""

from games.admin.reading import TurnedAway
from games.engine.state import Phase
from games.selectors import Found


def hides_its_table(found: Found) -> bool:
    """Say whether the table of this game is hidden, at any version: others may still play the same deal.

    The card turned up, cards laid and hands that shrink tell of a deal too, from its first moment on. A game
    that was never dealt has nothing to hide.
    """
    state = found.standing.state
    return state.setup.sealed and found.game.disclosed_at is None and state.number > 0


def hides_its_hands(found: Found) -> bool:
    """Say whether nobody may look into a hand either: a place is decided, and would be told by it."""
    state = found.standing.state
    is_decided = any(place is not None for place in state.places)
    return hides_its_table(found) and (is_decided or state.phase is not Phase.PLAYING)


def check_table(found: Found) -> None:
    """Check that the table may be shown to whoever reads games.

    :raises TurnedAway: 403 where it would tell of a deal that others play.
    """
    if hides_its_table(found):
        raise _turned_away()


def check_look(found: Found) -> None:
    """Check that a hand may be looked into, which is written down.

    :raises TurnedAway: 403 where it would tell how a sealed game ended.
    """
    if hides_its_hands(found):
        raise _turned_away()


def _turned_away() -> TurnedAway:
    return TurnedAway(403, "Others still play the same deal: this table is shown once it is disclosed.")
