"""Opening a game: the first events of a log and its head, in one transaction; later ones are `handling`'s."""

import secrets
from dataclasses import dataclass
from datetime import datetime

import psycopg
from django.db import IntegrityError

from games import moments, projections
from games.asking import Caller
from games.engine.commands import OpenGame
from games.engine.editions import Edition
from games.engine.options import Options
from games.engine.rules import decide
from games.engine.shuffling import SEED_BYTES
from games.handling import Step, carried_out
from games.invites import new_code
from games.keys import Key, Overtaken
from games.models import Game
from games.recording import Handled, record


@dataclass(frozen=True, slots=True)
class Opening:
    """What the opener of a game chooses; never the deal."""

    edition: Edition
    options: Options
    seats: int
    visibility: Game.Visibility = Game.Visibility.PUBLIC


def open_game(opening: Opening, caller: Caller, key: Key | None = None) -> Handled:
    """Open a lobby with the caller on seat 0; the secret of its deal is drawn here.

    :raises Refused: where the rules say no.
    :raises Declined: for a session that is over, a key that stands for something else, or `Busy`.
    :raises RuntimeError: inside a transaction.
    """
    return carried_out(
        lambda: moments.moment(caller.session).now,
        lambda now: Step(_open(opening, caller, key, now)),
        caller,
        key,
    )


def _open(opening: Opening, caller: Caller, key: Key | None, now: datetime) -> Handled:
    game = Game(visibility=opening.visibility)
    if game.is_private:
        game.code = new_code()
    seed = secrets.token_bytes(SEED_BYTES)
    events = decide(None, OpenGame(str(game.pk), opening.edition, opening.options, opening.seats, seed))
    try:
        return record(
            game,
            None,
            events,
            caller=caller,
            key=key,
            at=now,
            book=lambda standing: projections.create(game, standing),
        )
    except IntegrityError as error:
        if _is_code_taken(error):
            raise Overtaken from error
        raise


def _is_code_taken(error: IntegrityError) -> bool:
    cause = error.__cause__
    return (
        isinstance(cause, psycopg.errors.UniqueViolation)
        and cause.diag.constraint_name == "game_code_is_unique_while_open"
    )
