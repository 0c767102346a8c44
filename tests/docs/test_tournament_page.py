"""What docs/tournaments.md says is run: its commands, and its verifier against the server's own lots."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from games.engine.shuffling import shuffle
from games.tournaments import chance
from games.tournaments.kinds import Kind
from games.tournaments.pairing import pair
from tests.docs.shell import Shell
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, seed_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tournaments.md").read_text()
BASH = re.compile(r"```bash\n(.*?)```", re.DOTALL)
DRAWN_BY_LOT = [Kind.SERIES, Kind.STAGES, Kind.KNOCKOUT, Kind.SWISS]


@pytest.fixture(scope="module")
def verifier() -> dict[str, object]:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (printed,) = re.findall(r"It prints\n\n```\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    assert out.getvalue() == printed
    return names


def test_a_tournament_goes_as_the_page_says(live_server: LiveServer, shell: Shell) -> None:
    first, *_ = BASH.findall((ROOT / "README.md").read_text())
    status, you, part, left, entrants, running, *later = shell(live_server, [first, *BASH.findall(PAGE)])
    assert (status, part, left) == ('"open"', '"in"', '"withdrew"')
    assert '"entrant": 0' in you
    assert (entrants, running) == ("2", '"running"')
    paused, code, resumed, event, version, tie_breaks = later
    assert (paused, code, resumed) == ("true", '"not_the_director"', "false")
    assert event == '"entrant_registered"'
    assert int(version) >= 8
    assert '"buchholz": ' in tie_breaks


def test_the_page_s_commitment_is_the_server_s(verifier: dict[str, object]) -> None:
    bind = verifier["commitment"]
    assert callable(bind)
    assert bind(GAME, seed_of(3)) == chance.commitment(GAME, seed_of(3))


@pytest.mark.parametrize("kind", DRAWN_BY_LOT)
@pytest.mark.parametrize("table_size", [2, 3, 4, 10])
def test_the_page_draws_the_first_round_that_the_server_pairs(
    verifier: dict[str, object], kind: Kind, table_size: int
) -> None:
    first_round = verifier["first_round"]
    assert callable(first_round)
    for entrants in (2, 3, 5, 7, 16, 41):
        field = range(1, entrants + 1)
        paired = pair(kind, field, (), table_size=table_size, advance=1, seed=seed_of(entrants), number=1)
        tables, byes = first_round(field, table_size, seed_of(entrants))
        assert (tuple(map(tuple, tables)), tuple(byes)) == paired


def test_the_page_s_lots_put_entrants_in_the_server_s_order(verifier: dict[str, object]) -> None:
    lot = verifier["lot"]
    assert callable(lot)
    order = sorted(range(100), key=lambda entrant: lot(entrant, seed_of(5)))
    assert tuple(order) == chance.by_lot(range(100), seed_of(5))


def test_the_page_s_deal_is_the_one_that_all_tables_of_a_round_get(verifier: dict[str, object]) -> None:
    deal = verifier["deal"]
    assert callable(deal)
    asked = [(number, pairing) for number in range(1, 50) for pairing in (1, 2)]
    deals = {deal(seed_of(5), *one) for one in asked}
    assert deals == {chance.deal(seed_of(5), *one) for one in asked}
    piles = {shuffle([card for card, _ in SUPER_116.box], each, 0) for each in deals}
    assert len(piles) == len(deals)
