"""Logs in the database: lock, load and append over any log; no rule of a game, no read table.

A log is a head row, which every writer locks, and rows that are only ever added. What its events fold to is
kept by (log, version) and only once that version is committed, so that nothing has to be taken back.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

from django.conf import settings
from django.db import connection, models

from games import moments
from games.codec import GAME_EVENTS, Encoded
from games.engine.events import Event
from games.envelope import NO_DIGEST, Recorded, digest_of
from games.models import Game, StoredEvent
from games.refusing import Busy, NotFound
from games.rows import Rows
from games.standing import Standing, fold
from games.state_cache import StateCache

_STATES_CACHED: Final = 4_000

# The clock and the functions of `moments` are in the outer list, so they are called once the lock is there: a
# subquery that locks is never merged into the outer one. The join gives a row in any case.
_LOOK: Final = """
    SELECT {moment}, {columns}
      FROM (SELECT) AS one LEFT JOIN (SELECT * FROM "{table}" WHERE id = %s {locking}) AS head ON true
"""


class Folded(Protocol):
    """What a log folds to says at least this of its last event."""

    @property
    def version(self) -> int:
        """Its number in the log."""

    @property
    def digest(self) -> bytes:
        """Its link in the chain."""

    @property
    def last_at(self) -> datetime:
        """When it was recorded."""


class Situation[H, S](NamedTuple):
    """A log at one moment; `now` is never earlier than its last event."""

    head: H
    standing: S
    now: datetime
    heartbeat_at: datetime | None


class Draft[E](NamedTuple):
    """An event about to be appended, and the person on the seat that it names."""

    event: E
    subject: UUID | None


class NoSuchVersion(LookupError):
    """The log does not go so far."""


class Log[H: models.Model, S: Folded, E]:
    """All logs of one kind: a head model, the rows of the events, and what they fold to."""

    def __init__(
        self,
        head: type[H],
        rows: Rows[E],
        fold: Callable[[S | None, Recorded[E]], S],
        *,
        cached: int,
    ) -> None:
        """The rows belong to the heads; `cached` states are kept."""
        self._head, self.rows, self.fold = head, rows, fold
        self._cache: StateCache[S] = StateCache(cached)

    # --- one log now

    def lock(
        self, log_id: UUID, session_id: UUID | None = None, *, skip_locked: bool = False
    ) -> Situation[H, S]:
        """Lock the head until the transaction ends, and return what is true from then on.

        One statement, and a second where this process does not know the newest state. To be called before
        the transaction writes anything.

        :raises SessionEnded: where a session is given that is over.
        :raises NotFound: where there is no such log.
        :raises Busy: with `skip_locked`, where somebody else holds it (or it does not exist).
        """
        if skip_locked:
            return self._situation(log_id, session_id, "FOR UPDATE SKIP LOCKED", Busy)
        return self._situation(log_id, session_id, "FOR UPDATE", NotFound)

    def peek(self, log_id: UUID, session_id: UUID | None = None) -> Situation[H, S]:
        """Return what is true now, without a lock; statements as in `lock`.

        :raises SessionEnded: where a session is given that is over.
        :raises NotFound: where there is no such log.
        """
        return self._situation(log_id, session_id, "", NotFound)

    def _situation(
        self, log_id: UUID, session_id: UUID | None, locking: str, missing: type[Exception]
    ) -> Situation[H, S]:
        fields = self._head._meta.concrete_fields
        with connection.cursor() as cursor:
            cursor.execute(_look_sql(self._head, locking), [moments.SWEEP, session_id, log_id])
            row: tuple[Any, ...] = cursor.fetchone()
        known = len(row) - len(fields)
        now, heartbeat_at = moments.of_row(row[:known], session_id)
        head: Any = self._head.from_db(connection.alias, [field.attname for field in fields], row[known:])
        if head.pk is None:
            raise missing
        standing = self._standing(log_id, head.version, head.digest)
        return Situation(head, standing, max(now, standing.last_at), heartbeat_at)

    # --- reading

    def load(self, log_id: UUID, version: int) -> S:
        """Return what the first `version` events fold to.

        Not to be called in a transaction that has appended: what is read here is kept as committed.

        :raises NoSuchVersion: where the log has fewer, or there is none.
        """
        return self._standing(log_id, version, None)

    def recorded(
        self, log_id: UUID, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> list[Recorded[E]]:
        """Return the events with numbers above `after` and up to `until`, at most `limit`, in order."""
        rows = self.rows.of(log_id).filter(version__gt=after)
        if until is not None:
            rows = rows.filter(version__lte=until)
        return [self.rows.recorded(row) for row in rows[:limit]]

    def _standing(self, log_id: UUID, version: int, digest: bytes | None) -> S:
        kept = self._cache.newest(log_id, until=version)
        if kept is not None and kept.version == version and digest in (None, kept.digest):
            return kept
        standing = self._folded(log_id, kept, version)
        self._cache.put(log_id, standing)
        return standing

    def _folded(self, log_id: UUID, kept: S | None, version: int) -> S:
        rows = self.recorded(log_id, after=kept.version - 1 if kept else 0, until=version)
        if kept is not None:
            # A database that came back from a copy may have lost what this process saw committed.
            if not rows or rows[0].digest != kept.digest:
                self._cache.forget(log_id)
                return self._folded(log_id, None, version)
            del rows[0]
        standing = kept
        for row in rows:
            standing = self.fold(standing, row)
        if standing is None or standing.version != version:
            raise NoSuchVersion(version)
        return standing

    # --- writing

    def append(
        self,
        log_id: UUID,
        standing: S | None,
        drafts: Sequence[Draft[E]],
        *,
        actor: UUID | None,
        command: UUID,
        at: datetime,
    ) -> tuple[S, tuple[Recorded[E], ...]]:
        """Append events, at least one, to a locked log or (`standing` None) a new one; one statement.

        Returns what the log then folds to, which is not yet kept: call `remember` after the commit.
        """
        rows: list[tuple[Encoded, Recorded[E]]] = []
        for event, subject in drafts:
            version, previous = (standing.version, standing.digest) if standing else (0, NO_DIGEST)
            encoded = self.rows.codec.encode(event)
            row = Recorded(version + 1, event, actor, subject, command, at, NO_DIGEST)
            row = row._replace(digest=digest_of(previous, log_id, encoded, row))
            standing = self.fold(standing, row)
            rows.append((encoded, row))
        assert standing is not None
        self.rows.append(log_id, rows, actor=actor, command=command, at=at)
        return standing, tuple(row for _, row in rows)

    def remember(self, log_id: UUID, standing: S) -> None:
        """Keep what a log folds to, now that it is committed."""
        self._cache.put(log_id, standing)


@cache
def _look_sql(head: type[models.Model], locking: str) -> str:
    columns = ", ".join(f'head."{field.column}"' for field in head._meta.concrete_fields)
    return _LOOK.format(moment=moments.COLUMNS, columns=columns, table=head._meta.db_table, locking=locking)


GAMES: Final[Log[Game, Standing, Event]] = Log(
    Game,
    Rows(StoredEvent, owner="game_id", codec=GAME_EVENTS),
    fold,
    cached=getattr(settings, "STATES_CACHED", _STATES_CACHED),
)
