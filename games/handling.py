"""`handle`: the one way in which the log of a game grows, for players, clocks, admin and console alike.

Read this first. A command that is carried out, its events, the read tables and the sender's key are one
transaction, and the order in it is the whole point:

1. the head is locked; with it come the time, the sender's session and the state;
2. a key that was used before gets its answer again, even where the game has gone on since;
3. what is late is settled and committed in a transaction of its own, and all begins again: no refusal of what
   was asked undoes it;
4. then the sender's seat, then the rules.

After the commit the new state is kept, and after that it is announced. (`games.opening` begins a log.)
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from uuid_utils.compat import uuid7

from games import keys, projections
from games.announcing import announce
from games.asking import SYSTEM, Ask, Caller, GameNow
from games.codec import type_name
from games.engine import events as ev
from games.engine.commands import Command
from games.engine.events import Event
from games.engine.refusals import Refused
from games.engine.rules import decide
from games.envelope import Recorded
from games.event_store import GAMES, Draft
from games.keys import Answered, Key, KeyTaken
from games.models import Game
from games.refusing import Busy, RefusedAt, lock_timeouts_told
from games.standing import Standing, due

# A settlement begins a new turn or ends the game, so that more than one before an answer is already rare.
_MOST_ATTEMPTS: Final = 5


class Handled(NamedTuple):
    """What a command caused, as it will always be told; if nothing, `first_version` is the higher one."""

    game_id: UUID
    visibility: str  # a `Game.Visibility`, for ever as it was opened
    first_version: int
    last_version: int
    standing: Standing  # at `last_version`
    events: tuple[Recorded[Event], ...]
    repeated: bool = False  # the answer to an earlier request with the same key


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
    return until_done(lambda: _attempt(game_id, ask, caller, key, skip_locked=skip_locked))


def until_done(attempt: Callable[[], Handled | None]) -> Handled:
    """Call `attempt`, which returns None where all has to begin again, until it has an answer.

    :raises Busy: where that does not come about, or the database waited too long for a lock.
    """
    with lock_timeouts_told():
        for _ in range(_MOST_ATTEMPTS):
            done = attempt()
            if done is not None:
                return done
    raise Busy


def _attempt(
    game_id: UUID, ask: Ask, caller: Caller, key: Key | None, *, skip_locked: bool
) -> Handled | None:
    late = None
    try:
        with transaction.atomic(durable=True):
            now = GAMES.lock(game_id, caller.session, skip_locked=skip_locked)
            earlier = None if key is None else keys.earlier(caller.player, key)
            if earlier is None:
                late = due(now.standing, now=now.now, heartbeat_at=now.heartbeat_at)
                if late is None:
                    done = _carry_out(now, ask(now, caller), caller, key)
                else:
                    done = _carry_out(now, late, SYSTEM, None)
    except KeyTaken:
        return None
    if earlier is not None:
        return answer_again(earlier)
    tell(done)
    return done if late is None else None


def _carry_out(now: GameNow, command: Command | None, caller: Caller, key: Key | None) -> Handled:
    game, before = now.head, now.standing
    events = () if command is None else _decided(before, command)
    if command is None or not events:
        return Handled(game.pk, game.visibility, before.version + 1, before.version, before, ())
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


def _decided(standing: Standing, command: Command) -> tuple[Event, ...]:
    try:
        return decide(standing.state, command)
    except Refused as refused:
        raise RefusedAt(refused, standing.version) from refused


# --- the parts of a transaction that the opening of a game shares


def record(
    game: Game,
    before: Standing | None,
    events: Sequence[Event],
    *,
    caller: Caller,
    key: Key | None,
    at: datetime,
    book: Callable[[Standing], None],
) -> Handled:
    """Append the events, have `book` write the read tables, and keep the key.

    :raises KeyTaken: where somebody else committed the key meanwhile.
    """
    id_ = uuid7()
    drafts = _drafts(events, before.people if before else (), caller.player)
    after, recorded = GAMES.append(game.pk, before, drafts, actor=caller.player, command=id_, at=at)
    book(after)
    handled = Handled(game.pk, game.visibility, recorded[0].version, after.version, after, recorded)
    if key is not None:
        keys.keep(
            key,
            id_=id_,
            game_id=game.pk,
            player=caller.player,
            first_version=handled.first_version,
            last_version=handled.last_version,
            at=at,
        )
    return handled


def _drafts(
    events: Sequence[Event], people: Sequence[UUID | None], newcomer: UUID | None
) -> list[Draft[Event]]:
    # The subject is the person on the seat that the event names; only the caller can be new on one.
    seated = dict(enumerate(people))
    drafts = []
    for event in events:
        seat: int | None = getattr(event, "seat", None)
        if isinstance(event, ev.SeatTaken):
            seated[event.seat] = newcomer
        drafts.append(Draft(event, None if seat is None else seated[seat]))
    return drafts


def answer_again(earlier: Answered) -> Handled:
    """Return what a command that was carried out before was answered."""
    game_id, visibility, first, last = earlier
    events = tuple(GAMES.recorded(game_id, after=first - 1, until=last))
    return Handled(game_id, visibility, first, last, GAMES.load(game_id, last), events, repeated=True)


def tell(handled: Handled) -> None:
    """Keep and announce what has been committed."""
    if handled.events:
        GAMES.remember(handled.game_id, handled.standing)
        announce(handled.game_id, handled.last_version)
