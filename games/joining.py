"""Joining by invite code: the way to a game whose id one does not know; sitting down is `asking.sit`."""

from games import asking, moments
from games.asking import Caller, GameNow
from games.event_store import GAMES
from games.handling import Step, carried_out, next_step
from games.invites import as_written
from games.keys import Key
from games.recording import Handled
from games.refusing import NotFound, WrongCode
from games.selectors import by_code


def join(typed: str, caller: Caller, key: Key | None = None) -> Handled:
    """Sit down on the lowest free seat of the lobby that has this code, however it is written.

    A code serves no longer than its lobby, the answer to a request that had a key for ever.

    :raises WrongCode: where no lobby has it.
    :raises Refused: where the rules say no.
    :raises Declined: for who sits there already, a session that is over, a key that stands for something
        else, or `Busy`.
    :raises RuntimeError: inside a transaction.
    """
    code = as_written(typed)
    return carried_out(
        lambda: _locked(code, caller), lambda now: _seated(now, code, caller, key), caller, key
    )


def _locked(code: str, caller: Caller) -> GameNow | None:
    try:
        return GAMES.lock(by_code(code), caller.session)
    except NotFound:
        moments.moment(caller.session)  # asks for the session all the same
        return None


def _seated(now: GameNow | None, code: str, caller: Caller, key: Key | None) -> Step:
    if now is None:
        raise WrongCode
    try:
        return next_step(now, asking.sit(code=code), caller, key)
    except NotFound:  # the lobby was over before it was locked
        raise WrongCode from None
