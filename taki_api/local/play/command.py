"""`./taki play`: games played to the last card through the public API, by a client that believes nothing."""

import asyncio
import signal
import sys
import time
from collections.abc import Mapping, Sequence

from taki_api.local.play import acknowledged
from taki_api.local.play.acknowledged import Acknowledged
from taki_api.local.play.client import Client, fetch_document
from taki_api.local.play.faults import Fault
from taki_api.local.play.figures import Figures
from taki_api.local.play.run import connecting, play, sign_in_reader
from taki_api.local.play.screen import Screen
from taki_api.local.play.server import server_at
from taki_api.local.play.settings import Settings, parse
from taki_api.local.play.summary import summary
from taki_api.local.progress import Progress

BROKEN_PROMISE = 1


def main(argv: Sequence[str], *, environment: Mapping[str, str]) -> int:
    """Plays, or compares a file with the server; 0 when the server kept every promise, 1 when not.

    :raises Unusable: when it cannot begin.
    """
    settings = parse(argv, environment)
    answers = acknowledged.read(settings.check) if settings.check else None
    # From here on a Ctrl-C has something to tidy up: games, and perhaps a server.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with server_at(settings.url, settings.data, environment, Progress(sys.stderr)):
        try:
            said = _played(settings) if answers is None else _checked(settings, answers)
        except Fault as fault:
            sys.stderr.write(f"{fault.block()}\n")
            return BROKEN_PROMISE
    sys.stdout.write(f"{said}\n")
    return 0


def _played(settings: Settings) -> str:
    figures, begun = Figures(), time.monotonic()
    screen = Screen(settings.games, figures)
    played = asyncio.run(play(settings, figures, connecting(settings), screen))
    told = summary(played, figures, seed=settings.seed, seconds=time.monotonic() - begun)
    transcripts = [each.transcript.rstrip("\n") for each in played if settings.transcript]
    return "\n\n".join([*transcripts, told])


def _checked(settings: Settings, answers: Mapping[str, Sequence[Acknowledged]]) -> str:
    async def check() -> None:
        async with connecting(settings)() as http:
            client = Client(http, await fetch_document(http), Figures())
            await acknowledged.check(answers, await sign_in_reader(client))

    asyncio.run(check())
    count = sum(map(len, answers.values()))
    return f"games in the file: {len(answers)}, answers: {count}; each is told as it was acknowledged."
