"""Results of games, one after another, and what each changes; where they come from is not known here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from games.ratings.formula import NEWCOMER, Strength, after_game


class Ladder(StrEnum):
    """Who is compared with whom: people with people, bots with bots."""

    PEOPLE = "people"
    BOTS = "bots"


class Chain(NamedTuple):
    """Whose results build on each other: those of one family of editions on one ladder."""

    family: str
    ladder: Ladder


class Placed(NamedTuple):
    """Which place a player got; they sort in the one order in which games are rated."""

    place: int
    player: UUID


class Held(NamedTuple):
    """What is known of a player: how strong, after so many games."""

    strength: Strength
    games: int


UNRATED: Final = Held(NEWCOMER, 0)


class Change(NamedTuple):
    """What one game changed for one player."""

    player: UUID
    place: int
    before: Held
    after: Held


class Result(Protocol):
    """A finished game: where it counts, None for nowhere, and the places."""

    @property
    def chain(self) -> Chain | None:
        """Where it counts."""

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Who got which place."""


type Known = Mapping[Chain, Mapping[UUID, Held]]


def ladder_of(are_bots: Iterable[bool]) -> Ladder | None:
    """Return the ladder for a table where these sat, None for people and bots together."""
    kinds = set(are_bots)
    if kinds == {False}:
        return Ladder.PEOPLE
    return Ladder.BOTS if kinds == {True} else None


def booked[R: Result](results: Iterable[R], known: Known | None = None) -> Iterator[tuple[R, list[Change]]]:
    """Yield each result, in the order given, with what it changes; nothing where it counts nowhere.

    `known` is what was known of players before; who is not in it is new. The same results in the same order
    give the same numbers to the last bit, however they are cut into pieces.
    """
    standing: dict[Chain, dict[UUID, Held]] = defaultdict(dict)
    for chain, players in (known or {}).items():
        standing[chain].update(players)
    for result in results:
        changes = []
        if result.chain is not None:
            players = standing[result.chain]
            changes = _changes(result.placed, players)
            players.update({change.player: change.after for change in changes})
        yield result, changes


def _changes(placed: Iterable[Placed], standing: Mapping[UUID, Held]) -> list[Change]:
    # Whatever order the seats were read in: sums of fractions depend on theirs.
    ordered = sorted(placed)
    before = [standing.get(player, UNRATED) for _, player in ordered]
    strengths = after_game([held.strength for held in before], [place for place, _ in ordered])
    return [
        Change(player, place, held, Held(strength, held.games + 1))
        for (place, player), held, strength in zip(ordered, before, strengths, strict=True)
    ]
