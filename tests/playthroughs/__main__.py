"""Plays all playthroughs anew and rewrites their files: `.venv/bin/python -m tests.playthroughs`.

Each is played from its seed by `tests/engine/playouts.py`. Review the difference: every changed line is a
game that now goes otherwise.
"""

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

# Of each box: seats, and seeds whose games are short or in which something rare happens.
OUT_OF_THE_BOX: dict[str, dict[int, tuple[int, ...]]] = {
    "super-116": {2: (2, 3, 4), 3: (7, 95), 4: (5, 7, 8), 7: (1, 3, 23), 10: (3, 4)},
    "super-112": {2: (26,), 4: (66,)},
    "crazy-112": {2: (132,), 4: (127,)},
    "classic-64": {2: (11,), 4: (28,)},
    "classic-128": {2: (116,), 4: (42,)},
    "classic-64-king": {2: (125,), 4: (74,)},
    "amigo-2006": {2: (132,), 4: (83,)},
    "japan-120": {2: (122,), 4: (139,)},
}
# By name: box, seats, seed and other options than the box's, so that what no box does by itself happens too.
WITH_OPTIONS: dict[str, tuple[str, int, int, dict[str, Value]]] = {
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


def chosen() -> Iterator[tuple[Path, int, Mix]]:
    """Yield each file with the seed and the mix of its game."""
    for key, sizes in OUT_OF_THE_BOX.items():
        for seats, seeds in sizes.items():
            for seed in seeds:
                name = f"{seats:02}-seats-seed-{seed}.taki"
                yield FOLDER / key / name, seed, plain(EDITIONS[key], seats)
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


if __name__ == "__main__":
    for old in FOLDER.glob("*/*.taki"):
        old.unlink()
    for path, seed, mix in chosen():
        path.parent.mkdir(exist_ok=True)
        path.write_text(played(seed, mix), encoding="utf-8")
