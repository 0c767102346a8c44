"""The verifier printed in docs/fairness.md does what the page says, and agrees with the engine."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from games.engine import events as ev
from games.engine.cards import CARDS, cards
from games.engine.editions import pack_of
from games.engine.shuffling import choose_seat, commitment, shuffle
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, play, seed_of

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()


@pytest.fixture(scope="module")
def verifier() -> dict[str, object]:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (printed,) = re.findall(r"It prints\n\n```\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    assert out.getvalue() == printed
    return names


def test_the_page_s_verifier_prints_what_the_page_says(verifier: dict[str, object]) -> None:
    assert verifier["ORDER"] == list(CARDS)


def test_the_page_s_verifier_agrees_with_the_engine(verifier: dict[str, object]) -> None:
    again = verifier["shuffle"]
    bind = verifier["commitment"]
    assert callable(again)
    assert callable(bind)
    assert bind(GAME, seed_of(3)) == commitment(GAME, seed_of(3))
    box = pack_of(SUPER_116.box, 2)
    for nonce in (0, 1, 77):
        codes = [card.code for card in shuffle(box, seed_of(3), nonce)]
        assert again([card.code for card in box], seed_of(3), nonce) == codes


def test_the_page_s_verifier_lets_the_same_seat_begin(verifier: dict[str, object]) -> None:
    first_seat = verifier["first_seat"]
    assert callable(first_seat)
    for seats in ((0, 1), (1, 2, 5), tuple(range(10))):
        chosen = [choose_seat(seats, seed_of(seed)) for seed in range(20)]
        assert [first_seat(seats, seed_of(seed)) for seed in range(20)] == chosen


def test_every_shuffle_of_a_played_game_can_be_repeated_from_its_seed(verifier: dict[str, object]) -> None:
    again = verifier["shuffle"]
    assert callable(again)
    kinds = set()
    for seed in (11, 12, 13, 14):
        *_, (playout, _) = play(seed, 10)
        for event in playout.log:
            if isinstance(event, ev.GameStarted):
                nonce = 0
            elif isinstance(event, ev.DiscardShuffled | ev.HandShuffledIn):
                nonce = event.nonce
            else:
                continue
            codes = again([card.code for card in event.pile], seed_of(seed), nonce)
            assert cards(" ".join(codes)) == event.pile
            kinds.add(type(event))
    assert kinds == {ev.GameStarted, ev.DiscardShuffled, ev.HandShuffledIn}
