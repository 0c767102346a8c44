"""Whether a log is what was appended: row by row; what must follow from it is in `auditing`."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from games.envelope import NO_DIGEST, digest_of
from games.event_store import Folded, Log
from games.rows import encoded_in


class Broken(Exception):
    """A row of a log is not what was appended: `version` is its number, the message says what is wrong."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(what)
        self.version = version


def verified[S: Folded](log: Log[Any, S, Any], log_id: UUID) -> Iterator[S]:
    """Yield what a log folds to after each event, from the first, as long as every row is sound.

    :raises Broken: at the first that is missing, was changed, or does not follow from those before.
    """
    standing: S | None = None
    for row in log.rows.of(log_id).iterator():
        version, previous = (standing.version, standing.digest) if standing else (0, NO_DIGEST)
        if row[0] != version + 1:
            raise Broken(version + 1, "is missing")
        try:
            recorded = log.rows.recorded(row)
            digest = digest_of(previous, log_id, encoded_in(row), recorded)
            standing = log.fold(standing, recorded)
        except Exception as error:  # a row that was changed may fail in any way
            raise Broken(version + 1, f"cannot be replayed ({type(error).__name__})") from error
        if digest != recorded.digest:
            raise Broken(version + 1, "does not match its digest")
        yield standing
