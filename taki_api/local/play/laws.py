"""What must hold in every game whatever is played: versions, cards and promises, as one seat can see them."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taki_api.local.play.choices import Box
from taki_api.local.play.faults import Fault, as_json

type View = Mapping[str, Any]
type Event = Mapping[str, Any]

COMMITMENT_DOMAIN = b"taki-commitment-1\0"


@dataclass
class Ledger:
    """What a game's guests were told so far, for comparison with what they are told next."""

    game: str
    box: Box
    acknowledged: int = 0
    """The highest version that an answer has named: nothing may go back behind it."""
    cards: int = 0
    """How many cards are in the game; 0 before the deal."""
    told: list[Event] = field(default_factory=list)
    """Every event that a guest was told of while the game ran."""

    def check_view(self, view: View, seat: int, *, since: int) -> None:
        """A view that was asked for when `since` was acknowledged.

        :raises Fault: when a card is gone or doubled, or the view is older than it may be.
        """
        self._must(view["version"] >= since, "a view is older than what was acknowledged", view, since=since)
        self.acknowledged = max(self.acknowledged, view["version"])
        you = view["you"]
        self._must(you is not None and you["seat"] == seat, "a guest does not see its own seat", view)
        counts = {each["seat"]: each["cards"] for each in view["seats"]}
        self._must(counts[seat] == len(you["hand"]), "a hand is not as large as its count says", view)
        if view["table"] is not None:
            self._check_cards(view, sum(counts.values()))
        turn = view["turn"]
        if turn is not None and turn["seat"] == seat:
            self._must(bool(view["legal"]), "a seat has its turn and no legal move", view)

    def check_spectator(self, view: View, *, since: int) -> None:
        """What somebody who sits nowhere sees of the running game.

        :raises Fault: when it is more than counts.
        """
        self._must(view["version"] >= since, "a view is older than what was acknowledged", view, since=since)
        hidden = (view["you"], view["hands"], view["fairness"]["seed"], view["code"])
        self._must(not any(hidden) and not view["legal"], "a spectator sees more than counts", view)

    def check_history(self, then: View, again: View) -> None:
        """An earlier view of a seat, and what the server says today that it was.

        :raises Fault: when they differ.
        """
        self._must(then == again, "the past has changed", [then, again])

    def check_moved(self, body: Mapping[str, Any], seat: int, *, since: int) -> None:
        """The answer to moves that were sent when `since` was acknowledged.

        :raises Fault: when its versions do not rise one by one to that of its view.
        """
        versions = [event["version"] for event in body["events"]]
        first = versions[0] if versions else 0
        rising = versions == list(range(first, first + len(versions)))
        self._must(bool(versions) and rising, "the versions of a move's events do not rise by one", body)
        self._must(first > since, "a move's events are older than what was acknowledged", body, since=since)
        fits = versions[-1] == body["version"] == body["view"]["version"]
        self._must(fits, "a move's answer names more than one version", body)
        self.told += body["events"]
        self.check_view(body["view"], seat, since=since)

    def check_page(self, body: Mapping[str, Any], *, after: int, limit: int) -> None:
        """A page of at most `limit` events after a cursor.

        :raises Fault: when an event is missed or comes twice.
        """
        versions = [event["version"] for event in body["events"]]
        wanted = list(range(after + 1, min(after + limit, body["version"]) + 1))
        self._must(versions == wanted, "an event is missed or doubled in the cursor", body, after=after)

    def check_end(self, view: View, log: Sequence[Event]) -> None:
        """The view after the last card, and the whole log as it is open then.

        :raises Fault: when the result, the proof of the deal, a card or something told before is not right.
        """
        result = view["result"]
        self._must(result is not None, "a finished game has no result", view)
        places = [result["places"][each["seat"]] for each in view["seats"]]
        self._must(1 in places and None not in places, "a finished game leaves places open", view)
        self._must(len(log) == view["version"], "the log is not as long as the version says", view)
        proof = view["fairness"]
        seed = bytes.fromhex(proof["seed"] or "")
        digest = hashlib.sha256(COMMITMENT_DOMAIN + self.game.encode() + b"\0" + seed).hexdigest()
        self._must(digest == proof["commitment"], "the commitment does not belong to the seed", proof)
        hands = self._fold_hands(log)
        shown = [Counter(hand) for hand in view["hands"] or []]
        self._must(hands == shown, "the last hands are not what was dealt, drawn and laid", view)
        for event in self.told:
            kept = log[event["version"] - 1]
            self._must(agrees(event, kept), "an event is told differently after the end", [event, kept])

    def _check_cards(self, view: View, held: int) -> None:
        table = view["table"]
        cards = held + table["pile"] + table["discard"] + len(table["top"])
        self.cards = self.cards or cards
        whole = cards > 0 and cards % self.box.size == 0
        self._must(
            cards == self.cards and whole,
            f"a card is gone or doubled: {cards} where boxes of {self.box.size} began with {self.cards}",
            view,
        )

    def _fold_hands(self, log: Sequence[Event]) -> list[Counter[str]]:
        hands: list[Counter[str]] = []
        for event in log:
            match event["type"]:
                case "hands_dealt" | "hands_passed":
                    hands = [Counter(hand) for hand in event["hands"]]
                case "cards_drawn":
                    hands[event["seat"]] += Counter(event["cards"])
                case "card_laid":
                    held = hands[event["seat"]][event["card"]] > 0
                    self._must(held, "a card was laid that was not in the hand", event)
                    hands[event["seat"]] -= Counter([event["card"]])
                case "hand_shuffled_in":
                    hands[event["seat"]] = Counter()
        return hands

    def _must(self, holds: bool, law: str, shown: Any, **context: int) -> None:  # noqa: FBT001
        if not holds:
            raise Fault(law, [("game", self.game), *context.items(), ("told", as_json(shown))])


def agrees(earlier: Any, later: Any) -> bool:
    """Whether all that was told stays true: only what was null may have become something."""
    if earlier is None:
        return True
    if not isinstance(earlier, Mapping) or not isinstance(later, Mapping):
        return bool(earlier == later)
    if earlier.get("hand") is not None and later.get("hands") is not None:
        # One's own hand of the deal is told among all others once they are open.
        later = {**later, "hand": earlier["hand"] if earlier["hand"] in later["hands"] else None}
    return earlier.keys() == later.keys() and all(agrees(earlier[key], later[key]) for key in earlier)
