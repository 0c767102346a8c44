"""What an operator may do to a game from outside, always for a reason that stands in the log."""

from typing import Final

from games.engine import events as ev
from games.engine.commands import AbortGame, GiveUpSeat
from games.engine.events import Abandonment
from games.engine.leaving import give_up
from games.engine.lobby import abandon
from games.engine.refusals import Refusal, Refused
from games.engine.state import Phase
from games.engine.telling import Now, Told

LONGEST_REASON: Final = 200


def abort_game(now: Now, command: AbortGame) -> Told:
    """End a lobby or a running game without a result.

    :raises Refused: `game_over`, `reason_unfit`.
    """
    _check_reason(command.reason)
    if now.state.phase not in (Phase.LOBBY, Phase.PLAYING):
        raise Refused(Refusal.GAME_OVER)
    yield ev.Intervened(command.reason)
    yield from abandon(now, Abandonment.ABORTED)


def give_up_seat(now: Now, command: GiveUpSeat) -> Told:
    """Give a seat up as if it had resigned.

    :raises Refused: `not_started`, `game_over`, `no_such_seat`, `reason_unfit`.
    """
    _check_reason(command.reason)
    state = now.state
    if state.phase is Phase.LOBBY:
        raise Refused(Refusal.NOT_STARTED)
    if state.phase is not Phase.PLAYING:
        raise Refused(Refusal.GAME_OVER)
    if command.seat not in state.in_play:
        raise Refused(Refusal.NO_SUCH_SEAT, field="seat", allowed=state.in_play)
    yield ev.Intervened(command.reason)
    yield from give_up(now, command.seat)


def _check_reason(reason: str) -> None:
    # One line of visible text, such as a transcript can hold.
    words = " ".join(reason.split())
    if words != reason or not reason.isprintable() or not 0 < len(reason) <= LONGEST_REASON:
        allowed = (f"1..{LONGEST_REASON} printable characters",)
        raise Refused(Refusal.REASON_UNFIT, field="reason", allowed=allowed)
