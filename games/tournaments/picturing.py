"""The picture of a tournament's standings: which entrants and rounds are on it, and when it is another."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.tournaments import plots, selectors
from games.tournaments.kinds import Kind
from games.tournaments.meeting import played, put_behind
from games.tournaments.results import Round
from games.tournaments.standing import Standing
from games.tournaments.standings import standings
from games.tournaments.state import State

# Rises with every change of how it is drawn: who knows the picture of before shall ask for the new one.
_DRAWING: Final = 2
# Orders after one round each, which the picture of the next version wants again.
_ORDERS_KEPT: Final = 200


class Pictured(NamedTuple):
    """What is on a picture; `mark` is another as soon as anything in it is, a name too."""

    name: str
    rounds: tuple[int, ...]
    lines: tuple[plots.Line, ...]
    entrants: int
    mark: str

    def drawn(self) -> bytes:
        """Return the picture as SVG."""
        return plots.course(self.name, self.rounds, self.lines, self.entrants)


def pictured(standing: Standing, *, top: int) -> Pictured:
    """Return the course of the `top` best after the closed rounds, of many in even steps."""
    state = standing.state
    closed = played(state)
    rounds = _some_of(len(closed))
    places = [_places(state, closed, number) for number in rounds]
    best = [*places[-1]][:top] if places else []
    lines = tuple(
        plots.Line(name, _course(entrant, closed, rounds, places))
        for entrant, name in zip(best, _names(standing, best), strict=True)
    )
    told = (_DRAWING, state.tournament, standing.version, state.settings.name, *(one.name for one in lines))
    mark = hashlib.sha256(repr(told).encode()).hexdigest()[:32]
    return Pictured(state.settings.name, rounds, lines, len(state.field), mark)


def _some_of(closed: int) -> tuple[int, ...]:
    step = -(-closed // plots.MOST_ROUNDS_DRAWN) or 1
    return tuple(range(closed, 0, -step))[::-1]


def _course(
    entrant: int, closed: Sequence[Round], rounds: Sequence[int], places: Sequence[Mapping[int, int]]
) -> tuple[int | None, ...]:
    # Who came late had no place before.
    there = (number for number, one in enumerate(closed, start=1) if entrant in one.entrants)
    first = next(there, len(closed))
    return tuple(
        place[entrant] if number >= first else None for number, place in zip(rounds, places, strict=True)
    )


def _names(standing: Standing, entrants: Sequence[int]) -> list[str]:
    people = [standing.people[entrant] for entrant in entrants]
    names = selectors.names([person for person in people if person is not None])
    return ["" if person is None else names.get(person, "") for person in people]


def _places(state: State, closed: tuple[Round, ...], number: int) -> Mapping[int, int]:
    played_for = _order(state.settings.kind, state.field, closed[:number], state.seed)
    order = put_behind(state, played_for, until=number)
    return {entrant: place for place, entrant in enumerate(order, start=1)}


@lru_cache(maxsize=_ORDERS_KEPT)
def _order(kind: Kind, field: tuple[int, ...], rounds: tuple[Round, ...], seed: bytes) -> tuple[int, ...]:
    # By what was played and not by version: most events leave the rounds of before as they are.
    return tuple(one.entrant for one in standings(kind, field, rounds, seed=seed))
