"""Short words for what the tests of the API ask, and for what they expect of a refusal."""

from typing import Any

from tests.games.api.described import API
from tests.games.tables import Table


def games(table: Table, rest: str = "") -> str:
    """The path of a game, or of something in it."""
    return f"{API}/games/{table.id}{rest}"


def refusal(answer: Any) -> tuple[Any, ...]:
    """Status, code and field of a refused request."""
    body = answer.json()
    return answer.status_code, body["code"], body.get("field")


def lay(card: str, **more: Any) -> dict[str, Any]:
    return {"type": "lay", "card": card, **more}


def one(turn: int, move: dict[str, Any]) -> dict[str, Any]:
    return {"turn": turn, "move": move}


def several(turn: int, *moves: dict[str, Any]) -> dict[str, Any]:
    return {"turn": turn, "moves": list(moves)}


DRAW = {"type": "draw"}
RESIGN = {"type": "resign"}
