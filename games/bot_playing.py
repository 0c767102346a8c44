"""Bots at play: what their seats see goes to their policies, and what these choose to `handle`.

Nothing else of a game reaches a policy, the secret of its deal least of all. A call names a version: whoever
plays it twice, late or beside somebody else does nothing that was done already.
"""

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, InterfaceError

from games import bot_calls, keys, measures
from games.asking import SYSTEM, Ask, Caller, GameNow
from games.bot_calls import Call
from games.bot_memories import memory
from games.bot_seats import chance, level
from games.bot_turns import asked, bot_at, is_window_of_bots
from games.bots.choosing import choose
from games.bots.levels import Level, downwards
from games.bots.memory import Memory
from games.codec import type_name
from games.engine import sight
from games.engine.commands import CloseWindow, Command, MoveForOther, PlayMoves, StandIn
from games.engine.refusals import Refused
from games.event_store import GAMES
from games.handling import handle
from games.refusing import Busy
from games.standing import Standing

_log = structlog.get_logger("games.bot_playing")


class _MovedOn(Exception):
    """The game has come to another version than the one that was considered."""


def play(call: Call) -> None:
    """Have the bots of a game consider a version; the first that wants to move does, and no other.

    Does nothing where the game has moved on. A version that they leave as it is they are not asked about
    again. In place of a policy that fails a simpler one chooses, in the end any legal move. One that finds
    the game held by others for too long is called again.

    :raises NotFound: where there is no such game.
    """
    _, standing, now, _ = GAMES.peek(call.game_id)
    at = bot_at(standing)
    if standing.version != call.version or at is None:
        return
    if now < at:
        bot_calls.take_back(call)
        return
    try:
        moved = _somebody_moves(call, standing)
    except _MovedOn:
        return
    except Busy:
        bot_calls.take_back(call)
        return
    if not moved:
        bot_calls.decided(call, now)


def _somebody_moves(call: Call, standing: Standing) -> bool:
    state = standing.state
    if any(_moves(call, standing, seat) for seat in asked(state)):
        return True
    return is_window_of_bots(state) and _carried_out(call, CloseWindow(state.number), SYSTEM, None)


def _moves(call: Call, standing: Standing, seat: int) -> bool:
    # A game may have no clock: where a policy fails, or chooses what is refused, a simpler one moves.
    for simpler in downwards(level(standing, seat)):
        moves = _chosen(call, standing, seat, simpler)
        if moves == ():
            return False
        if moves is None:
            continue
        if _carried_out(call, *_command(call, standing, seat, moves)):
            return True
        measures.bot_failures.labels(simpler).inc()
    return False


def _chosen(call: Call, standing: Standing, seat: int, by: Level) -> tuple[MoveForOther, ...] | None:
    try:
        # The last resort remembers nothing, so that nothing stands in its way.
        remembered = Memory(seat) if by is Level.EASY else memory(call.game_id, standing, seat)
        view, lot = sight.view(standing.state, seat), chance("choice", call, seat)
        return choose(by, view, remembered, lot, iterations=settings.BOT_ITERATIONS)
    except (DatabaseError, InterfaceError):
        raise
    except SoftTimeLimitExceeded:
        # The machine has too much to do: nothing is wrong with the level.
        _log.warning("bot_out_of_time", game=str(call.game_id), version=call.version, bot_level=by)
        return None
    except Exception:
        # The formatter keeps messages out of the log.
        _log.error("bot_failed", game=str(call.game_id), version=call.version, bot_level=by, exc_info=True)
        measures.bot_failures.labels(by).inc()
        return None


def _command(
    call: Call, standing: Standing, seat: int, moves: tuple[MoveForOther, ...]
) -> tuple[Command, Caller, keys.Key | None]:
    turn = standing.state.number
    if standing.state.bots[seat] is None:
        return StandIn(seat, turn, moves), SYSTEM, None
    key = keys.system_key(call.game_id, call.version, type_name(PlayMoves))
    return PlayMoves(seat, turn, moves), Caller(standing.people[seat]), key


def _carried_out(call: Call, command: Command, caller: Caller, key: keys.Key | None) -> bool:
    try:
        handle(call.game_id, _at(call.version, command), caller, key)
    except Refused as refused:
        _log.error("bot_refused", game=str(call.game_id), version=call.version, refusal=refused.refusal.value)
        return False
    return True


def _at(version: int, command: Command) -> Ask:
    def ask(now: GameNow, _caller: Caller) -> Command:
        if now.standing.version != version:
            raise _MovedOn
        return command

    return ask
