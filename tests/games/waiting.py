"""Two connections that wait for one another, for tests of what a lock does."""

from collections.abc import Callable
from datetime import datetime
from threading import Event as Signal
from threading import Thread
from uuid import UUID

from django.db import connection, transaction

from games.models import Game


class Holder:
    """Somebody else who holds a game's lock, in a thread and a connection of its own."""

    def __init__(self, game_id: UUID, meanwhile: Callable[[], object] = lambda: None) -> None:
        self._game_id, self._meanwhile = game_id, meanwhile
        self._locked, self._release = Signal(), Signal()
        self.released_at: datetime | None = None
        self._thread = Thread(target=self._hold)

    def __enter__(self) -> "Holder":
        self._thread.start()
        self._locked.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
        self._thread.join()

    def release(self) -> None:
        self._release.set()

    def _hold(self) -> None:
        try:
            with transaction.atomic():
                Game.objects.select_for_update().get(pk=self._game_id)
                self._locked.set()
                self._release.wait()
                self._meanwhile()
                with connection.cursor() as cursor:
                    cursor.execute("SELECT clock_timestamp()")
                    self.released_at = cursor.fetchone()[0]
        finally:
            connection.close()


def when_somebody_waits(call: Callable[[], object]) -> Thread:
    """Call as soon as another connection of this database waits for a lock."""

    def watch() -> None:
        try:
            waiting = False
            while not waiting:
                with connection.cursor() as cursor:
                    cursor.execute(
                        "SELECT count(*) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
                    )
                    waiting = cursor.fetchone()[0] > 0
            call()
        finally:
            connection.close()

    thread = Thread(target=watch)
    thread.start()
    return thread
