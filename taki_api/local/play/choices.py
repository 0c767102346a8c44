"""Which listed move a guest takes: a pure choice from its view and dice that its caller has seeded."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

type Move = dict[str, Any]
type View = Mapping[str, Any]

DRAWS_ANYWAY = 0.02
LEAVES_ITS_RUN = 0.1
FORGETS_LAST_CARD = 0.1
SENDS_SEVERAL = 0.6
ANSWERS_PLUS_THREE = 0.5
CALLS_OUT = 0.5
_OPENS_A_RUN = ("T", "ST")


@dataclass(frozen=True)
class Box:
    """What the API told about the cards of an edition, by code."""

    colors: Mapping[str, str | None]
    figures: Mapping[str, str]
    size: int

    @classmethod
    def of(cls, edition: Mapping[str, Any]) -> "Box":
        """The box in the answer of `GET editions/{key}`."""
        cards = edition["cards"]
        return cls(
            {each["card"]: each["color"] for each in cards},
            {each["card"]: each["figure"] for each in cards},
            sum(each["count"] for each in cards),
        )


def beginning(view: View, dice: Random) -> dict[str, int]:
    """What the host says of who begins: a seat, where the options leave that to it, and otherwise nothing."""
    if view["options"]["first_seat"] != "named":
        return {}
    return {"first": dice.choice([each["seat"] for each in view["seats"]])}


def choose(view: View, box: Box, dice: Random) -> list[Move]:
    """What the seat whose turn it is does: one listed move, or a run of cards in one request."""
    calls = [move for move in view["legal"] if move["type"] == "call_out"]
    if calls and dice.random() < CALLS_OUT:
        return [dice.choice(calls)]
    lays = [move for move in view["legal"] if move["type"] == "lay"]
    words = [move for move in view["legal"] if move["type"] in ("draw", "close_taki", "end_turn")]
    stays = view["turn"]["pending"] == "run" or not words
    if lays and (stays or dice.random() >= DRAWS_ANYWAY):
        first = _lay(view, box, lays, dice)
        return [first, *_rest_of_run(view, box, first, dice)]
    return [_word(words, dice)]


def answer(view: View, dice: Random) -> Move | None:
    """What a seat does about an open +3: a listed answer, or nothing."""
    answers = [move for move in view["legal"] if move["type"] in ("break_plus_three", "lay")]
    return dice.choice(answers) if answers and dice.random() < ANSWERS_PLUS_THREE else None


def declaration(view: View, dice: Random) -> Move | None:
    """The declaration of the last card, where it is listed and not forgotten."""
    listed = [move for move in view["legal"] if move["type"] == "declare_last_card"]
    return listed[0] if listed and dice.random() >= FORGETS_LAST_CARD else None


def _lay(view: View, box: Box, lays: list[Move], dice: Random) -> Move:
    cards = list(dict.fromkeys(move["card"] for move in lays))
    hand = Counter(box.colors[card] for card in view["you"]["hand"])
    card = dice.choices(cards, [_weight(each, box, hand) for each in cards])[0]
    forms = [move for move in lays if move["card"] == card]
    declaring = [move for move in forms if move.get("last_card")]
    if declaring and dice.random() >= FORGETS_LAST_CARD:
        forms = declaring
    most = max(hand[move.get("color")] for move in forms)
    return dice.choice([move for move in forms if hand[move.get("color")] == most])


def _weight(card: str, box: Box, hand: Counter[str | None]) -> int:
    color = box.colors[card]
    if color is None:
        return 1  # kept for later, when nothing else fits
    return 4 * hand[color] if box.figures[card] in _OPENS_A_RUN else 4


def _rest_of_run(view: View, box: Box, first: Move, dice: Random) -> list[Move]:
    """More cards of the run's color, and its closing, as long as two cards stay in the hand.

    None where a run closes by itself: when it does is for the rules to say.
    """
    color = _run_color(view, box, first)
    hand = list(view["you"]["hand"])
    hand.remove(first["card"])
    fitting = [card for card in hand if box.colors[card] == color]
    if color is None or first.get("last_card") or _closes_by_itself(view) or dice.random() >= SENDS_SEVERAL:
        return []
    dice.shuffle(fitting)
    laid = fitting[: max(0, len(hand) - 2)]
    top = laid[-1] if laid else first["card"]
    moves: list[Move] = [{"type": "lay", "card": card} for card in laid]
    if box.figures[top] not in _OPENS_A_RUN and len(hand) - len(laid) >= 2:
        moves.append({"type": "close_taki"})
    return moves


def _closes_by_itself(view: View) -> bool:
    return bool(view["options"]["taki_close"] == "automatic")


def _run_color(view: View, box: Box, first: Move) -> str | None:
    """The color of the run in which the first card leaves its player; None where there is none."""
    card, table = first["card"], view["table"]
    if view["turn"]["pending"] == "run":
        color: str | None = table["run"]["color"]
        return color if box.colors[card] == color or box.figures[card] == "ST" else None
    match box.figures[card]:
        case "T":
            return box.colors[card]
        case "ST":
            chosen: str | None = first.get("color", table["color"])
            return chosen
    return None


def _word(words: list[Move], dice: Random) -> Move:
    by_type = {move["type"]: move for move in words}
    if "close_taki" in by_type and dice.random() >= LEAVES_ITS_RUN:
        return by_type["close_taki"]
    return by_type.get("draw") or by_type.get("end_turn") or words[0]
