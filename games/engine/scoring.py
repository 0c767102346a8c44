"""What cards left in a hand are worth, and the places that follow from a finished game."""

from collections.abc import Mapping

from games.engine.cards import Hand


def points_in(hand: Hand) -> int:
    """Return the value of a hand: numbers their face, every action card 10 (rules I.2 `scoring`)."""
    return sum(card.points for card in hand)


def places_by_cards(hands: Mapping[int, Hand]) -> dict[int, int]:
    """Return each seat's place where a game stands still: fewest cards, then fewest points, then shared.

    Rules I.3.7. Seats that share a place leave the places after it empty: 1, 2, 2, 4.
    """
    worth = {seat: (len(hand), points_in(hand)) for seat, hand in hands.items()}
    return {seat: 1 + sum(other < mine for other in worth.values()) for seat, mine in worth.items()}
