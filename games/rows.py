"""The rows of logs: how an event is stored with its envelope; what they fold to is not known here."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

import msgspec
from django.db import connection, models

from games.codec import Codec, Encoded
from games.envelope import Recorded

_ENVELOPE: Final = ("version", "actor", "subject", "command", "recorded_at", "digest")

# One text for any number of events, so that the database plans it once. What differs from row to row is one
# JSON parameter: cheaper here than a parameter for every value of every row, and no dearer there.
_APPEND: Final = """
    INSERT INTO "{table}"
           ("{owner}", actor, command, recorded_at, version, type, schema, payload, subject, digest)
    SELECT %s::uuid, %s::uuid, %s::uuid, %s::timestamptz, told.*
      FROM json_to_recordset(%s::json) AS told
           (version integer, type text, schema smallint, payload jsonb, subject uuid, digest bytea)
"""

# As it comes from the database: the envelope, then the stored form of the event.
type Row = tuple[Any, ...]


class Rows[E]:
    """The rows of all logs of one kind."""

    def __init__(self, events: type[models.Model], *, owner: str, codec: Codec[E]) -> None:
        """`owner` is the event model's field with the id of the log."""
        self._events, self.owner, self.codec = events, owner, codec

    @property
    def table(self) -> str:
        """The name of the database's table."""
        return self._events._meta.db_table

    def of(self, log_id: UUID) -> models.QuerySet[Any, Row]:
        """Return the rows of a log, in order."""
        rows = self._events._default_manager.filter(**{self.owner: log_id}).order_by("version")
        return rows.values_list(*_ENVELOPE, *Encoded._fields)

    def recorded(self, row: Row) -> Recorded[E]:
        """Return the event of a row, with its envelope.

        :raises games.codec.Unreadable: where the event has not the form of its type and schema.
        """
        version, *envelope, type_, schema, payload = row
        return Recorded(version, self.codec.decode(type_, schema, payload), *envelope)

    def append(
        self,
        log_id: UUID,
        rows: Sequence[tuple[Encoded, Recorded[E]]],
        *,
        actor: UUID | None,
        command: UUID,
        at: datetime,
    ) -> None:
        """Add rows to a log, which share these; one statement."""
        told = msgspec.json.encode([_told(encoded, recorded) for encoded, recorded in rows]).decode()
        with connection.cursor() as cursor:
            cursor.execute(_append_sql(self._events, self.owner), [log_id, actor, command, at, told])


def encoded_in(row: Row) -> Encoded:
    """Return the stored form of the event of a row."""
    return Encoded(*row[len(_ENVELOPE) :])


@cache
def _append_sql(events: type[models.Model], owner: str) -> str:
    return _APPEND.format(table=events._meta.db_table, owner=owner)


def _told(encoded: Encoded, row: Recorded[Any]) -> dict[str, Any]:
    # As the columns of _APPEND read them.
    digest = f"\\x{row.digest.hex()}"
    return {**encoded._asdict(), "version": row.version, "subject": row.subject, "digest": digest}
