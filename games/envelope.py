"""What a log keeps around an event, and the digest that chains each row to the one before."""

import hashlib
from datetime import UTC, datetime
from typing import Final, NamedTuple
from uuid import UUID

from games.codec import Encoded, canonical

NO_DIGEST: Final = bytes(32)


class Recorded[E](NamedTuple):
    """An event as it stands in a log.

    `actor` did it and `subject` is the person on the seat that the event names, null for the system and for
    nobody; `command` is shared by the events that were caused, and committed, together.
    """

    version: int
    event: E
    actor: UUID | None
    subject: UUID | None
    command: UUID
    recorded_at: datetime
    digest: bytes


def digest_of[E](previous: bytes, log: UUID, encoded: Encoded, row: Recorded[E]) -> bytes:
    """Return the digest of a row: SHA-256 over the previous one and the row in canonical JSON.

    The event counts in its stored form. docs/log-format.md specifies the text to the byte, with an example.
    """
    told = {
        "actor": _text(row.actor),
        "command": _text(row.command),
        "log": _text(log),
        "payload": encoded.payload,
        "recorded_at": instant(row.recorded_at),
        "schema": encoded.schema,
        "subject": _text(row.subject),
        "type": encoded.type,
        "version": row.version,
    }
    return hashlib.sha256(previous + canonical(told)).digest()


def instant(at: datetime) -> str:
    """Return a point in time as text, in digests and for readers alike: `2026-11-30T09:05:00.000000Z`.

    In UTC, with six decimals.
    """
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _text(id_: UUID | None) -> str | None:
    return None if id_ is None else str(id_)
