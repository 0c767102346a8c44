"""Bodies of moves that are none: each is refused with the path of the first value that does not fit."""

from typing import Any

import pytest

from games.engine.cards import CARDS
from tests.games.api.asking import DRAW, RESIGN, games, lay, one, refusal, several
from tests.games.api.conftest import Clients
from tests.games.tables import Table

pytestmark = pytest.mark.django_db

MOVES = [
    *("lay", "draw", "close_taki", "end_turn", "declare_last_card"),
    *("call_out", "break_plus_three", "return", "resign"),
]
TURNS = {"min": 1, "max": 2_147_483_647}


@pytest.mark.parametrize(
    ("body", "field", "allowed"),
    [
        # the move
        ({"turn": 1}, "move", None),
        ({}, "move", None),
        (one(1, {}), "move.type", MOVES),
        (one(1, {"type": "fly"}), "move.type", MOVES),
        (one(1, {"type": 7}), "move.type", MOVES),
        (one(1, {"type": ["lay"]}), "move.type", MOVES),
        ({"turn": 1, "move": "draw"}, "move", None),
        ({"turn": 1, "move": None}, "move", None),
        ({"turn": 1, "move": [DRAW]}, "move", None),
        # the card
        (one(1, {"type": "lay"}), "move.card", list(CARDS)),
        (one(1, lay("R2")), "move.card", list(CARDS)),
        (one(1, lay("r5")), "move.card", list(CARDS)),
        (one(1, lay("")), "move.card", list(CARDS)),
        (one(1, lay("R5\0")), "move.card", list(CARDS)),
        (one(1, {"type": "lay", "card": 5}), "move.card", list(CARDS)),
        (one(1, {"type": "lay", "card": ["R5"]}), "move.card", list(CARDS)),
        # the color
        (one(1, lay("CC", color="P")), "move.color", ["R", "G", "B", "Y"]),
        (one(1, lay("CC", color="red")), "move.color", ["R", "G", "B", "Y"]),
        (one(1, lay("CC", color=None)), "move.color", ["R", "G", "B", "Y"]),
        # the rest of it
        (one(1, lay("R5", last_card="yes")), "move.last_card", [True, False]),
        (one(1, lay("R5", last_card=1)), "move.last_card", [True, False]),
        (one(1, lay("R5", seat=1)), "move.seat", ["type", "card", "color", "side", "last_card"]),
        (one(1, lay("CZ", side="up")), "move.side", ["left", "right"]),
        (one(1, lay("CZ", side=1)), "move.side", ["left", "right"]),
        (one(1, DRAW | {"count": 2}), "move.count", ["type"]),
        (one(1, {"type": "call_out"}), "move.seat", {"min": 0, "max": 9}),
        (one(1, {"type": "call_out", "seat": 10}), "move.seat", {"min": 0, "max": 9}),
        (one(1, {"type": "call_out", "seat": -1}), "move.seat", {"min": 0, "max": 9}),
        # the turn
        ({"move": DRAW}, "turn", None),
        (one(0, DRAW), "turn", TURNS),
        (one(-1, DRAW), "turn", TURNS),
        (one(2**31, DRAW), "turn", TURNS),
        (one(10**30, DRAW), "turn", TURNS),
        ({"turn": "1", "move": DRAW}, "turn", TURNS),
        ({"turn": 1.5, "move": DRAW}, "turn", TURNS),
        ({"turn": True, "move": DRAW}, "turn", TURNS),
        ({"turn": None, "move": DRAW}, "turn", TURNS),
        # several
        (several(1), "moves", None),
        (several(1, *[DRAW] * 51), "moves", None),
        ({"turn": 1, "moves": DRAW}, "moves", None),
        (several(1, lay("RT"), lay("R2")), "moves[1].card", list(CARDS)),
        (several(1, lay("RT"), {"type": "fly"}), "moves[1].type", MOVES),
        ({"moves": [RESIGN, DRAW]}, "turn", None),
        ({"turn": 1, "move": DRAW, "moves": [DRAW]}, "move", ["turn", "moves"]),
        # names that look like paths
        (one(1, DRAW) | {"a` - at `$.turn": 1}, "a` - at `$.turn", ["turn", "move"]),
        (one(1, {"type": "x` - at `$.turn`"}), "move.type", MOVES),
    ],
)
def test_what_does_not_fit_is_named_with_its_path(
    playing: Table, clients: Clients, body: Any, field: str, allowed: Any
) -> None:
    before = playing.rows()
    answer = clients(playing)[0].post(games(playing, "/moves"), body)
    assert refusal(answer) == (400, "invalid", field)
    assert answer.json().get("allowed") == allowed
    assert playing.rows() == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "invalid"),
        (b"draw", 400, "malformed"),
        (b'{"turn": 1', 400, "malformed"),
        (b"[]", 400, "malformed"),
        (b'"draw"', 400, "malformed"),
        (b"NaN", 400, "malformed"),
        (b'{"turn": 1, "move": {"type": "\xff"}}', 400, "malformed"),
        (b'{"turn": 1, "move": {"type": "\\ud800"}}', 400, "malformed"),
        (b"[" * 1000 + b"]" * 1000, 400, "malformed"),
        (b'{"a":' * 30_000, 413, "body_too_large"),
        (b" " * 2_000_000, 413, "body_too_large"),
    ],
)
def test_what_is_no_json_is_refused(
    playing: Table, clients: Clients, body: bytes, status: int, code: str
) -> None:
    before = playing.rows()
    answer = clients(playing)[0].post(games(playing, "/moves"), body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert playing.rows() == before


def test_another_kind_of_body_is_refused(playing: Table, clients: Clients) -> None:
    before = playing.rows()
    noa = clients(playing)[0]
    answer = noa.post(games(playing, "/moves"), b"turn=1", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert playing.rows() == before
