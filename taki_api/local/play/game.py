"""One game from the guests' sign-in to the transcript: who is asked next, and what is sent."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from taki_api.local.play.choices import Box, View, answer, beginning, choose, declaration
from taki_api.local.play.client import Client, Refused
from taki_api.local.play.faults import Fault
from taki_api.local.play.follower import Follower
from taki_api.local.play.guest import Guest
from taki_api.local.play.laws import Event, Ledger
from taki_api.local.play.seat import Player

MOST_ROUNDS = 5000
WINDOW_SECONDS = 180.0
"""When a +3 that nobody settles is a fault: long after any time that is allowed to answer it."""
BOT_SECONDS = 180.0
"""When a bot that does not move is a fault: long after the clock would have settled its turn."""
_BETWEEN_POLLS_SECONDS = 0.2
NAMES = ("Noa", "Omer", "Dana", "Itai", "Maya", "נועה", "עומר", "សុខា", "ដារ៉ា", "Sophea")


@dataclass(frozen=True)
class Plan:
    """What one game shall be."""

    number: int
    """Counts the games of a run from 1."""
    seats: int
    seed: int
    edition: str
    options: dict[str, Any]
    bots: tuple[str, ...] = ()
    """Levels of the server's bots; the other seats are guests'."""


@dataclass(frozen=True)
class Played:
    """A game that has come to its end."""

    game: str
    edition: str
    seats: int
    moves: int
    ending: str
    transcript: str


@dataclass
class Game:
    """Plays one game with all its guests."""

    client: Client
    reader: Guest
    """Somebody who sits at no game."""
    plan: Plan
    box: Box
    acknowledge: Callable[[View, Sequence[Event]], None]
    tell: Callable[[View], None]
    """Called with a view now and then, for whoever watches."""
    players: list[Player] = field(default_factory=list)

    async def play(self) -> Played:
        """Plays to the last card.

        :raises Fault: when the server breaks a promise.
        """
        try:
            view = await self._begin()
            for _ in range(MOST_ROUNDS):
                if view["status"] != "playing":
                    return await self._end()
                view = await (self._window(view) if view["turn"]["seat"] is None else self._turn(view))
                self.tell(view)
        except Refused as refused:
            raise refused.as_fault("the server refuses what nothing speaks against") from refused
        raise Fault("a game does not end", [("game", self.ledger.game), ("rounds", MOST_ROUNDS)])

    async def _begin(self) -> View:
        guests = await asyncio.gather(
            *(
                Guest.sign_in(self.client, NAMES[number % len(NAMES)])
                for number in range(self.plan.seats - len(self.plan.bots))
            )
        )
        wanted = {"edition": self.plan.edition, "seats": self.plan.seats, "options": self.plan.options}
        bots = {"bots": [*self.plan.bots]} if self.plan.bots else {}
        _, opened = await guests[0].post("/games", {**wanted, **bots, "public": True})
        self.ledger = Ledger(opened["id"], self.box)
        self.follower = Follower(guests[0], self.ledger)
        path = f"/games/{opened['id']}"
        seated = [opened]
        for guest in guests[1:]:
            _, view = await guest.post(f"{path}/seats", {})
            seated.append(view)
        lot = f"{self.plan.seed}:{self.plan.number}"
        self.players = [
            Player(guest, view["you"]["seat"], self.ledger, lot, self.acknowledge)
            for guest, view in zip(guests, seated, strict=True)
        ]
        for view in seated:
            self.acknowledge(view, ())
        first = beginning(seated[-1], self.players[0].dice(seated[-1]))
        _, started = await guests[0].post(f"{path}/start", first)
        self.acknowledge(started, ())
        since = seated[-1]["version"]
        self.ledger.check_view(started, self.players[0].seat, since=since)
        self.ledger.check_spectator(await self.reader.get(path), since=since)
        return dict(started)

    async def _turn(self, latest: View) -> View:
        player = self._at(latest["turn"]["seat"])
        if player is None:
            return await self._wait_for_a_bot(latest["turn"]["number"])
        own = latest["you"]["seat"] == player.seat
        view = latest if own and latest["legal"] else await player.look()
        if view["turn"] is None or view["turn"]["seat"] != player.seat:
            return view  # the clock, or somebody in a window, was faster
        if player.seat == self.players[0].seat:
            await self.follower.read()
        moves = choose(view, self.box, player.dice(view))
        after = await player.move(view, moves) or await player.look()
        said = declaration(after, player.dice(after))
        if said is None:
            return after
        return await player.move(after, [said]) or await player.look()

    async def _window(self, latest: View) -> View:
        author = latest["table"]["plus_three"]["seat"]
        others = [player for player in self.players if player.seat != author]
        views = await asyncio.gather(*(player.look() for player in others))
        answers: list[Awaitable[View | None]] = []
        for player, view in zip(others, views, strict=True):
            open_still = _is_open(view, latest["turn"]["number"])
            move = answer(view, player.dice(view)) if open_still else None
            if move is not None:
                answers.append(player.move(view, [move]))
        if answers:
            # All at once: the first that the server receives counts.
            await asyncio.gather(*answers)
        else:
            await self._wait_for_the_window(latest["turn"]["number"])
        return await (others or self.players)[0].look()

    async def _wait_for_a_bot(self, turn: int) -> View:
        until = self.client.clock() + BOT_SECONDS
        while _is_played(view := await self.players[0].look(), turn):
            if self.client.clock() > until:
                facts: list[tuple[str, object]] = [("game", self.ledger.game), ("turn", turn)]
                raise Fault(f"a bot does not move within {BOT_SECONDS:.0f} seconds", facts)
            await self.follower.read(wait=25)
            await self.client.sleep(_BETWEEN_POLLS_SECONDS)
        return view

    async def _wait_for_the_window(self, turn: int) -> None:
        until = self.client.clock() + WINDOW_SECONDS
        while _is_open(await self.players[0].look(), turn):
            if self.client.clock() > until:
                facts: list[tuple[str, object]] = [("game", self.ledger.game), ("turn", turn)]
                raise Fault(f"a +3 may still be answered after {WINDOW_SECONDS:.0f} seconds", facts)
            await self.follower.read(wait=25)
            # A server that holds no polls answers at once.
            await self.client.sleep(_BETWEEN_POLLS_SECONDS)

    async def _end(self) -> Played:
        views = await asyncio.gather(*(player.look() for player in self.players))
        await self.follower.read()
        log = await self.follower.read_all()
        for view in views:
            self.ledger.check_end(view, log)
        await self._look_back()
        transcript = await self.players[0].guest.get(f"/games/{self.ledger.game}/transcript")
        moves = sum(player.moves for player in self.players)
        ending = views[0]["result"]["ending"]
        return Played(self.ledger.game, self.plan.edition, self.plan.seats, moves, ending, transcript)

    async def _look_back(self) -> None:
        for number, player in enumerate(self.players):
            if player.kept is not None:
                # Anybody may look through any eyes now, so a neighbor does.
                guest = self.players[number - 1].guest
                path = f"/games/{self.ledger.game}/history/{player.kept['version']}"
                self.ledger.check_history(player.kept, await guest.get(path, seat=player.seat))

    def _at(self, seat: int) -> Player | None:
        # Nobody of ours, where a bot sits.
        return next((player for player in self.players if player.seat == seat), None)


def _is_played(view: View, turn: int) -> bool:
    now = view["turn"]
    return now is not None and now["seat"] is not None and now["number"] == turn


def _is_open(view: View, turn: int) -> bool:
    now = view["turn"]
    return now is not None and now["seat"] is None and now["number"] == turn
