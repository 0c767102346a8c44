"""Information-set Monte Carlo tree search: one tree for all the states that a seat may be in.

In each guessed state every move still considered is made; then the search goes down the tree by what looks
promising to whoever moves, adds one move to it, plays on by rules of thumb and credits each move on the way
with how its own player then stands. Moves are compared in the same guesses, and the worse half is left out
after each round: else a hundred games would tell less than the rules of thumb do.
"""

from math import exp, sqrt
from typing import Final

from games.bots import normal
from games.bots.burdens import fitted
from games.bots.chance import Chance
from games.bots.guessing import Guesser
from games.bots.memory import Memory
from games.bots.simulating import Weighed, answered, best_first, played, played_on, standing, weighed
from games.bots.situations import situation
from games.bots.worths import WIN
from games.engine.commands import Move
from games.engine.sight import View
from games.engine.state import Phase, State

EXPLORING: Final = 0.6
SOFTNESS: Final = 0.7  # in turns: how little a move may be worth beside the best and still be tried early
WIDTH: Final = 5  # of the moves in a situation so many, the best by rules of thumb, are tried
MARGIN: Final = 2.0  # in turns: a move worth so much less than the best is not looked at
TRUST: Final = 1.0  # what a turn saved by rules of thumb counts, as a part of one game that was looked at
HORIZON: Final = 10  # moves by rules of thumb after those of the tree


class Branch:
    """What is known of a move: how often it was made, how its player stood then, and what was made next."""

    __slots__ = ("available", "branches", "total", "visits")

    def __init__(self) -> None:
        self.available = 0  # how often it could have been made
        self.visits = 0
        self.total = 0.0
        self.branches: dict[Move | None, Branch] = {}


def choose(view: View, memory: Memory, chance: Chance, *, iterations: int) -> Move | None:
    """Return the move of `view.legal` that did best in the games that might follow; None is to wait.

    What is obvious, and what there is to say out of turn, is not searched for.
    """
    weights = tried(view, memory)
    if not weights:
        return normal.choose(view, memory, chance)
    if len(weights) == 1:
        return weights[0][1]
    return _Search(Guesser(view, memory), memory.seat, weights, chance).best(iterations)


def tried(view: View, memory: Memory) -> Weighed:
    """Return the moves, and to wait, that `choose` compares, the best by rules of thumb first.

    A single one is obvious and is made at once; none where there is nothing to do or only something to say.
    """
    if not view.legal:
        return []
    now = situation(view, memory, fitted)
    in_window = view.table is not None and view.table.plus_three is not None
    on_turn = view.turn is not None and view.turn.seat == now.seat
    if not (on_turn or in_window):
        return []
    weights = best_first(normal.declaring(view.legal), now)
    if in_window:
        weights.append((0.0, None))
    if weights[0][0] >= WIN / 2:
        return weights[:1]
    return [one for one in weights if one[0] >= weights[0][0] - MARGIN][:WIDTH]


class _Search:
    """One move looked for by one seat, among a few."""

    def __init__(self, guesser: Guesser, seat: int, weights: Weighed, chance: Chance) -> None:
        self._guesser = guesser
        self._seat = seat
        self._weights = weights
        self._chance = chance
        self._branches = {move: Branch() for _, move in weights}

    def best(self, iterations: int) -> Move | None:
        """Look at each of the moves in the same guessed states; the better half is looked at more closely."""
        rest = self._weights
        rounds = max(1, (len(rest) - 1).bit_length())
        for _ in range(rounds):
            for _ in range(max(1, iterations // (rounds * len(rest)))):
                state = self._guesser.guess(self._chance)
                for _, move in rest:
                    self._look_once(state, move)
            rest = sorted(rest, key=self._promise, reverse=True)[: (len(rest) + 1) // 2]
        return rest[0][1]

    def _promise(self, weighed: tuple[float, Move | None]) -> float:
        weight, move = weighed
        branch = self._branches[move]
        return (branch.total + TRUST * weight) / branch.visits

    def _look_once(self, state: State, move: Move | None) -> None:
        seat, branch = self._seat, self._branches[move]
        path: list[tuple[int, Branch]] = []
        while True:
            path.append((seat, branch))
            state = answered(state, but=seat) if move is None else played(state, seat, move)
            if state.phase is not Phase.PLAYING or not branch.visits:
                break
            seat = state.seat
            move = _promising(branch.branches, weighed(state, seat)[:WIDTH])
            branch = branch.branches[move]
        _credit(path, standing(played_on(state, HORIZON)))


def _promising(branches: dict[Move | None, Branch], weights: Weighed) -> Move | None:
    # PUCT, with the rules of thumb for a prior; what could not be made as often is not held to be neglected.
    hopes = _hopes(weights)
    known = [branches.setdefault(move, Branch()) for _, move in weights]
    visits = sum([branch.visits for branch in known])
    mean = sum([branch.total for branch in known]) / visits if visits else 0.5
    best, best_value = weights[0][1], -1.0
    for hope, branch, (_, move) in zip(hopes, known, weights, strict=True):
        branch.available += 1
        value = branch.total / branch.visits if branch.visits else mean
        value += EXPLORING * hope * sqrt(branch.available) / (1 + branch.visits)
        if value > best_value:
            best, best_value = move, value
    return best


def _hopes(weights: Weighed) -> list[float]:
    most = max([weight for weight, _ in weights])
    hopes = [exp((weight - most) / SOFTNESS) for weight, _ in weights]
    whole = sum(hopes)
    return [hope / whole for hope in hopes]


def _credit(path: list[tuple[int, Branch]], standings: list[float]) -> None:
    for seat, branch in path:
        branch.visits += 1
        branch.total += standings[seat]
