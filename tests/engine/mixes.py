"""What games are played with in the tests of laws: boxes, tables and options; every two of them meet."""

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from games.engine.cards import Figure
from games.engine.editions import Edition, packs_needed
from games.engine.options import KINDS, Choice, Flag, Options, Whole, as_mapping
from tests.engine.boxes import EDITIONS, SUPER_116
from tests.engine.covering import Factors, Row, rows

SEATS = (2, 3, 4, 7, 10)
# Beside the bounds and the default of a number: stages that a short first hand can have, and a bot that comes
# often.
ALSO = {"stages": (3,), "bot_after_turns": (1,)}


@dataclass(frozen=True, repr=False)
class Mix:
    """The box, the options and the seats of a game."""

    edition: Edition
    options: Options
    seats: int
    sealed: bool = False

    def __repr__(self) -> str:
        own = self.edition.options
        other = [
            f"{name}={getattr(self.options, name)}"
            for name in Options.names()
            if getattr(self.options, name) != getattr(own, name)
        ]
        sealed = ["sealed"] if self.sealed else []
        return " ".join([self.edition.key, f"seats={self.seats}", *sealed, *other])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # what Hypothesis asks for: the whole box would fill pages


def plain(edition: Edition = SUPER_116, seats: int = 2) -> Mix:
    """Return the mix of an edition as it comes out of its box."""
    return Mix(edition, edition.options, seats)


def values(name: str) -> tuple[object, ...]:
    """Return the values of an option that are tried: of a number its bounds and its default, else all."""
    match KINDS[name]:
        case Choice(words):
            return words
        case Flag():
            return (True, False)
        case Whole(lowest, highest, also):
            tried = (getattr(Options(), name), lowest, highest, *also, *ALSO.get(name, ()))
            return tuple(dict.fromkeys(tried))


@cache
def factors() -> Factors:
    """Return all that can be chosen before a game, with the values that are tried."""
    return {"edition": tuple(EDITIONS), "seats": SEATS} | {name: values(name) for name in Options.names()}


def is_possible(row: Row) -> bool:
    """Say whether some game can be opened with these values, whatever those are that are not said yet."""
    least = int(str(row.get("stages", 1)))
    hand = int(str(row.get("hand_size", max(least, 3))))
    edition = EDITIONS[str(row["edition"])] if "edition" in row else None
    if least > hand:
        return False
    if row.get("crazy_direction") == "printed" and edition is not None and _has_crazy(edition):
        return False
    size = max(one.size for one in EDITIONS.values()) if edition is None else edition.size
    opening = row.get("opening_card", "none")
    options = Options(hand_size=hand, opening_card="none" if opening == "none" else "turned_up")
    needed = packs_needed(size, seats=int(str(row.get("seats", min(SEATS)))), options=options)
    return row.get("packs", "auto") == "auto" or int(str(row["packs"])) >= needed


def _has_crazy(edition: Edition) -> bool:
    return any(card.figure is Figure.CRAZY for card, _ in edition.box)


def mix_of(row: Row) -> Mix:
    """Return the mix that a whole row of values describes."""
    edition = EDITIONS[str(row["edition"])]
    chosen = {name: value for name, value in row.items() if name not in ("edition", "seats")}
    options = replace(edition.options, **chosen)  # type: ignore[arg-type]  # values of `KINDS` alone
    return Mix(edition, options, int(str(row["seats"])))


@cache
def pairwise() -> tuple[Mix, ...]:
    """Return mixes in which every two values meet that can be played together."""
    return tuple(mix_of(row) for row in rows(factors(), is_possible))


def some_mix(chance: Random, edition: Edition, seats: int) -> Mix:
    """Return a mix of this box and so many seats; about half of its options have any value that is tried."""
    while True:
        row: Row = {"edition": edition.key, "seats": seats} | dict(as_mapping(edition.options))
        for name, tried in factors().items():
            if name not in ("edition", "seats") and chance.random() < 0.5:
                row[name] = chance.choice(tried)
        if is_possible(row):
            return mix_of(row)


@cache
def every_mix() -> tuple[Mix, ...]:
    """Return every edition as it comes out of its box, then the mixes in which every two values meet.

    Every other of these is sealed.
    """
    editions = enumerate(EDITIONS.values())
    mixed = (replace(mix, sealed=at % 2 == 1) for at, mix in enumerate(pairwise()))
    return (*(plain(edition, SEATS[at % len(SEATS)]) for at, edition in editions), *mixed)
