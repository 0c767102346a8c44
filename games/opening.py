"""Opening a game: the first events of a log and its head, in one transaction; later ones are `handling`'s.

One that goes on from another is opened by `going_on`.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

import psycopg
from django.db import IntegrityError

from games import moments, projections, rated
from games.asking import Caller
from games.engine.commands import OpenGame, TakeSeat
from games.engine.editions import Edition
from games.engine.events import Event
from games.engine.options import Options
from games.engine.refusals import Refusal, Refused
from games.engine.rules import outcome
from games.engine.shuffling import SEED_BYTES
from games.handling import Step, carried_out
from games.invites import new_code
from games.keys import Key, Overtaken
from games.models import Game
from games.recording import Handled, record


@dataclass(frozen=True, slots=True)
class Opening:
    """What the opener of a game chooses; never the deal.

    A `rated` game is public, without bots, and played as the edition says but for its times.
    Spectators see it `spectator_delay_seconds` late, but not a rated one, whose result is told by ratings.
    `seat` and `begins` follow from the game before, where there is one; `bots` are levels by seat.
    """

    edition: Edition
    options: Options
    seats: int
    visibility: Game.Visibility = Game.Visibility.PUBLIC
    seat: int = 0
    begins: int | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    rated: bool = False
    spectator_delay_seconds: int = 0


def beside_the_opener(levels: Sequence[str], seats: int) -> dict[int, str]:
    """Return the lowest free seats of a table of `seats` for bots of these levels, in the order named.

    :raises Refused: `table_full` where there are more bots than seats.
    """
    free = range(1, seats)
    if len(levels) > len(free):
        raise Refused(Refusal.TABLE_FULL, field="bots", allowed=(f"0..{len(free)}",))
    return dict(zip(free, levels, strict=False))


def open_game(opening: Opening, caller: Caller, key: Key | None = None) -> Handled:
    """Open a lobby with the caller on seat 0, and bots where wanted; the secret of its deal is drawn here.

    :raises Refused: where the rules say no.
    :raises Declined: for what a rated game cannot be, a session that is over, a key that stands for something
        else, or `Busy`.
    :raises RuntimeError: inside a transaction.
    """
    return carried_out(
        lambda: moments.moment(caller.session).now,
        lambda now: Step(_opened(opening, caller, key, now)),
        caller,
        key,
    )


def _opened(opening: Opening, caller: Caller, key: Key | None, now: datetime) -> Handled:
    if opening.rated:
        rated.check_people(public=opening.visibility == Game.Visibility.PUBLIC, bots=bool(opening.bots))
        rated.check_delay(opening.spectator_delay_seconds)
        rated.check_options(opening.edition.options, opening.options)
    head = new_head(
        opening.visibility, rated=opening.rated, spectator_delay_seconds=opening.spectator_delay_seconds
    )
    return begin(head, opening, caller, key, now)


def new_head(
    visibility: Game.Visibility,
    *,
    previous: UUID | None = None,
    rated: bool = False,
    spectator_delay_seconds: int = 0,
) -> Game:
    """Return the head of a game that is about to begin; nothing is stored yet."""
    game = Game(
        visibility=visibility,
        previous_id=previous,
        rated=rated,
        spectator_delay_seconds=spectator_delay_seconds,
    )
    if game.is_private and previous is None:  # else its people come by the game before
        game.code = new_code()
    return game


def begin(game: Game, opening: Opening, caller: Caller, key: Key | None, now: datetime) -> Handled:
    """Begin the log of a new game, within a transaction.

    :raises Refused: where the rules say no.
    :raises Overtaken: where somebody else took the code, the key or the place after the game before.
    """
    command = OpenGame(
        game=str(game.pk),
        edition=opening.edition,
        options=opening.options,
        seats=opening.seats,
        seed=secrets.token_bytes(SEED_BYTES),
        begins=opening.begins,
        seat=opening.seat,
    )
    return begin_log(game, _happened(command, opening.bots), caller, key, now)


def begin_log(
    game: Game,
    events: Sequence[Event],
    caller: Caller,
    key: Key | None,
    now: datetime,
    *,
    newcomers: Mapping[int, UUID] = MappingProxyType({}),
) -> Handled:
    """Begin a log with these events, within a transaction; `newcomers` as for `record`.

    :raises Overtaken: where somebody else took the id, the code, the key or the place after the game before.
    """
    try:
        return record(
            game,
            None,
            events,
            caller=caller,
            key=key,
            at=now,
            book=lambda standing: projections.create(game, standing),
            newcomers=newcomers,
        )
    except IntegrityError as error:
        if _is_taken(error):
            raise Overtaken from error
        raise


def _happened(command: OpenGame, bots: Mapping[int, str]) -> tuple[Event, ...]:
    events, state = outcome(None, command)
    for seat, level in bots.items():
        seated = outcome(state, TakeSeat(seat, level))
        events, state = (*events, *seated.events), seated.state
    return events


def _is_taken(error: IntegrityError) -> bool:
    cause = error.__cause__
    return isinstance(cause, psycopg.errors.UniqueViolation) and cause.diag.constraint_name in (
        "games_storedevent_pkey",  # a log is written before its head
        "game_code_is_unique_while_open",
        "game_goes_on_once",
    )
