"""What proves a game beside its chain: it conserves the cards, and its read tables follow from it."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games import projections
from games.engine.cards import Card
from games.engine.editions import pack_of
from games.engine.state import State
from games.event_store import GAMES
from games.models import Game
from games.proofs import Proof, ReadTables
from games.proving import Broken
from games.standing import Standing


def _conserving(standings: Iterator[Standing]) -> Iterator[Standing]:
    # The cards that were dealt from are whole boxes, and none comes or goes afterwards.
    dealt: Counter[Card] | None = None
    for standing in standings:
        if standing.started_at is not None:
            cards = Counter(_cards(standing.state))
            if dealt is None:
                dealt = _boxes(standing.state)
            if cards != dealt:
                raise Broken(standing.version, "does not conserve the cards")
        yield standing


def _cards(state: State) -> Iterator[Card]:
    yield from state.pile
    yield from state.discard
    yield from state.top
    for hand in state.hands:
        yield from hand


def _boxes(state: State) -> Counter[Card]:
    size = sum(count for _, count in state.setup.box)
    return Counter(pack_of(state.setup.box, len(state.pile) // size))


PROOF: Final = Proof(
    "game", Game, GAMES, ReadTables(projections.differences, projections.rebuild), sound=_conserving
)
fault_of: Final = PROOF.fault_of
rebuild: Final = PROOF.rebuild
