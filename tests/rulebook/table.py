"""A table in the middle of a game, laid out in words: the rulebook's blocks and the engine's tests begin so.

    leading  R3
    dana     R+2 G1 G3
    omer     Y+2 G5 G6

`tests/rulebook/README.md` tells what else may be said.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from games.engine.cards import Card, Color, Hand, card, cards, in_order, with_cards
from games.engine.editions import Edition, pack_of
from games.engine.events import Pending
from games.engine.options import Value, choose
from games.engine.shuffling import SEED_BYTES, commitment
from games.engine.state import Phase, Run, Setup, State
from tests.engine.boxes import EDITIONS, EVERY_CARD, SUPER_116

GAME = "0198c0de-0000-7000-8000-000000000001"
TURN = 5  # the number of the turn where nothing else is said: a game that is already going


class UnclearTable(ValueError):
    """The table is not laid out so that one could play on it."""


@dataclass(frozen=True)
class Table:
    """A game and what its seats are called."""

    state: State
    names: tuple[str, ...]

    def seat(self, name: str) -> int:
        return self.names.index(name)


@dataclass
class _Layout:
    """What was said of a table so far."""

    names: list[str] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    given_up: dict[str, int] = field(default_factory=dict)
    finished: dict[str, int] = field(default_factory=dict)
    stages: dict[str, int] = field(default_factory=dict)
    said: dict[str, list[str]] = field(default_factory=dict)
    absent: dict[str, int] = field(default_factory=dict)

    def words(self, key: str) -> list[str]:
        return self.said.get(key, [])

    def number(self, key: str, default: int) -> int:
        return int(self.said[key][0]) if key in self.said else default

    def seat(self, name: str) -> int:
        if name not in self.names:
            raise UnclearTable(f"nobody here is called {name!r}")
        return self.names.index(name)

    @property
    def edition(self) -> Edition:
        (key,) = self.words("edition") or [SUPER_116.key]
        if key not in BOXES:
            raise UnclearTable(f"there is no edition {key!r}")
        return BOXES[key]


BOXES = EDITIONS | {EVERY_CARD.key: EVERY_CARD}
SAID = {"leading", "above", "color", "pile", "discard", "direction", "turn", "number", "debt", "run"}
SAID |= {
    "bots",
    "stood",
    "pending",
    "declared",
    "options",
    "idle",
    "lobby",
    "seed",
    "edition",
    "begins",
    "held",
    "drawn",
    "sealed",
    "host",
}
COLOR_WORDS = {color.name.lower(): color for color in Color}


def table(text: str) -> Table:
    """Return the table that the lines of `text` lay out: in the fifth turn of `super-116` if not said."""
    layout = _Layout()
    for line in text.splitlines():
        if line.strip():
            _read_line(layout, line.split())
    if not 2 <= len(layout.names) <= 10 or ("leading" in layout.said) is ("lobby" in layout.said):
        raise UnclearTable("a table has two to ten seats, and a line `leading` or `lobby`")
    lay_out = _lobby if "lobby" in layout.said else _state
    return Table(lay_out(layout), tuple(layout.names))


def _read_line(layout: _Layout, words: list[str]) -> None:
    match words:
        case ["absent", name, turns]:
            layout.absent[name] = int(turns)
        case ["stage", name, stage]:
            layout.stages[name] = int(stage)
        case [name, "finished", place]:
            layout.finished[name] = int(place)
            _sit(layout, name, "")
        case [key, *values] if key in SAID:
            layout.said[key] = values
        case [name, "given", "up", *points]:
            layout.given_up[name] = int(points[0]) if points else 0
            _sit(layout, name, "")
        case [name, "empty" | "sits" as how]:
            if how == "empty":
                layout.empty.append(name)
            _sit(layout, name, "")
        case [name, "holds", "nothing"]:
            _sit(layout, name, "")
        case [name, *codes] if codes:
            _sit(layout, name, " ".join(codes))
        case _:
            raise UnclearTable(" ".join(words))


def _sit(layout: _Layout, name: str, codes: str) -> None:
    if name in layout.names:
        raise UnclearTable(f"{name} sits twice")
    layout.names.append(name)
    layout.hands.append(with_cards((), cards(codes)))


def _host(layout: _Layout, taken: tuple[int, ...]) -> int | None:
    return None if layout.words("host") == ["nobody"] else taken[0]


def _taken(layout: _Layout) -> tuple[int, ...]:
    return tuple(seat for seat, name in enumerate(layout.names) if name not in layout.empty)


def _lobby(layout: _Layout) -> State:
    seats = range(len(layout.names))
    taken, setup = _taken(layout), _setup(layout)
    return State(
        setup=setup,
        host=_host(layout, taken),
        taken=taken,
        stages=(setup.options.stages,) * setup.seats,
        bots=_bots(layout),
        stood_in=(False,) * setup.seats,
        hands=tuple(() for _ in seats),
        declared=tuple(False for _ in seats),
        single_since=tuple(0 for _ in seats),
        forgot_in=tuple(0 for _ in seats),
        absent=tuple(0 for _ in seats),
        places=tuple(None for _ in seats),
        given_up_points=tuple(None for _ in seats),
    )


def _state(layout: _Layout) -> State:
    seats = range(len(layout.names))
    taken, setup = _taken(layout), _setup(layout)
    out = {*layout.given_up, *layout.finished}
    in_play = tuple(seat for seat in taken if layout.names[seat] not in out)
    leading = None if layout.words("leading") == ["none"] else card(layout.words("leading")[0])
    above = cards(" ".join(layout.words("above")))
    number = layout.number("number", TURN)
    single = tuple(number - 1 if len(hand) == 1 else 0 for hand in layout.hands)
    return State(
        setup=setup,
        phase=Phase.PLAYING,
        host=_host(layout, taken),
        taken=taken,
        in_play=in_play,
        hands=tuple(layout.hands),
        discard=cards(" ".join(layout.words("discard"))),
        top=above if leading is None else (leading, *above),
        leading=leading,
        color=_color(layout, leading),
        pile=_pile(layout, leading, above),
        direction=layout.number("direction", 1),
        number=number,
        declared=tuple(name in layout.words("declared") for name in layout.names),
        single_since=single,
        forgot_in=(0,) * len(seats),
        absent=tuple(layout.absent.get(name, 0) for name in layout.names),
        idle_turns=layout.number("idle", 0),
        shuffles=1,
        places=_places(layout),
        given_up_points=tuple(layout.given_up.get(name) for name in layout.names),
        stages=tuple(layout.stages.get(name, setup.options.stages) for name in layout.names),
        bots=_bots(layout),
        stood_in=tuple(name in layout.words("stood") for name in layout.names),
        held_back=tuple(layout.seat(name) for name in layout.words("held")),
        **_whose_turn(layout, in_play),
    )


def _bots(layout: _Layout) -> tuple[str | None, ...]:
    return tuple("normal" if name in layout.words("bots") else None for name in layout.names)


def _setup(layout: _Layout) -> Setup:
    edition = layout.edition
    overrides: dict[str, Value] = {}
    for word in layout.words("options"):
        name, _, value = word.partition("=")
        overrides[name] = (
            int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
        )
    options = replace(edition.options, **overrides)  # type: ignore[arg-type]  # checked by the next line
    choose(options, overrides)
    seed = layout.number("seed", 1).to_bytes(SEED_BYTES)
    begins = layout.seat(layout.words("begins")[0]) if layout.words("begins") else None
    committed = commitment(GAME, seed)
    sealed = "sealed" in layout.said
    return Setup(GAME, edition.key, edition.box, options, len(layout.names), seed, committed, begins, sealed)


def _color(layout: _Layout, leading: Card | None) -> Color | None:
    if layout.words("color"):
        return Color(layout.words("color")[0])
    if leading is None or leading.color is not None:
        return None if leading is None else leading.color
    raise UnclearTable(f"{leading} has no color: say which is to be followed")


def _pile(layout: _Layout, leading: Card | None, above: Hand) -> tuple[Card, ...]:
    words = layout.words("pile") or (["..."] if "pile" not in layout.said else [])
    said = cards(" ".join(word for word in words if word not in ("...", "empty")))
    if "..." not in words:
        return said
    used = Counter(
        [*said, *above, *cards(" ".join(layout.words("discard"))), *([leading] if leading else [])]
    )
    for hand in layout.hands:
        used.update(hand)
    rest = Counter(pack_of(layout.edition.box, 1))
    if not used <= rest:
        raise UnclearTable(f"no box holds all of these: {used - rest}")
    return (*said, *in_order((rest - used).elements()))


def _places(layout: _Layout) -> tuple[int | None, ...]:
    # Who gave up first has the last place: as if they had done so in seating order.
    last = len(layout.names) - len(layout.empty)
    order = list(layout.given_up)
    return tuple(
        last - order.index(name) if name in order else layout.finished.get(name) for name in layout.names
    )


def _whose_turn(layout: _Layout, in_play: tuple[int, ...]) -> dict[str, Any]:
    debt = layout.number("debt", 0)
    pending = Pending(layout.words("pending")[0]) if layout.words("pending") else Pending.ORDINARY
    seat = layout.seat(layout.words("turn")[0]) if layout.words("turn") else in_play[0]
    run = None
    if layout.words("run"):
        color, whose, *takis = layout.words("run")
        run = Run(COLOR_WORDS[color], None if whose == "open" else layout.seat(whose), bool(takis))
        pending = Pending.RUN if run.seat == seat else pending
    drawn = card(layout.words("drawn")[0]) if layout.words("drawn") not in ([], ["none"]) else None
    if layout.words("drawn"):
        pending = Pending.DRAWN_CARD
    debt_binds = debt and pending is not Pending.PLUS_THREE
    return {
        "debt": debt,
        "pending": Pending.DEBT if debt_binds else pending,
        "seat": seat,
        "run": run,
        "drawn": drawn,
    }
