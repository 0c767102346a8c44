"""The words after `./taki play`: what they mean, and one sentence for each that cannot be used."""

import argparse
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from taki_api.local.environment import data_path
from taki_api.local.unusable import Unusable

EVERY_EDITION = "all"
QUICK_OPTIONS = {"plus_three_seconds": 3}
_LEAST_SEATS, _MOST_SEATS = 2, 10
_EPILOG = """The seed chooses what the guests do. The deal stays the server's: it comes from a secret of its
own that it is bound to before anybody sits down, so the same seed plays other games on the same server.
It fails, with exit code 1, on any answer that the server's OpenAPI document does not describe."""


@dataclass(frozen=True)
class Settings:
    """What was asked for."""

    url: str
    seats: tuple[int, ...]
    """Table sizes, taken in turn over the games."""
    games: int
    """Of each edition."""
    seed: int
    edition: str
    """The key of one, or `all`."""
    concurrency: int
    transcript: bool
    quick: bool
    bots: tuple[str, ...]
    """Levels of the server's bots at each table; the other seats are guests'."""
    data: Path
    acknowledged: Path | None
    check: Path | None


def parse(argv: Sequence[str], environment: Mapping[str, str]) -> Settings:
    """The options on the command line.

    :raises Unusable: for one that cannot be used.
    """
    found = _parser().parse_args(argv)
    if len(found.bots) >= min(found.players):
        raise Unusable(f"At least one of {min(found.players)} players is a guest: name fewer --bots.")
    is_one = found.games == 1 and found.edition != EVERY_EDITION
    return Settings(
        url=found.url,
        seats=found.players,
        games=found.games,
        seed=secrets.randbelow(1_000_000) if found.seed is None else found.seed,
        edition=found.edition,
        concurrency=found.concurrency,
        transcript=is_one if found.transcript is None else found.transcript,
        quick=found.quick,
        bots=found.bots,
        data=data_path(environment, found.data),
        acknowledged=found.acknowledged,
        check=found.check,
    )


def _parser() -> argparse.ArgumentParser:
    about = "Plays games of TAKI through the public API and checks every answer."
    parser = _Parser(prog="./taki play", description=about, epilog=_EPILOG)
    add = parser.add_argument
    add("--url", type=_url, default="http://127.0.0.1:8000", help="the server (http://127.0.0.1:8000)")
    add("--players", type=_sizes, default=(4,), help="players a game, 2-10 (4); 2,4,7 takes turns")
    add("--games", type=_positive, default=1, help="how many, of each edition (1)")
    add("--seed", type=_whole, help="chooses the guests' moves (by chance, and told)")
    add("--edition", default="super-116", help="the box of cards (super-116); all: each that there is")
    add("--concurrency", type=_positive, default=16, help="games at a time (16)")
    add("--transcript", action=argparse.BooleanOptionalAction, help="print them (only for a single game)")
    add("--bots", type=_levels, default=(), help="levels of bots among the players, as easy,hard (none)")
    add("--quick", action="store_true", help="leave 3 seconds, not 6, to answer a +3")
    add("--data", metavar="DIR", help="of the server that is started when none answers (as ./taki serve)")
    add("--acknowledged", metavar="FILE", type=Path, help="add a line for every answer to a command")
    add("--check", metavar="FILE", type=Path, help="play nothing; compare such a file with the server")
    return parser


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(_whole(part) for part in text.split(","))
    if not all(_LEAST_SEATS <= size <= _MOST_SEATS for size in sizes):
        raise argparse.ArgumentTypeError(f"a game has {_LEAST_SEATS} to {_MOST_SEATS} players, not {text}")
    return sizes


def _levels(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _positive(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"give a number from 1 on, not {text}")
    return number


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _url(text: str) -> str:
    parts = urlsplit(text)
    try:
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.path not in ("", "/") or parts.query:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no server: give its root, such as http://127.0.0.1:8000"
        )
    return text.rstrip("/")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Unusable(f"{message} (see {self.prog} --help).")
