"""placeholder"""

from typing import Any, NamedTuple


class TableOpening(NamedTuple):
    game: Any
    edition: Any
    options: Any
    people: Any
    seed: Any
    sealed: Any
    spectators: Any
    context_kind: Any
    context_id: Any
    visibility: Any
    rated: Any


def open_table(opening: TableOpening) -> bool: ...
