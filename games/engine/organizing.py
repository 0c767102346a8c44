"""What an organizer, who seats people at many tables, asks of one of them once it is dealt."""

from games.engine import events as ev
from games.engine.endings import end_by_time
from games.engine.refusals import Refusal, Refused
from games.engine.state import Phase
from games.engine.telling import Now, Told


def call_time(now: Now) -> Told:
    """End the game now; nothing happens where it is over already.

    :raises Refused: `not_started`.
    """
    if now.state.phase is Phase.LOBBY:
        raise Refused(Refusal.NOT_STARTED)
    if now.state.phase is Phase.PLAYING:
        yield from end_by_time(now)


def disclose(now: Now) -> Told:
    """Open a game that is over to its readers; nothing happens where it is open already.

    :raises Refused: `not_over`.
    """
    if now.state.phase in (Phase.LOBBY, Phase.PLAYING):
        raise Refused(Refusal.NOT_OVER)
    if not now.state.disclosed:
        yield ev.Disclosed()
