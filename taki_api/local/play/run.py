"""All games of one run, many at once, on one server."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle

import httpx

from taki_api.local.play.acknowledged import Acknowledgments
from taki_api.local.play.choices import Box
from taki_api.local.play.client import ANSWER_SECONDS, Client, Refused, fetch_document
from taki_api.local.play.faults import Fault
from taki_api.local.play.figures import Figures
from taki_api.local.play.game import Game, Plan, Played
from taki_api.local.play.guest import Guest
from taki_api.local.play.screen import Screen
from taki_api.local.play.server import is_local
from taki_api.local.play.settings import EVERY_EDITION, QUICK_OPTIONS, Settings
from taki_api.local.unusable import Unusable

type Connect = Callable[[], httpx.AsyncClient]


def connecting(settings: Settings) -> Connect:
    """Makes HTTP clients: a connection for each guest of a table, and time for a long poll."""
    most = 2 * max(settings.seats)
    return partial(
        httpx.AsyncClient,
        base_url=settings.url,
        timeout=ANSWER_SECONDS,
        limits=httpx.Limits(max_connections=most, max_keepalive_connections=most),
        verify=httpx.create_ssl_context(),
        # A proxy of the environment has no way to this machine itself.
        trust_env=not is_local(settings.url),
    )


def plans(settings: Settings, editions: Sequence[str]) -> Iterator[Plan]:
    """What each game shall be: so many of each edition; the table sizes take turns."""
    options = dict(QUICK_OPTIONS) if settings.quick else {}
    wanted = [edition for edition in editions for _ in range(settings.games)]
    for number, (edition, seats) in enumerate(zip(wanted, cycle(settings.seats), strict=False), start=1):
        yield Plan(number, seats, settings.seed, edition, options, settings.bots)


@dataclass
class Run:
    """The games of a run, while they are played; `client` is what those of each game are made from."""

    settings: Settings
    client: Client
    reader: Guest
    connect: Connect
    boxes: Mapping[str, Box]
    """Each edition that is played, by its key."""
    notes: Acknowledgments
    screen: Screen

    async def play(self) -> list[Played]:
        """Plays all games and returns them in the order of their numbers.

        :raises Fault: the first broken promise; the other games are left where they are.
        """
        played: dict[int, Played] = {}
        waiting = plans(self.settings, [*self.boxes])
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self.settings.concurrency, self.settings.games * len(self.boxes))):
                    group.create_task(self._play_on(waiting, played))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return [played[number] for number in sorted(played)]

    async def _play_on(self, waiting: Iterator[Plan], played: dict[int, Played]) -> None:
        # A client for each game at a time: one with connections for all of them is slow at choosing.
        async with self.connect() as http:
            client = replace(self.client, http=http)
            for plan in waiting:
                box = self.boxes[plan.edition]
                game = Game(client, self.reader, plan, box, self.notes.note, self.screen.moved)
                over = played[plan.number] = await game.play()
                self.screen.finished(plan.number, over.seats, over.moves, over.ending)


async def play(settings: Settings, figures: Figures, connect: Connect, screen: Screen) -> list[Played]:
    """Plays what was asked for, on a server that answers.

    :raises Fault: when the server breaks a promise.
    :raises Unusable: when there is no such edition, or a file cannot be written.
    """
    notes = Acknowledgments(settings.acknowledged)
    try:
        async with connect() as http:
            client = Client(http, await fetch_document(http), figures)
            reader = await sign_in_reader(client)
            boxes = {key: await _open_box(reader, key) for key in await _editions(reader, settings.edition)}
            screen.expect(settings.games * len(boxes))
            with screen:
                return await Run(settings, client, reader, connect, boxes, notes, screen).play()
    finally:
        notes.close()


async def sign_in_reader(client: Client) -> Guest:
    """A guest who plays nothing.

    :raises Fault: when the server does not want one.
    """
    try:
        return await Guest.sign_in(client, "Reader")
    except Refused as refused:
        raise refused.as_fault("a guest cannot sign in") from refused


async def _editions(reader: Guest, wanted: str) -> list[str]:
    known = [each["key"] for each in (await reader.get("/editions"))["results"]]
    if wanted == EVERY_EDITION:
        return known
    if wanted not in known:
        choices = f"{', '.join(known)}, or {EVERY_EDITION}"
        raise Unusable(f"There is no edition {wanted!r}: choose one of {choices} with --edition.")
    return [wanted]


async def _open_box(reader: Guest, edition: str) -> Box:
    described = await reader.get(f"/editions/{edition}")
    box = Box.of(described)
    if box.size != described["size"]:
        facts: list[tuple[str, object]] = [("edition", edition), ("size", described["size"])]
        raise Fault(f"the cards of an edition are {box.size}", facts)
    return box
