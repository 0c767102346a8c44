"""Plays all playthroughs anew and rewrites their files: `.venv/bin/python -m tests.playthroughs`.

Each is played from its seed by `tests/engine/playouts.py`. Review the difference: every changed line is a
game that now goes otherwise. With the key of an edition it adds two games of that one instead.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from games.engine.commands import Command
from games.engine.events import Event
from games.engine.options import Value
from games.engine.state import Phase
from tests.engine.boxes import EDITIONS
from tests.engine.mixes import Mix, plain
from tests.engine.playouts import Playout, commands, opening
from tests.playthroughs.transcripts import FOLDER, written

# The name of a game out of the box: its seats, and a seed with which it is short or something rare happens.
_NAME = re.compile(r"(\d\d)-seats-seed-(\d+)")
# Of an edition that is added: so many seats, and the shortest game of so many seeds.
ADDED_SEATS = (2, 4)
ADDED_SEEDS = 50
# By name: box, seats, seed and other options than the box's, so that what no box does by itself happens too.
WITH_OPTIONS: dict[str, tuple[str, int, int, dict[str, Value]]] = {
    "absence": (*("super-116", 4, 592), {"bot_after_turns": 1, "hand_size": 5}),
    "called-out": (
        *("super-112", 4, 170),
        {"last_card": "called_out", "drawn_card_playable": True, "hand_size": 4},
    ),
    "first-named": (
        *("japan-120", 3, 32),
        {
            "first_seat": "named",
            "crazy_single_card": "must_declare",
            "king_decline": "draws_one",
            "plus_three_window": "none",
            "hand_size": 4,
        },
    ),
    "going-on": (
        *("crazy-112", 3, 171),
        {
            "first_seat": "rotate",
            "opening_action": "applies",
            "crazy_direction": "play_direction",
            "last_card": "off",
            "stages": 2,
            "hand_size": 4,
        },
    ),
    "held-back": (
        *("super-116", 3, 193),
        {"plus_two_last_wins": "if_it_does_not_return", "places": "play_on", "hand_size": 3},
    ),
    "stages": (*("super-116", 2, 148), {"hand_size": 3, "stages": 3}),
    "strict": (
        *("classic-64", 3, 127),
        {
            "voluntary_draw": False,
            "finish_on_action": False,
            "taki_close": "automatic",
            "plus_last": "refused",
            "hand_size": 5,
        },
    ),
}


def out_of_the_box() -> Iterator[tuple[Path, int, Mix]]:
    """Yield each file of an edition with the seed and the mix of its game, both told by its name."""
    for path in sorted(FOLDER.glob("*/*.taki")):
        if named := _NAME.fullmatch(path.stem):
            yield path, int(named[2]), plain(EDITIONS[path.parent.name], int(named[1]))


def with_options() -> Iterator[tuple[Path, int, Mix]]:
    """Yield each file of a game with options of its own, with the seed and the mix."""
    for name, (key, seats, seed, values) in WITH_OPTIONS.items():
        options = replace(EDITIONS[key].options, **values)  # type: ignore[arg-type]
        yield FOLDER / "options" / f"{name}.taki", seed, Mix(EDITIONS[key], options, seats)


def played(seed: int, mix: Mix) -> str:
    """Return the text of the game that this seed plays in this mix."""
    chance, playout = Random(seed), Playout()
    answers: list[tuple[Command, tuple[Event, ...]]] = []

    def give(command: Command) -> None:
        answers.append((command, playout.give(command)))

    for command in opening(seed, mix):
        give(command)
    while playout.now.phase is Phase.PLAYING:
        give(commands(playout.now, chance))
    return written(answers, playout.now)


def added(key: str) -> Iterator[tuple[Path, int, Mix]]:
    """Yield the files of an edition that has none yet, with the seeds of short games."""
    for seats in ADDED_SEATS:
        mix = plain(EDITIONS[key], seats)
        seed = min(range(ADDED_SEEDS), key=lambda seed: len(played(seed, mix)))
        yield FOLDER / key / f"{seats:02}-seats-seed-{seed}.taki", seed, mix


if __name__ == "__main__":
    wanted = sys.argv[1:]
    chosen = [game for key in wanted for game in added(key)] or [*out_of_the_box(), *with_options()]
    for path, seed, mix in chosen:
        path.parent.mkdir(exist_ok=True)
        path.write_text(played(seed, mix), encoding="utf-8")
