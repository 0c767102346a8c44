"""Telling those who ask for it that sessions have ended, once that is committed; none is ended here."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.db import transaction

type Listener = Callable[[UUID], None]

_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Have `listener` called with the id of each session that is ended, or of a player all of whose are.

    Apps call this in `AppConfig.ready`. What a listener raises is logged and changes nothing.
    """
    if listener not in _listeners:
        _listeners.append(listener)


def tell(of: UUID) -> None:
    """Tell the listeners of a session, or of all sessions of a player, as soon as it is committed."""
    for listener in _listeners:
        transaction.on_commit(partial(listener, of), robust=True)
