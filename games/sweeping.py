"""The sweep: asks `handle` to look at games that may be late; it decides nothing, and knows no Celery task.

After an outage it first gives every running game the lost time back. However many sweeps do so at once, end
half way or come again, a game gets it once: all of them name the moment at which the sweep came back, and
what has begun or was extended since then is left as it is, decided under the game's lock (ADR 19).
"""

import time
from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

import structlog
from billiard.process import current_process
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import connection

from games import asking, failures, measures, moments, selectors
from games.asking import SYSTEM, Ask
from games.handling import handle
from games.recording import Handled
from games.refusing import Busy
from games.selectors import Late
from games.standing import HEARTBEAT_LASTS, is_away

_log = structlog.get_logger("games.sweeping")

# So many settlements take well below a second; then the sweep looks again at what is late.
_AT_ONCE: Final = 50
_BETWEEN_HEARTBEATS_SECONDS: Final = 1.0
# How often a game is asked again that got no time back: what a lock or a deadlock forbade passes by itself.
_MOST_MORE_TRIES: Final = 3


def sweep() -> None:
    """Settle every late turn and window, and abandon every late lobby.

    After a gap all running turns first get back the time that nobody watched, and only then is the sweep
    alive again: until then late moves count as on time, so none is settled unfairly. While one process is
    at work for more than a second the next sweep comes to another, and they share what there is to do.
    """
    now, heartbeat_at = moments.moment()
    was_away = is_away(heartbeat_at, now)
    if was_away:
        if not _come_back(now):
            return
        now, _ = moments.moment()
    tried: set[UUID] = set()
    # What is late from now on is for the next sweep, so that this one comes to an end.
    some = _next(now, tried)
    if was_away:
        moments.beat(now)
    while some:
        if not _settle_all(some):
            return
        tried.update(each.game_id for each in some)
        some = _next(now, tried)
    moments.go_on(moments.moment().now, HEARTBEAT_LASTS)


def _next(now: datetime, tried: set[UUID]) -> list[Late]:
    late = [each for each in selectors.overdue(now) if each.game_id not in tried]
    return (_own(late) or late)[:_AT_ONCE]


def _settle_all(late: Iterable[Late]) -> bool:
    # False where this process itself was held up for so long that it counts as an outage. Whoever cannot
    # settle anything is not alive, so what is late is settled first and the heartbeat shown then.
    heard_of = float("-inf")
    for each in late:
        _settle(each)
        if time.monotonic() - heard_of > _BETWEEN_HEARTBEATS_SECONDS:
            if not _is_alive():
                return False
            heard_of = time.monotonic()
    return _is_alive()


def _is_alive() -> bool:
    return moments.go_on(moments.moment().now, HEARTBEAT_LASTS)


def _own(late: list[Late]) -> list[Late]:
    return [each for each in late if _is_own(each.game_id)]


def _is_own(game_id: UUID) -> bool:
    # Each process of a worker has a share by the ids' random ends; one that has none left helps the others.
    processes, index = settings.CELERY_WORKER_CONCURRENCY, getattr(current_process(), "index", 0)
    return game_id.int % processes == index


# --- after an outage


def _come_back(now: datetime) -> bool:
    """Give all running games the lost time back; False where another return has begun meanwhile."""
    back_since = moments.come_back(now, HEARTBEAT_LASTS)
    tried: set[UUID] = set()
    left: dict[UUID, Exception] = {}
    for share in (_is_own, lambda _game_id: True):
        for page in selectors.on_the_clock(back_since):
            some = [game_id for game_id in page if share(game_id) and game_id not in tried]
            tried.update(some)
            for game_id in some:
                _extend(game_id, back_since, left, skip_locked=True)
            if not _still_coming_back(back_since):
                return False
    return _ask_again(left, back_since)


def _ask_again(left: dict[UUID, Exception], back_since: datetime) -> bool:
    for _ in range(_MOST_MORE_TRIES):
        for game_id in tuple(left):
            _extend(game_id, back_since, left)
            if not _still_coming_back(back_since):
                return False
    for game_id, error in left.items():
        _tell(game_id, error, "clock_not_extended")
    return True


def _still_coming_back(back_since: datetime) -> bool:
    # The clocks of lobbies and windows get no time back, so they do not wait for those that do.
    now = moments.moment().now
    for each in selectors.overdue(now, turns=False)[:_AT_ONCE]:
        _settle(each)
    return moments.come_back(now, HEARTBEAT_LASTS) == back_since


def _extend(
    game_id: UUID, back_since: datetime, left: dict[UUID, Exception], *, skip_locked: bool = False
) -> None:
    # `left` has the games that are still to get their time, and why.
    try:
        handle(game_id, asking.extend_clock(back_since), SYSTEM, skip_locked=skip_locked)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not connection.is_usable():
            raise
        left[game_id] = error
    else:
        left.pop(game_id, None)


# --- one game


def _settle(late: Late) -> None:
    try:
        after = _ask(late.game_id, asking.settle, skip_locked=True)
    except Busy:
        return  # whoever is at work there settles what is late
    if after is not None and after.standing.deadline != late.deadline:
        measures.settling_late.observe((after.standing.last_at - late.deadline).total_seconds())


def _ask(game_id: UUID, ask: Ask, *, skip_locked: bool) -> Handled | None:
    try:
        return handle(game_id, ask, SYSTEM, skip_locked=skip_locked)
    except (Busy, SoftTimeLimitExceeded):
        raise
    except Exception as error:
        # One broken game must not stop the others.
        _tell(game_id, error, "sweep")
        return None


def _tell(game_id: UUID, error: Exception, event: str) -> None:
    # The formatter keeps messages out of the log.
    _log.error(event, game=str(game_id), exc_info=error)
    if not connection.is_usable():
        raise error
    failures.keep("games.sweep", error, arguments={"game": game_id})
