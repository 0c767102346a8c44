"""Logs in the database: lock, load and append over any log; no rule of a game, no read table.

A log is a head row, which every writer locks, and rows that are only ever added. What its events fold to is
kept by (log, version) and only once that version is committed, so that nothing has to be taken back.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, models

from games import moments
from games.codec import GAME_EVENTS, Codec, Encoded
from games.engine.events import Event
from games.envelope import NO_DIGEST, Recorded, digest_of
from games.models import Game, StoredEvent
from games.refusing import Busy, NotFound
from games.standing import Standing, fold
from games.state_cache import StateCache

_STATES_CACHED: Final = 4_000
_ENVELOPE: Final = ("version", "actor", "subject", "command", "recorded_at", "digest")

# The clock and the functions of `moments` are in the outer list, so they are called once the lock is there: a
# subquery that locks is never merged into the outer one. The join gives a row in any case.
_LOOK: Final = """
    SELECT {moment}, {columns}
      FROM (SELECT) AS one LEFT JOIN (SELECT * FROM "{table}" WHERE id = %s {locking}) AS head ON true
"""
# One text for any number of events, so that the database plans it once. What differs from row to row is one
# JSON parameter: cheaper here than a parameter for every value of every row, and no dearer there.
_APPEND: Final = """
    INSERT INTO "{table}"
           ("{owner}", actor, command, recorded_at, version, type, schema, payload, subject, digest)
    SELECT %s::uuid, %s::uuid, %s::uuid, %s::timestamptz, told.*
      FROM json_to_recordset(%s::json) AS told
           (version integer, type text, schema smallint, payload jsonb, subject uuid, digest bytea)
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


class Broken(Exception):
    """A row of a log is not what was appended: `version` is its number, the message says what is wrong."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(what)
        self.version = version


class Log[H: models.Model, S: Folded, E]:
    """All logs of one kind: a head model, an event model, a fold and a codec."""

    def __init__(
        self,
        head: type[H],
        events: type[models.Model],
        *,
        owner: str,
        codec: Codec[E],
        fold: Callable[[S | None, Recorded[E]], S],
        cached: int,
    ) -> None:
        """`owner` is the event model's field with the id of the head; `cached` states are kept."""
        self._head, self._events, self._owner = head, events, owner
        self._codec, self._fold = codec, fold
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
        rows = self._rows(log_id).filter(version__gt=after)
        if until is not None:
            rows = rows.filter(version__lte=until)
        return [self._recorded(row) for row in rows[:limit]]

    def verified(self, log_id: UUID) -> Iterator[S]:
        """Yield what the log folds to after each event, from the first, as long as every row is sound.

        :raises Broken: at the first that is missing, was changed, or does not follow from those before.
        """
        standing: S | None = None
        for row in self._rows(log_id).iterator():
            version, previous = (standing.version, standing.digest) if standing else (0, NO_DIGEST)
            if row[0] != version + 1:
                raise Broken(version + 1, "is missing")
            try:
                recorded = self._recorded(row)
                digest = digest_of(previous, log_id, Encoded(*row[len(_ENVELOPE) :]), recorded)
                standing = self._fold(standing, recorded)
            except Exception as error:  # a row that was changed may fail in any way
                raise Broken(version + 1, f"cannot be replayed ({type(error).__name__})") from error
            if digest != recorded.digest:
                raise Broken(version + 1, "does not match its digest")
            yield standing

    def _rows(self, log_id: UUID) -> models.QuerySet[Any, tuple[Any, ...]]:
        rows = self._events._default_manager.filter(**{self._owner: log_id}).order_by("version")
        return rows.values_list(*_ENVELOPE, *Encoded._fields)

    def _recorded(self, row: tuple[Any, ...]) -> Recorded[E]:
        version, *envelope, type_, schema, payload = row
        return Recorded(version, self._codec.decode(type_, schema, payload), *envelope)

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
            standing = self._fold(standing, row)
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
        recorded: list[Recorded[E]] = []
        rows: list[dict[str, Any]] = []
        for event, subject in drafts:
            version, previous = (standing.version, standing.digest) if standing else (0, NO_DIGEST)
            encoded = self._codec.encode(event)
            row = Recorded(version + 1, event, actor, subject, command, at, NO_DIGEST)
            row = row._replace(digest=digest_of(previous, log_id, encoded, row))
            standing = self._fold(standing, row)
            recorded.append(row)
            rows.append(_told(encoded, row))
        assert standing is not None
        with connection.cursor() as cursor:
            told = msgspec.json.encode(rows).decode()
            cursor.execute(_append_sql(self._events, self._owner), [log_id, actor, command, at, told])
        return standing, tuple(recorded)

    def remember(self, log_id: UUID, standing: S) -> None:
        """Keep what a log folds to, now that it is committed."""
        self._cache.put(log_id, standing)


@cache
def _look_sql(head: type[models.Model], locking: str) -> str:
    columns = ", ".join(f'head."{field.column}"' for field in head._meta.concrete_fields)
    return _LOOK.format(moment=moments.COLUMNS, columns=columns, table=head._meta.db_table, locking=locking)


@cache
def _append_sql(events: type[models.Model], owner: str) -> str:
    return _APPEND.format(table=events._meta.db_table, owner=owner)


def _told(encoded: Encoded, row: Recorded[Any]) -> dict[str, Any]:
    # As the columns of _APPEND read them.
    digest = f"\\x{row.digest.hex()}"
    return {**encoded._asdict(), "version": row.version, "subject": row.subject, "digest": digest}


GAMES: Final[Log[Game, Standing, Event]] = Log(
    Game,
    StoredEvent,
    owner="game_id",
    codec=GAME_EVENTS,
    fold=fold,
    cached=getattr(settings, "STATES_CACHED", _STATES_CACHED),
)
