"""Whether options go with each other, the box and the table; what each may be is in `options`."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.engine.cards import Figure
from games.engine.editions import MOST_PACKS, Edition, packs_needed
from games.engine.options import KINDS, LARGEST_HAND, Options, Value
from games.engine.refusals import Refusal

# Who begins is told by the game before this one.
GOES_ON: Final = ("previous_winner", "rotate")


class Disagreement(NamedTuple):
    """An option whose value cannot be played here, why, and what it may be instead."""

    refusal: Refusal
    option: str
    allowed: tuple[Value, ...]


def disagreements(
    edition: Edition, options: Options, *, seats: int, begins: int | None
) -> Iterator[Disagreement]:
    """Yield each option that cannot be played beside another, in this box, at so many seats, or first of all.

    `begins` is the seat that an earlier game gives the first turn, None where there is none. Every value
    must be allowed for itself. The reasons: `too_few_cards`, `no_printed_side`, `no_earlier_game`, and
    `too_many_stages` where the first hand has fewer cards (rules I.2 `stages`).
    """
    needed = packs_needed(edition.size, seats=seats, options=options)
    if isinstance(options.packs, int) and options.packs < needed:
        allowed = ("auto", *range(needed, MOST_PACKS + 1))
        yield Disagreement(Refusal.TOO_FEW_CARDS, "packs", allowed)
    if options.crazy_direction == "printed" and any(card.figure is Figure.CRAZY for card, _ in edition.box):
        yield _but(Refusal.NO_PRINTED_SIDE, "crazy_direction", ("printed",))
    if options.first_seat in GOES_ON and begins is None:
        yield _but(Refusal.NO_EARLIER_GAME, "first_seat", GOES_ON)
    if options.stages > options.hand_size:
        yield Disagreement(Refusal.TOO_MANY_STAGES, "stages", (f"1..{options.hand_size}",))


def fewest_cards(*, seats: int) -> int:
    """Return how few cards a box may have for `packs: auto` never to take more than `MOST_PACKS` of it.

    Whatever the options are: `seats` is the largest table.
    """
    needed = packs_needed(1, seats=seats, options=Options(hand_size=LARGEST_HAND))
    return -(-needed // MOST_PACKS)


def _but(refusal: Refusal, option: str, words: tuple[str, ...]) -> Disagreement:
    allowed = tuple(word for word in KINDS[option].allowed if word not in words)
    return Disagreement(refusal, option, allowed)
