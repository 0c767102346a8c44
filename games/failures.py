"""Tasks that failed for good, kept for operators: which, with which ids, where; never a message."""

import traceback
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import connection
from psycopg.types.json import Jsonb

from games import moments
from games.codec import canonical
from games.models import FailedTask

KEPT: Final = timedelta(days=30)
_MOST_FRAMES: Final = 20
_MOST_ARGUMENTS: Final = 20
_WITHHELD: Final = "(withheld)"
_KEEP: Final = """
    INSERT INTO games_failedtask AS failed
           (mark, task, queue, arguments, error, frames, first_at, last_at, times)
    VALUES (%(mark)s, %(task)s, %(queue)s, %(arguments)s, %(error)s, %(frames)s, %(at)s, %(at)s, 1)
        ON CONFLICT (mark) DO UPDATE
       SET times = failed.times + 1, last_at = greatest(failed.last_at, excluded.last_at)
"""


def keep(
    task: str, error: BaseException, *, arguments: Mapping[str, object] | None = None, queue: str = ""
) -> None:
    """Keep a failure, or count it where one like it is kept: the same task, ids, error and place.

    Of the arguments ids, numbers and flags are kept.
    """
    known = {name: _shown(value) for name, value in islice((arguments or {}).items(), _MOST_ARGUMENTS)}
    kind, frames = type(error).__qualname__, _frames(error)
    mark = sha256(canonical([task, known, kind, frames[-1:]])).hexdigest()
    row: dict[str, Any] = {"mark": mark, "task": task[:64], "queue": queue[:32], "error": kind[:128]}
    row |= {"arguments": Jsonb(known), "frames": Jsonb(frames), "at": moments.moment().now}
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, row)


def forget() -> int:
    """Delete what has not happened again for `KEPT`, and return how many rows that were."""
    deleted, _ = FailedTask.objects.filter(last_at__lt=moments.moment().now - KEPT).delete()
    return deleted


def _frames(error: BaseException) -> list[str]:
    through = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in through]


def _shown(value: object) -> object:
    match value:
        case None | bool() | int():
            return value
        case UUID():
            return str(value)
        case str():
            return value if _is_id(value) else _WITHHELD
        case list() | tuple():
            return [_shown(each) for each in value[:_MOST_ARGUMENTS]]
        case _:
            return _WITHHELD


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
