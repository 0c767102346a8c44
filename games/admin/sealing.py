"""Games of which others still play the same deal: what even operators may not see until `Disclosed`."""

from games.admin.reading import TurnedAway
from games.selectors import Found


def hides_its_end(found: Found) -> bool:
    """Say whether a place at this sealed table is decided, while its readers may not see it yet.

    Cards laid and hands that shrink tell of it too, so that the table is hidden with it, at any version.
    """
    state = found.standing.state
    is_sealed = state.setup.sealed and found.game.disclosed_at is None
    return is_sealed and any(place is not None for place in state.places)


def check(found: Found) -> None:
    """Check that the table may be shown.

    :raises TurnedAway: 403 where it would tell how a sealed game ended.
    """
    if hides_its_end(found):
        raise TurnedAway(403, "Others still play the same deal: this table is shown once it is disclosed.")
