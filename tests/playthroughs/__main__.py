"""Plays all playthroughs anew and rewrites their files: `.venv/bin/python -m tests.playthroughs`.

Each is played from its seed by `tests/engine/playouts.py`. Review the difference: every changed line is a
game that now goes otherwise.
"""

from random import Random

from games.engine.commands import Command, OpenGame, StartGame, TakeSeat
from games.engine.events import Event
from games.engine.state import Phase
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, Playout, commands, seed_of
from tests.playthroughs.transcripts import FOLDER, written

# Seats, and seeds whose games are short or in which something rare happens.
CHOSEN = {
    2: (2, 3, 4),
    3: (7, 95),
    4: (5, 7, 8),
    7: (1, 3, 23),
    10: (3, 4),
}


def played(seed: int, seats: int) -> str:
    """Return the text of the game that this seed plays at a table of so many seats."""
    chance, playout = Random(seed), Playout()
    answers: list[tuple[Command, tuple[Event, ...]]] = []

    def give(command: Command) -> None:
        answers.append((command, playout.give(command)))

    give(OpenGame(GAME, SUPER_116, SUPER_116.options, seats, seed_of(seed)))
    for seat in range(1, seats):
        give(TakeSeat(seat))
    give(StartGame(0))
    while playout.now.phase is Phase.PLAYING:
        give(commands(playout.now, chance))
    return written(answers, playout.now)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.taki"):
        old.unlink()
    for seats, seeds in CHOSEN.items():
        for seed in seeds:
            (FOLDER / f"{seats:02}-seats-seed-{seed}.taki").write_text(played(seed, seats), encoding="utf-8")
