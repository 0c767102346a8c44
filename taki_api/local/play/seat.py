"""One guest at one table: looks, moves, and sends a few moves twice to see that they happen once."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from taki_api.local.play.choices import Move, View
from taki_api.local.play.client import Refused
from taki_api.local.play.faults import Fault, excerpt
from taki_api.local.play.guest import Guest, fresh_key
from taki_api.local.play.laws import Event, Ledger
from taki_api.local.play.openapi import Answer

SENT_TWICE = 0.02
KEPT = 0.1
RACE_CODES = frozenset(
    {
        *("stale_turn", "too_late", "not_your_turn", "turn_rests", "no_window", "game_over"),
        "nothing_to_call_out",
    }
)
"""Refusals of a listed move that only say that somebody else, or the clock, had acted before."""


@dataclass
class Player:
    """A guest who sits at a game."""

    guest: Guest
    seat: int
    ledger: Ledger
    lot: str
    """What all dice of this game begin with."""
    acknowledge: Callable[[View, Sequence[Event]], None]
    moves: int = 0
    """How many moves of this guest the server took."""
    kept: View | None = None
    """Something that this seat has seen in the running game."""

    def dice(self, view: View, purpose: str = "") -> Random:
        """Dice that fall the same way whenever the seed, the game, the seat and its version are the same."""
        return Random(f"{self.lot}:{self.seat}:{view['version']}:{purpose}")  # noqa: S311 - no secret

    async def look(self) -> View:
        """The game as this seat sees it now.

        :raises Fault: when a law does not hold in it.
        """
        since = self.ledger.acknowledged
        view: View = await self.guest.get(f"/games/{self.ledger.game}")
        self.ledger.check_view(view, self.seat, since=since)
        if view["status"] == "playing" and self.dice(view, "kept").random() < KEPT:
            self.kept = view
        return view

    async def move(self, view: View, moves: list[Move]) -> View | None:
        """Send what was chosen from the view; the view after it, or None where somebody was faster.

        :raises Fault: when the server refuses what it had listed, or a law does not hold after it.
        """
        since = self.ledger.acknowledged
        asked = {"turn": view["turn"]["number"]}
        sent = {**asked, "move": moves[0]} if len(moves) == 1 else {**asked, "moves": moves}
        try:
            body = await self._send(sent, self.dice(view, "twice"))
        except Refused as refused:
            await self._admit_race(view, sent, refused)
            return None
        self.moves += len(moves)
        self.guest.client.figures.moves += len(moves)
        self.acknowledge(body["view"], body["events"])
        self.ledger.check_moved(body, self.seat, since=since)
        after: View = body["view"]
        return after

    async def _send(self, sent: Any, dice: Random) -> Any:
        key, path = fresh_key(), f"/games/{self.ledger.game}/moves"
        if dice.random() >= SENT_TWICE:
            return (await self.guest.post(path, sent, key=key))[1]
        if dice.random() < 0.5:  # the second before the first is answered
            calls = (self.guest.post(path, sent, key=key) for _ in range(2))
            (first, body), (second, _) = await asyncio.gather(*calls)
        else:
            first, body = await self.guest.post(path, sent, key=key)
            second, _ = await self.guest.post(path, sent, key=key)
        _check_same(first, second)
        self.guest.client.figures.repeats += 1
        return body

    async def _admit_race(self, view: View, sent: Any, refused: Refused) -> None:
        now = await self.look()
        if refused.code not in RACE_CODES or now["version"] <= view["version"]:
            fault = refused.as_fault("a move that was listed as legal is refused", sent)
            fault.facts.append(("listed at", f"version {view['version']}, now {now['version']}"))
            raise fault from refused
        self.guest.client.figures.races[refused.code] += 1


def _check_same(first: Answer, second: Answer) -> None:
    if (first.status, first.content) != (second.status, second.content):
        facts: list[tuple[str, object]] = [
            ("request", f"{first.method} {first.path}"),
            ("first", f"{first.status} {excerpt(first.content)}"),
            ("second", f"{second.status} {excerpt(second.content)}"),
        ]
        raise Fault("the same move under the same key got another answer", facts)
