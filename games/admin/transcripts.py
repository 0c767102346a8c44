"""The log of a game as pages of lines, and as raw rows; each event of a line has passed `sight.redact`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from games import selectors
from games.admin.lines import Line, line
from games.admin.people import Person, persons
from games.admin.reading import Steps, TurnedAway, number
from games.codec import canonical
from games.engine import sight
from games.engine.events import Event
from games.envelope import Recorded, instant
from games.models import Game, StoredEvent
from games.selectors import Found

EVENTS_A_PAGE: Final = 200


class Entry(NamedTuple):
    """One event of the log as a line of the transcript."""

    version: int
    at: datetime
    actor: Person | None  # None: the system
    subject: Person | None  # where the system did it, the one on the seat that the event names
    line: Line


def steps(game: Game, asked: str) -> Steps:
    """Return where the page asked for stands among the pages of the log.

    :raises TurnedAway: where it is none of them.
    """
    last = -(-game.version // EVENTS_A_PAGE)
    return Steps(number(asked, what="The page", least=1, most=last), last)


def entries(found: Found, page: int, *, linked: bool) -> list[Entry]:
    """Return the lines of one page, as a spectator sees them before `Disclosed` and in full after it."""
    after = (page - 1) * EVENTS_A_PAGE
    return _told(found, selectors.events(found, after=after, limit=EVENTS_A_PAGE), linked=linked)


def entry_at(found: Found, version: int, *, linked: bool) -> Entry:
    """Return the line of the event that led to this version."""
    (entry,) = _told(found, selectors.events(found, after=version - 1, limit=1), linked=linked)
    return entry


def _told(found: Found, log: Sequence[Recorded[Event]], *, linked: bool) -> list[Entry]:
    disclosed = found.game.disclosed_at is not None
    people = persons([person for row in log for person in (row.actor, row.subject)], linked=linked)
    return [
        Entry(
            row.version,
            row.recorded_at,
            people.get(row.actor),
            people.get(row.subject) if row.actor is None else None,
            line(sight.redact(row.event, None, disclosed=disclosed)),
        )
        for row in log
    ]


def raw_rows(game: Game, page: int) -> list[dict[str, Any]]:
    """Return one page of the log as it is stored, payloads as canonical JSON and digests in hexadecimal.

    :raises TurnedAway: before `Disclosed`: payloads hold the deal, and digests let it be guessed.
    """
    if game.disclosed_at is None:
        raise TurnedAway(403, "The rows of a log are shown once its game is disclosed.")
    first = (page - 1) * EVENTS_A_PAGE + 1
    rows = StoredEvent.objects.filter(
        game_id=game.pk, version__range=(first, first + EVENTS_A_PAGE - 1)
    ).order_by("version")
    return [
        {
            "row": row,
            "at": instant(row.recorded_at),
            "payload": canonical(row.payload).decode(),
            "digest": bytes(row.digest).hex(),
        }
        for row in rows
    ]
