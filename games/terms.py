"""On what terms a game is there: what its head says of it for ever, and its log does not."""

from typing import NamedTuple
from uuid import UUID

from games.models import Game


class Context(NamedTuple):
    """To what a game belongs, such as a tournament; what that is nothing here knows."""

    kind: str
    id: UUID


class Terms(NamedTuple):
    """Who may come in and watch, from where it goes on, to what it belongs, whether it counts for ratings."""

    visibility: str  # a `Game.Visibility`
    code: str | None = None  # the way into the lobby, as long as there is one
    previous: UUID | None = None  # the game from which it goes on
    context: Context | None = None
    rated: bool = False
    spectator_delay_seconds: int = 0


def terms_of(game: Game) -> Terms:
    """Return the terms that a head holds."""
    context = context_of(game.context_kind, game.context_id)
    return Terms(
        game.visibility, game.code, game.previous_id, context, game.rated, game.spectator_delay_seconds
    )


def context_of(kind: str, id_: UUID | None) -> Context | None:
    """Return the context that these two columns tell of; an empty kind, or no id, is none."""
    return None if id_ is None or not kind else Context(kind, id_)
