"""Plays RLCard's UNO at random whenever it is told to: run by `rlcard_peer` in an environment of its own.

Standard library and RLCard only. Reads `games seats seed` from each line of its input and answers with a line
of JSON: how many moves that were, and the seconds of clock and of CPU time that they took.
"""

import json
import random
import sys
import time

from rlcard.games.uno import Game  # type: ignore[import-not-found]  # not among our packages

MOST_MOVES = 20_000


def play(games: int, seats: int, seed: int) -> int:
    chance = random.Random(seed)
    game = Game(num_players=seats)
    game.np_random.seed(seed)
    moves = 0
    for _ in range(games):
        game.init_game()
        most = moves + MOST_MOVES
        while not game.is_over() and moves < most:
            game.step(chance.choice(game.get_legal_actions()))
            moves += 1
    return moves


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        games, seats, seed = map(int, line.split())
        wall, cpu = time.perf_counter(), time.process_time()
        moves = play(games, seats, seed)
        spent = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        print(json.dumps({"done": moves, **spent}), flush=True)


if __name__ == "__main__":
    main()
