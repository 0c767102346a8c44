"""What the seats of bots remember, kept in this process so that only what is new is read and folded.

A memory is made from events as redacted for its seat, and from nothing else.
"""

from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

from games.bots.memory import Memory, noted
from games.engine.events import Event
from games.engine.sight import redact
from games.envelope import Recorded
from games.event_store import GAMES
from games.standing import Standing

_KEPT: Final = 2_000


class _Kept(NamedTuple):
    version: int
    digest: bytes
    memory: Memory


_kept: OrderedDict[tuple[UUID, int], _Kept] = OrderedDict()
_lock: Final = Lock()


def memory(game_id: UUID, standing: Standing, seat: int) -> Memory:
    """Return what `seat` remembers of a game as it stands."""
    known = _newest(game_id, seat)
    if known is not None and known.version > standing.version:
        known = None
    found = None if known is None else _since(game_id, standing, seat, known)
    # A database that came back from a copy may have lost what this process saw committed.
    return found or _remembered(
        game_id, standing, seat, Memory(seat), GAMES.recorded(game_id, until=standing.version)
    )


def _since(game_id: UUID, standing: Standing, seat: int, known: _Kept) -> Memory | None:
    last, *newer = GAMES.recorded(game_id, after=known.version - 1, until=standing.version)
    if last.digest != known.digest:
        return None
    return _remembered(game_id, standing, seat, known.memory, newer)


def _remembered(
    game_id: UUID, standing: Standing, seat: int, known: Memory, rows: list[Recorded[Event]]
) -> Memory:
    for row in rows:
        known = noted(known, redact(row.event, seat, disclosed=standing.state.disclosed))
    with _lock:
        _kept[game_id, seat] = _Kept(standing.version, standing.digest, known)
        _kept.move_to_end((game_id, seat))
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return known


def _newest(game_id: UUID, seat: int) -> _Kept | None:
    with _lock:
        return _kept.get((game_id, seat))
