"""`handle`: the one way in which the log of a game grows, for players, clocks and operators alike.

Read this first. A command that is carried out, its events, the read tables and the sender's key are one
transaction, and the order in it is the whole point:

1. the head is locked; with it come the time, the sender's session and the state;
2. a key that was used before gets its answer again, even where the game has gone on since;
3. what is late is settled and committed in a transaction of its own, and all begins again: no refusal of what
   was asked undoes it;
4. then the sender's seat, then the rules.

After the commit the new state is kept, and after that it is announced. (`games.opening` begins a log, by the
same steps but for the lock.)
"""

from collections.abc import Callable
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction

from games import keys, projections
from games.asking import SYSTEM, Ask, Caller, GameNow, known_to
from games.codec import type_name
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.refusals import Refused
from games.engine.rules import decide
from games.event_store import GAMES
from games.keys import Key, Overtaken
from games.recording import Handled, answer_again, record, record_nothing, tell
from games.refusing import Busy, RefusedAt, lock_timeouts_told
from games.standing import due

# A settlement begins a new turn or ends the game, so that more than one before an answer is already rare.
_MOST_ATTEMPTS: Final = 5


class Step(NamedTuple):
    """What one transaction did; `is_answer` False where it only settled what was late.

    `beside` is what it did to another game.
    """

    done: Handled
    is_answer: bool = True
    beside: Handled | None = None


def handle(
    game_id: UUID, ask: Ask, caller: Caller, key: Key | None = None, *, skip_locked: bool = False
) -> Handled:
    """Carry out what `caller` asks of a game, or nothing of it; `games.asking` has what can be asked.

    With `skip_locked` a game at which somebody else is at work is left alone.

    :raises Refused: where the rules say no (a `RefusedAt`, with the version).
    :raises Declined: for every other reason: no such game, no seat, a session that is over, a key that stands
        for something else, or `Busy` where others held the game for too long.
    :raises RuntimeError: inside a transaction: what is answered here must be committed.
    """
    return carried_out(
        lambda: GAMES.lock(game_id, caller.session, skip_locked=skip_locked),
        lambda now: next_step(now, ask, caller, key),
        caller,
        key,
    )


def carried_out[N](
    look: Callable[[], N], act: Callable[[N], Step], caller: Caller, key: Key | None
) -> Handled:
    """Look and act in one transaction, as often as it takes to come to an answer; a known key has one.

    `look` takes the lock where there is something to lock, and asks whether the session is open. Where
    `act` raises `Overtaken` nothing has happened.

    :raises Busy: where no answer comes about, or the database waited too long for a lock.
    :raises RuntimeError: inside a transaction.
    """
    with lock_timeouts_told():
        for _ in range(_MOST_ATTEMPTS):
            answer = _attempt(look, act, caller, key)
            if answer is not None:
                return answer
    raise Busy


def _attempt[N](
    look: Callable[[], N], act: Callable[[N], Step], caller: Caller, key: Key | None
) -> Handled | None:
    try:
        with transaction.atomic(durable=True):
            now = look()
            earlier = None if key is None else keys.earlier(caller.player, key)
            if earlier is None:
                step = act(now)
    except Overtaken:
        return None
    if earlier is not None:
        return answer_again(earlier)
    tell(step.done)
    if step.beside is not None:
        tell(step.beside)
    return step.done if step.is_answer else None


def next_step(now: GameNow, ask: Ask, caller: Caller, key: Key | None) -> Step:
    """Settle what is late in a locked game, or where nothing is carry out what is asked.

    :raises Refused: where the rules say no.
    :raises Declined: for what `ask` finds wrong.
    """
    return settled(now) or Step(carry_out(now, ask(now, caller), caller, key))


def settled(now: GameNow) -> Step | None:
    """Settle what is late in a locked game; None where nothing is."""
    late = due(now.standing, now=now.now, heartbeat_at=now.heartbeat_at)
    return None if late is None else Step(carry_out(now, late, SYSTEM, None), is_answer=False)


def carry_out(now: GameNow, command: Command | None, caller: Caller, key: Key | None) -> Handled:
    """Decide a command in a locked game, and record what it causes.

    :raises Refused: where the rules say no (a `RefusedAt`).
    """
    game, before = now.head, now.standing
    events = () if command is None else _decided(now, command, caller)
    if command is None or not events:
        return record_nothing(game, before, caller=caller, key=key, at=now.now)
    if key is None and caller.player is None:
        key = keys.system_key(game.pk, before.version, type_name(type(command)))
    return record(
        game,
        before,
        events,
        caller=caller,
        key=key,
        at=now.now,
        book=lambda after: projections.apply(game.pk, before, after),
    )


def _decided(now: GameNow, command: Command, caller: Caller) -> tuple[Event, ...]:
    try:
        return decide(now.standing.state, command)
    except Refused as refused:
        raise RefusedAt(refused, known_to(now, caller.player).version) from refused
