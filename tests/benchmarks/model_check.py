"""A model check by exhaustive search: small boxes, every deal, every move, every draw.

    .venv/bin/python -m tests.benchmarks.model_check [--only WORD]

Of each box with its options: no state is a dead end, none has lost a card, and from each an end can be
reached. Boxes of 16 cards are too many states: random games in them are looked at instead.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import cards
from games.engine.options import Options, Value, choose
from tests.benchmarks import report
from tests.benchmarks.report import Report
from tests.engine.model import Graph, explored, wandered

NUMBERS = "R1 R1 R3 R3 G1 G1 G3 G3 B4 B4"
FEW = "R1 R1 R3 G1 G1 G3 G3"
DEBTS = "R5 R5 G5 R+2 R+2 G+2 K K"
DEBTS_AND_THREES = "R6 R6 R+2 G+2 +3 +3 X3 K"
THREES = "R7 R7 G7 G7 +3 +3 X3 X3 K"
RUNS = "R1 R8 RT RT R+2 RS GT"
COLORS = "CC ST RT R4 R4 G4 G4"
ACTIONS = "R+ R+ G+ RS RS R9 R9 GD GD"
CRAZY = "R6 R6 G7 G7 CZ CZ G+2 G+2"
PASSES = "R8 R8 G9 RP LP K RD RD"
THREE_THREES = "R1 R1 R1 R1 R1 R1 R1 +3 X3 K"
THREE_DEBTS = "R1 R1 R1 R1 R1 R1 R+2 R+2 R+2 K"
THREE_ACTIONS = "R1 R1 R1 R1 R1 R1 RS RS RD RD"
THREE_CRAZY = "R1 R1 R1 R1 G1 G1 G1 G1 CZ CZ"
SIXTEEN = "R1 R3 R+2 R+ RS RD RT G1 G4 G+2 GT CC ST K +3 X3"
SIXTEEN_CRAZY = "R1 R3 R+2 R+ RS RD RT G1 G4 G5 G9 GT CC ST K CZ"
WALKS = 2_000

_OFF: dict[str, Value] = {"last_card": "off"}
_HELD_BACK: dict[str, Value] = {"plus_two_last_wins": "if_it_does_not_return"}


class Case(NamedTuple):
    """A box, and the options that are not the defaults; `walks`: so many random games in place of all."""

    name: str
    box: str
    options: dict[str, Value]
    walks: int = 0
    seats: int = 2


CASES = (
    Case("numbers", NUMBERS, _OFF),
    Case("last card, automatic", FEW, {"last_card_penalty": 2}),
    Case("last card, called out", FEW, {"last_card": "called_out", "last_card_penalty": 1}),
    Case("stages", FEW, {**_OFF, "stages": 3}),
    Case("no voluntary draw", FEW, {**_OFF, "voluntary_draw": False, "drawn_card_playable": True}),
    Case("debts", DEBTS, _OFF),
    Case("debts that do not stack", DEBTS, {**_OFF, "plus_two_stacks": False, "king_decline": "draws_one"}),
    Case("debts that hold back", DEBTS, {**_OFF, **_HELD_BACK, "places": "play_on"}),
    Case("+3 keeps a debt", DEBTS_AND_THREES, {**_OFF, **_HELD_BACK, "plus_three_on_debt": "keeps_debt"}),
    Case("+3 cancels a debt", DEBTS_AND_THREES, {**_OFF, **_HELD_BACK, "plus_three_on_debt": "cancels_debt"}),
    Case("+3", THREES, _OFF),
    Case("+3 canceled by a King", THREES, {**_OFF, "king_on_plus_three": "cancels"}),
    Case("+3 without a window", THREES, {**_OFF, "plus_three_window": "none", "finish_on_action": False}),
    Case("runs", RUNS, _OFF),
    Case(
        "runs that close by themselves",
        RUNS,
        {**_OFF, "taki_close": "automatic", "taki_on_own_taki": "any_while_only_takis"},
    ),
    Case("colors", COLORS, _OFF),
    Case("colors chosen", COLORS, {**_OFF, "super_taki_color": "chosen", "change_color_in_run": "refused"}),
    Case("actions", ACTIONS, _OFF),
    Case("actions never last", ACTIONS, {**_OFF, "finish_on_action": False, "plus_last": "refused"}),
    Case(
        "actions, strict",
        ACTIONS,
        {
            **_OFF,
            "plus_last": "wins",
            "plus_follow_up": "same_color_or_plus",
            "direction_with_two": "acts_as_stop",
        },
    ),
    Case("Crazy cards", CRAZY, {"crazy_single_card": "must_declare", "last_card_penalty": 1}),
    Case("printed passes", PASSES, {**_OFF, "crazy_direction": "printed"}),
    Case("+3 canceled for three", THREE_THREES, {**_OFF, "king_on_plus_three": "cancels"}, seats=3),
    Case("+3 evaded among three", THREE_THREES, {**_OFF, "places": "play_on"}, seats=3),
    Case("debts among three", THREE_DEBTS, {**_OFF, **_HELD_BACK, "places": "play_on"}, seats=3),
    Case("Stop and turn among three", THREE_ACTIONS, {**_OFF, "places": "play_on"}, seats=3),
    Case("Crazy cards among three", THREE_CRAZY, {**_OFF, "crazy_direction": "play_direction"}, seats=3),
    Case("16 cards", SIXTEEN, {}, WALKS),
    Case("16 cards, stages", SIXTEEN, {"stages": 3, "last_card": "called_out", **_HELD_BACK}, WALKS),
    Case("16 cards with a Crazy", SIXTEEN_CRAZY, {"drawn_card_playable": True, "places": "play_on"}, WALKS),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Search and tell; 0, or 1 where a state is not as it should be."""
    asked = _options(argv)
    found = Report(
        "model_check",
        "Every state of small games, hands of 3, two seats if not said",
        [
            "cards",
            "deals",
            "states",
            "transitions",
            "dead ends",
            "cards lost",
            "no end",
            "CPU s",
        ],
        report.settings_of(asked),
    )
    faults = 0
    for case in CASES:
        if asked.only in case.name:
            begun = time.process_time()
            graph = searched(case)
            wrong = (len(graph.dead_ends), len(graph.losses), graph.without_end())
            counts = (len(cards(case.box)), graph.deals, graph.states, graph.transitions)
            found.add(case.name, *counts, *wrong, time.process_time() - begun)
            found.notes.append(f"{case.name}: {case.box}; {_in_words(case)}.")
            faults += sum(wrong)
    found.tell(asked.json)
    return 1 if faults else 0


def searched(case: Case) -> Graph:
    """Return what there is to be found in a case."""
    options = choose(Options(hand_size=3), case.options)
    box = cards(case.box)
    if case.walks:
        return wandered(box, options, games=case.walks, seats=case.seats)
    return explored(box, options, seats=case.seats)


def _in_words(case: Case) -> str:
    said = " ".join(f"{name}={value}" for name, value in case.options.items()) or "the defaults"
    return f"{said}; {case.walks} random games" if case.walks else said


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = report.parser("model_check", "Exhaustive search of small games.", rounds=False)
    parser.add_argument("--only", default="", metavar="WORD", help="cases whose name holds this")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
