"""Keeping house: what nobody can use any more goes, and some logs are proved; all of it may be repeated."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import connection

from games import failures, moments
from games.proofs import Fault, registered

_log = structlog.get_logger("games.upkeep")

# So long after a game is over a command of it that is repeated still finds its answer.
KEYS_KEPT: Final = timedelta(days=30)
SAMPLE: Final = 500
_AT_ONCE: Final = 1_000
_FORGET_KEYS: Final = """
    WITH old AS (SELECT id, game_id FROM games_command WHERE id > %s AND id < %s ORDER BY id LIMIT %s),
         gone AS (DELETE FROM games_command AS command USING old, games_game AS game
                   WHERE command.id = old.id AND game.id = old.game_id AND game.ended_at < %s RETURNING 1)
    SELECT (SELECT count(*) FROM gone), (SELECT id FROM old ORDER BY id DESC LIMIT 1)
"""


class BrokenLog(Exception):
    """A log is not what was stored, or what must follow from it does not."""


def forget_keys() -> int:
    """Delete the keys of commands of games that have been over for `KEYS_KEPT`; return how many.

    Some at a time, so that nobody waits for all of them.
    """
    before, forgotten = moments.moment().now - KEYS_KEPT, 0
    looked_at: UUID | None = UUID(int=0)
    while looked_at is not None:
        with connection.cursor() as cursor:
            cursor.execute(_FORGET_KEYS, [looked_at, _first_id_of(before), _AT_ONCE, before])
            some, looked_at = cursor.fetchone()
        forgotten += some
    return forgotten


def verify_sample(size: int = SAMPLE) -> list[Fault]:
    """Prove about `size` logs of each kind; what is broken is told in the log and kept among the failures."""
    faults = []
    for proof in registered():
        for log_id in proof.some(size):
            fault = proof.fault_of(log_id)
            if fault is not None:
                faults.append(fault)
                _tell(proof.name, fault)
    return faults


def _first_id_of(moment: datetime) -> UUID:
    # Ids begin with the milliseconds at which they were made.
    return UUID(int=int(moment.timestamp() * 1000) << 80)


def _tell(kind: str, fault: Fault) -> None:
    where: dict[str, str | int] = {kind: str(fault.log_id), "version": fault.version}
    _log.critical("broken_log", **where, what=fault.what)
    failures.keep("games.upkeep.verify_sample", BrokenLog(), arguments=where)
