"""Reading a game's events by the one cursor there is, without a gap: one guest follows for its table."""

from dataclasses import dataclass
from typing import Any

from taki_api.local.play.guest import Guest
from taki_api.local.play.laws import Event, Ledger

PAGE = 100


@dataclass
class Follower:
    """Follows one game from its first event on."""

    guest: Guest
    ledger: Ledger
    cursor: int = 0

    async def read(self, *, wait: int = 0) -> None:
        """Read all that is new; with `wait`, hold the question for so many seconds if nothing is.

        :raises Fault: when an event is missed or comes twice.
        """
        while True:
            page = await self._page(self.cursor, wait)
            self.ledger.told += page["events"]
            self.cursor += len(page["events"])
            wait = 0
            if page["version"] == self.cursor:
                return

    async def read_all(self) -> list[Event]:
        """The whole log as this guest may see it now, read again from its beginning."""
        log: list[Event] = []
        while True:
            page = await self._page(len(log), wait=0)
            log += page["events"]
            if page["version"] == len(log):
                return log

    async def _page(self, after: int, wait: int) -> Any:
        query = {"after": after, "limit": PAGE, **({"wait": wait} if wait else {})}
        page = await self.guest.get(f"/games/{self.ledger.game}/events", **query)
        self.ledger.check_page(page, after=after, limit=PAGE)
        return page
