"""A game as one reader may see it, in its JSON form: all of it comes from `sight.view` and the standing."""

from collections.abc import Mapping
from typing import cast
from uuid import UUID

from msgspec import UNSET

from games.engine import sight
from games.engine.events import GameFinished
from games.engine.options import as_mapping
from games.engine.sight import FinishSeen, View
from games.engine.state import Phase
from games.envelope import instant
from games.standing import Standing, gives_up_at
from games.terms import Context, Terms
from games.wire.moves import listed
from games.wire.values import codes, instant_or_none
from games.wire.view_forms import (
    Fairness,
    GameContext,
    GameView,
    OpenPlusThree,
    OpenRun,
    OwnSeat,
    Result,
    SeatedPlayer,
    SeatSeen,
    Table,
    Turn,
    Visibility,
)


def game_view(
    standing: Standing,
    viewer: int | None,
    *,
    terms: Terms,
    names: Mapping[UUID, str] | None = None,
) -> GameView:
    """Return what `viewer` may see of a game: a seat's number, or None for a spectator.

    `names` None leaves the players' names out, so that the view follows from the log alone.
    """
    seen = sight.view(standing.state, viewer)
    turn = _turn(seen, standing)
    return GameView(
        id=standing.state.setup.game,
        version=standing.version,
        status=seen.phase,
        visibility=cast(Visibility, terms.visibility),
        edition=seen.edition,
        options=as_mapping(seen.options),
        opened_at=instant(standing.opened_at),
        host=seen.host,
        code=terms.code if viewer is not None and seen.phase is Phase.LOBBY else None,
        you=_own_seat(seen),
        seat_count=standing.state.setup.seats,
        seats=[_seat(seat, standing, names) for seat in seen.seats],
        lobby_deadline=instant_or_none(standing.deadline) if seen.phase is Phase.LOBBY else None,
        table=_table(seen),
        turn=turn,
        legal=[] if turn is None else listed(seen.legal),
        result=_result(seen.result),
        fairness=Fairness(seen.commitment, None if seen.secrets is None else seen.secrets.seed.hex()),
        hands=None if seen.secrets is None else [codes(hand) for hand in seen.secrets.hands],
        sealed=seen.sealed,
        context=context_form(terms.context),
        rated=terms.rated,
        spectator_delay_seconds=terms.spectator_delay_seconds,
        previous=None if terms.previous is None else str(terms.previous),
        next=seen.next,
    )


def context_form(context: Context | None) -> GameContext | None:
    """Return to what a game belongs."""
    return None if context is None else GameContext(context.kind, str(context.id))


def _own_seat(seen: View) -> OwnSeat | None:
    you = seen.you
    if you is None:
        return None
    return OwnSeat(
        seat=you.seat,
        hand=codes(you.hand),
        declared=you.declared,
        stage=you.stage,
        drawn=None if you.drawn is None else you.drawn.code,
    )


def _seat(seat: sight.SeatView, standing: Standing, names: Mapping[UUID, str] | None) -> SeatSeen:
    person = standing.people[seat.seat]
    assert person is not None  # a seat is taken by somebody
    return SeatSeen(
        seat=seat.seat,
        player=SeatedPlayer(str(person), UNSET if names is None else names.get(person, "")),
        bot=seat.bot is not None,
        level=seat.bot,
        cards=seat.cards,
        declared=seat.declared,
        stage=seat.stage,
        place=seat.place,
        absent=seat.absent,
        stood_in=seat.stood_in,
        gives_up_at=instant_or_none(gives_up_at(standing, seat.seat)),
        in_play=seat.in_play,
        given_up=seat.given_up,
        held_back=seat.held_back,
    )


def _table(seen: View) -> Table | None:
    table = seen.table
    if table is None:
        return None
    return Table(
        leading=None if table.leading is None else table.leading.code,
        color=table.color,
        top=codes(table.top),
        pile=table.pile,
        discard=table.discard,
        direction=1 if table.direction > 0 else -1,
        debt=table.debt,
        run=None if table.run is None else OpenRun(table.run.color, table.run.seat),
        plus_three=None if table.plus_three is None else OpenPlusThree(table.plus_three),
    )


def _turn(seen: View, standing: Standing) -> Turn | None:
    turn = seen.turn
    if turn is None or turn.number == 0:  # between the start and the first turn, in the past of a game
        return None
    deadline = instant_or_none(standing.deadline)
    return Turn(number=turn.number, seat=turn.seat, pending=turn.pending, deadline=deadline)


def _result(finished: GameFinished | FinishSeen | None) -> Result | None:
    if finished is None:
        return None
    points = [*finished.points] if isinstance(finished, GameFinished) else None
    return Result(finished.ending, [*finished.places], points)
