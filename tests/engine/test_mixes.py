"""Every two values that can be played together stand in one of the games that the laws are held over."""

from itertools import combinations
from random import Random

from tests.engine.boxes import EDITIONS, JAPAN_120
from tests.engine.covering import rows
from tests.engine.mixes import Mix, every_mix, factors, is_possible, pairwise, some_mix
from tests.engine.playouts import dealt

WITH_CRAZY_CARDS = [
    key for key, edition in EDITIONS.items() if any(card.code == "CZ" for card, _ in edition.box)
]


def values_of(mix: Mix) -> list[tuple[str, object]]:
    chosen = {"edition": mix.edition.key, "seats": mix.seats}
    return [(name, chosen.get(name, getattr(mix.options, name, None))) for name in factors()]


def test_every_two_values_meet_but_for_those_that_contradict_each_other() -> None:
    everything = [(name, value) for name, tried in factors().items() for value in tried]
    asked = {(one, two) for one, two in combinations(everything, 2) if one[0] != two[0]}
    met = {pair for mix in pairwise() for pair in combinations(values_of(mix), 2)}
    assert asked - met == {
        *((("hand_size", size), ("stages", 12)) for size in (3, 8)),
        *((("edition", key), ("crazy_direction", "printed")) for key in WITH_CRAZY_CARDS),
    }


def test_every_mix_is_dealt() -> None:
    assert [dealt(1, mix).now.number for mix in every_mix()] == [1] * len(every_mix())


def test_the_rows_are_few_and_the_same_every_time() -> None:
    # Every value of the two factors with the most must meet: there can be no fewer rows than that.
    most, second = sorted(len(tried) for tried in factors().values())[:-3:-1]
    assert most * second <= len(pairwise()) <= 1.25 * most * second
    assert rows(factors(), is_possible) == rows(factors(), is_possible)


def test_a_mix_by_chance_is_told_by_its_number_and_can_be_dealt() -> None:
    for number in range(50):
        mix = some_mix(Random(number), JAPAN_120, 10)
        assert mix == some_mix(Random(number), JAPAN_120, 10)
        assert dealt(number, mix).now.number == 1
