"""What a command leaves behind: its events, the read tables, its key; which they are is decided elsewhere."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

from uuid_utils.compat import uuid7

from games import keys
from games.announcing import announce
from games.asking import Caller
from games.bots.levels import VERSIONS
from games.engine import events as ev
from games.engine.events import Event
from games.envelope import Recorded
from games.event_store import GAMES, Draft
from games.keys import Answered, Key
from games.models import Game
from games.standing import Standing
from games.terms import Terms, terms_of
from players import bots

_NOBODY: Final[Mapping[int, UUID]] = MappingProxyType({})


class Handled(NamedTuple):
    """What a command caused, as it will always be told; if nothing, `first_version` is the higher one."""

    game_id: UUID
    terms: Terms
    first_version: int
    last_version: int
    standing: Standing  # at `last_version`
    events: tuple[Recorded[Event], ...]
    repeated: bool = False  # the answer to an earlier request with the same key


def record(
    game: Game,
    before: Standing | None,
    events: Sequence[Event],
    *,
    caller: Caller,
    key: Key | None,
    at: datetime,
    book: Callable[[Standing], None],
    newcomers: Mapping[int, UUID] = _NOBODY,
) -> Handled:
    """Append the events, have `book` write the read tables, and keep the key.

    `newcomers` are those who sit down, by seat; elsewhere the caller does, or some bot of the level named.

    :raises Overtaken: where somebody else committed the key meanwhile.
    """
    id_ = uuid7()
    drafts = _drafts(events, before.people if before else (), newcomers, caller.player)
    after, recorded = GAMES.append(game.pk, before, drafts, actor=caller.player, command=id_, at=at)
    book(after)
    handled = _of(game, after, recorded)
    _keep(handled, id_, caller, key, at)
    return handled


def record_nothing(
    game: Game, standing: Standing, *, caller: Caller, key: Key | None, at: datetime
) -> Handled:
    """Keep the key of a command that was right and caused nothing.

    :raises Overtaken: as `record`.
    """
    handled = _of(game, standing, ())
    _keep(handled, uuid7(), caller, key, at)
    return handled


def _of(game: Game, after: Standing, recorded: tuple[Recorded[Event], ...]) -> Handled:
    first = after.version - len(recorded) + 1
    return Handled(game.pk, terms_of(game), first, after.version, after, recorded)


def _keep(handled: Handled, id_: UUID, caller: Caller, key: Key | None, at: datetime) -> None:
    if key is not None:
        keys.keep(
            key,
            id_=id_,
            game_id=handled.game_id,
            player=caller.player,
            first_version=handled.first_version,
            last_version=handled.last_version,
            at=at,
        )


def _drafts(
    events: Sequence[Event],
    people: Sequence[UUID | None],
    newcomers: Mapping[int, UUID],
    caller: UUID | None,
) -> list[Draft[Event]]:
    # The subject is the person on the seat that the event names.
    seated = dict(enumerate(people))
    drafts = []
    for event in events:
        seat: int | None = getattr(event, "seat", None)
        if isinstance(event, ev.SeatTaken):
            seated[event.seat] = newcomers.get(event.seat) or _somebody(event.bot, caller, seated.values())
        drafts.append(Draft(event, None if seat is None else seated[seat]))
    return drafts


def _somebody(level: str | None, caller: UUID | None, seated: Collection[UUID | None]) -> UUID | None:
    return caller if level is None else bots.newcomer(level, VERSIONS, seated)


def answer_again(earlier: Answered) -> Handled:
    """Return what a command that was carried out before was answered."""
    game_id, *_, first, last = earlier
    events = tuple(GAMES.recorded(game_id, after=first - 1, until=last))
    return Handled(*earlier, GAMES.load(game_id, last), events, repeated=True)


def tell(handled: Handled) -> None:
    """Keep and announce what has been committed."""
    if handled.events:
        GAMES.remember(handled.game_id, handled.standing)
        announce(handled.game_id, handled.last_version)
