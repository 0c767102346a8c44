"""What cards left in a hand are worth, and the places that follow from a finished game."""

from collections.abc import Mapping, Sequence

from games.engine.cards import Hand


def points_in(hand: Hand) -> int:
    """Return the value of a hand: numbers their face, every action card 10 (rules I.2 `scoring`)."""
    return sum(card.points for card in hand)


def places_by_cards(hands: Mapping[int, Hand], stages: Sequence[int]) -> dict[int, int]:
    """Return each seat's place where a game stands still: fewest cards, then fewest points, then shared.

    In a game of stages the lower stage goes before all (rules I.3.7, II 3.15). Seats that share a place leave
    the places after it empty: 1, 2, 2, 4. `stages` has an entry for each place at the table.
    """
    worth = {seat: (stages[seat], len(hand), points_in(hand)) for seat, hand in hands.items()}
    return {seat: 1 + sum(other < mine for other in worth.values()) for seat, mine in worth.items()}
