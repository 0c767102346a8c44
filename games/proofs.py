"""How logs are proved, of all kinds alike; what each kind must keep beside its chain is not known here."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection, models, transaction

from games import proving
from games.event_store import Folded, Log
from games.projections import Difference
from games.proving import Broken

# It cannot be made again from the log alone: who may see a game does not stand there.
WITHOUT_HEAD: Final = "belongs to a log whose head is gone: restore the head from a backup"

_EVERY: Final = 'SELECT id FROM "{heads}" UNION SELECT {owner} FROM "{events}" ORDER BY 1'
# Half of them the newest to have ended: what was changed lately, or by a new version, is found soonest.
_SOME: Final = """
    (SELECT id FROM "{heads}" WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT %s)
     UNION
    (SELECT id FROM "{heads}" ORDER BY random() LIMIT %s)
"""


class Fault(NamedTuple):
    """The first thing that is wrong with a log, and at which version."""

    log_id: UUID
    version: int
    what: str


class ReadTables[H: models.Model, S: Folded](NamedTuple):
    """What must follow from the logs of a kind, and how it is made to."""

    differences: Callable[[H, S], list[Difference]]
    rebuild: Callable[[UUID, S], None]


class Proof[H: models.Model, S: Folded]:
    """All logs of one kind, to be proved: `name` is what one is called, in the plural with an s."""

    def __init__(
        self,
        name: str,
        head: type[H],
        log: Log[H, S, Any],
        tables: ReadTables[H, S],
        sound: Callable[[Iterator[S]], Iterator[S]] = iter,
    ) -> None:
        """`sound` passes on what a log folds to, and raises `Broken` where no log of this kind could."""
        self.name = name
        self._head, self._log, self._tables, self._sound = head, log, tables, sound

    def fault_of(self, log_id: UUID) -> Fault | None:
        """Return what is wrong with a log, None where nothing is; it may grow meanwhile.

        :raises RuntimeError: inside a transaction: all is read as of one moment.
        """
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            head: Any = self._head._default_manager.filter(pk=log_id).first()
            if head is None:
                return Fault(log_id, 1, WITHOUT_HEAD)
            try:
                standing = _last(self._sound(proving.verified(self._log, log_id)))
            except Broken as broken:
                return Fault(log_id, broken.version, str(broken))
            if standing is None or standing.version < head.version:
                return Fault(log_id, (standing.version if standing else 0) + 1, "is missing")
            fields = ", ".join(wrong.field for wrong in self._tables.differences(head, standing))
            if not fields:
                return None
            return Fault(log_id, standing.version, f"is not what the read tables say: {fields}")

    def rebuild(self, log_id: UUID, *, write: bool) -> list[Difference]:
        """Compare the read tables of a log with the whole of it, and with `write` make them equal to it.

        The head is locked meanwhile, so that others may go on.

        :raises Broken: where the log is not sound; nothing is written then.
        :raises RuntimeError: inside a transaction.
        """
        with transaction.atomic(durable=True):
            head = self._head._default_manager.select_for_update().filter(pk=log_id).first()
            if head is None:
                raise Broken(1, WITHOUT_HEAD)
            standing = _last(proving.verified(self._log, log_id))
            if standing is None:
                raise Broken(1, "is missing")
            found = self._tables.differences(head, standing)
            if found and write:
                self._tables.rebuild(log_id, standing)
        return found

    def every(self) -> list[UUID]:
        """Return the ids of all heads and of all logs, in order of opening; they should be the same."""
        return self._ids(_EVERY, [])

    def some(self, size: int) -> list[UUID]:
        """Return about `size` ids: of those that ended last, and of any."""
        return self._ids(_SOME, [size // 2, size - size // 2])

    def _ids(self, sql: str, values: list[int]) -> list[UUID]:
        rows = self._log.rows
        named = sql.format(heads=self._head._meta.db_table, owner=rows.owner, events=rows.table)
        with connection.cursor() as cursor:
            cursor.execute(named, values)
            return [row[0] for row in cursor.fetchall()]


_registered: list[Proof[Any, Any]] = []


def register(proof: Proof[Any, Any]) -> None:
    """Have the logs of this kind proved with all others; apps call this in `AppConfig.ready`."""
    if proof not in _registered:
        _registered.append(proof)


def registered() -> tuple[Proof[Any, Any], ...]:
    """Return all kinds of logs there are, those of games first."""
    return tuple(_registered)


def _last[S](standings: Iterator[S]) -> S | None:
    last = None
    for last in standings:  # noqa: B007
        pass
    return last
