"""Tables that an organizer seats: a game is opened, filled and dealt in one transaction, and nobody hosts it.

What it belongs to is named from outside and means nothing here.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games import moments
from games.asking import SYSTEM
from games.engine.cards import Card
from games.engine.commands import CommandInGame, OpenGame, StartGame, TakeSeat
from games.engine.editions import Edition
from games.engine.events import Event
from games.engine.options import Options
from games.engine.rules import outcome
from games.engine.shuffling import SEED_BYTES
from games.event_store import GAMES
from games.handling import Step, carried_out
from games.models import Game
from games.opening import begin_log
from games.recording import Handled
from games.terms import Context, terms_of
from players import bots


class UnfitTable(ValueError):
    """No table can be set so: a mistake of whoever seats people, not of anybody who plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpening:
    """All that an organizer decides of a game.

    `game_id` is chosen by the organizer, so that the same table is never set twice. `edition` is the key of
    the box, `box` its cards with how often each is in it. `people` are players by seat, persons or bots; all
    seats are taken. `seed` is 32 secret bytes, None to have them drawn. `begins` and `first` as in `OpenGame`
    and `StartGame`, where `first_seat` asks for them. Without `spectators` the game exists until it is
    disclosed for nobody but its people.

    :raises UnfitTable: for somebody on two seats, a seed of another length, or a game that belongs to nothing
        and is rated or without spectators: its people could go on from it otherwise than it was seated.
    """

    game_id: UUID
    edition: str
    box: tuple[tuple[Card, int], ...]
    options: Options
    people: tuple[UUID, ...]
    seed: bytes | None = None
    sealed: bool = False
    begins: int | None = None
    first: int | None = None
    visibility: Game.Visibility = Game.Visibility.TOURNAMENT
    spectators: bool = True
    context: Context | None = None
    rated: bool = False

    def __post_init__(self) -> None:
        if len(set(self.people)) < len(self.people):
            raise UnfitTable("somebody sits on two seats")
        if self.seed is not None and len(self.seed) != SEED_BYTES:
            raise UnfitTable(f"a seed has {SEED_BYTES} bytes")
        if self.context is None and (self.rated or not self.spectators):
            raise UnfitTable("a game that is rated or without spectators belongs to something")


def open_table(table: TableOpening) -> Handled:
    """Open a game, seat everybody and deal, in one transaction; announced after it.

    A game with this id that is there already is left as it is, whatever it is like: what is returned has then
    no events, and `repeated` is True.

    :raises Refused: where the rules say no: so many seats, these options with this box.
    :raises UnfitTable: where one of the people does not exist.
    :raises Busy: where the database waited too long for a lock.
    :raises RuntimeError: inside a transaction.
    """
    return carried_out(
        lambda: moments.moment().now,
        lambda now: Step(_there(table.game_id) or _begun(table, now)),
        SYSTEM,
        None,
    )


def _there(game_id: UUID) -> Handled | None:
    if not Game.objects.filter(pk=game_id).exists():
        return None
    game, standing, *_ = GAMES.peek(game_id)
    version = standing.version
    return Handled(game_id, terms_of(game), version + 1, version, standing, (), repeated=True)


def _begun(table: TableOpening, now: datetime) -> Handled:
    return begin_log(
        _head(table), _happened(table), SYSTEM, None, now, newcomers=dict(enumerate(table.people))
    )


def _head(table: TableOpening) -> Game:
    # Without a code: there is no lobby into which one could lead.
    return Game(
        pk=table.game_id,
        visibility=table.visibility,
        spectators=table.spectators,
        context_kind="" if table.context is None else table.context.kind,
        context_id=None if table.context is None else table.context.id,
        rated=table.rated,
    )


def _happened(table: TableOpening) -> tuple[Event, ...]:
    opening = OpenGame(
        game=str(table.game_id),
        edition=Edition(table.edition, {}, table.box, table.options),
        options=table.options,
        seats=len(table.people),
        seed=table.seed or secrets.token_bytes(SEED_BYTES),
        begins=table.begins,
        seat=None,
        sealed=table.sealed,
    )
    events, state = outcome(None, opening)
    for command in _seating(table):
        more = outcome(state, command)
        events, state = (*events, *more.events), more.state
    return events


def _seating(table: TableOpening) -> Iterator[CommandInGame]:
    levels = bots.levels(table.people)
    for seat, player in enumerate(table.people):
        if player not in levels:
            raise UnfitTable(f"there is no player {player}")
        yield TakeSeat(seat, levels[player])
    yield StartGame(None, table.first)
