"""Going on from a finished game: its people at one new table, however many ask for it at the same time.

The lock of the old game orders all who ask, and its log tells where they find the new one. Of two games the
older one is always locked first.
"""

from collections.abc import Mapping
from uuid import UUID

from games import selectors
from games.asking import Ask, Caller, GameNow, known_to, may_see
from games.engine.commands import Command, ContinueGame, TakeSeat
from games.engine.editions import Edition
from games.engine.going_on import check_finished, seat_that_begins
from games.engine.options import Options, choose
from games.engine.refusals import Refused
from games.engine.state import Phase
from games.event_store import GAMES
from games.handling import Step, carried_out, carry_out, next_step, settled
from games.keys import Key
from games.models import Game
from games.opening import Opening, begin, new_head
from games.rated import check_options
from games.recording import Handled
from games.refusing import (
    GoneOnWithoutYou,
    NotFound,
    NotOfThatGame,
    OpenedOtherwise,
    RefusedAt,
    SeatedByOthers,
)
from games.standing import Standing


def go_on(after: UUID, wanted: Mapping[str, object], caller: Caller, key: Key | None = None) -> Handled:
    """Seat the caller in the lobby of the game that goes on from a finished one, on the seat of there.

    Who asks first opens it and hosts, and the bots of there sit down at once. The options are those of
    `after` but for what is `wanted` otherwise. Who sits there already gets the game as it is. One that was
    abandoned has another opened in its place; one that was started has none: for those who were left behind
    the old game goes on nowhere. A rated game goes on rated.

    :raises Refused: `not_finished`, or for options that contradict.
    :raises OptionRefused: for an option that cannot have the value wanted.
    :raises Declined: for who did not sit in the old game, a next game that has started without the caller,
        options that are not those of the lobby, or that no rated game has, a game that belongs to something
        and was seated from there, a session that is over, a key that stands for something else, or `Busy`.
    :raises RuntimeError: inside a transaction.
    """
    return carried_out(
        lambda: GAMES.lock(after, caller.session), lambda old: _step(old, wanted, caller, key), caller, key
    )


def _step(old: GameNow, wanted: Mapping[str, object], caller: Caller, key: Key | None) -> Step:
    late = settled(old)
    if late is not None:
        return late
    _check_goes_on(old, caller)
    seat = _seat(old, caller)
    usual = old.standing.state.setup.options
    options = choose(usual, wanted)
    if old.head.rated:
        check_options(usual, options, version=old.standing.version)
    following = _following(old.standing)
    if following is None:
        return _opened(old, options, seat, caller, key)
    named = {name: getattr(options, name) for name in wanted}
    return next_step(following, _coming_along(old.standing.version, seat, named), caller, key)


def _check_goes_on(old: GameNow, caller: Caller) -> None:
    if not may_see(old, caller.player):
        raise NotFound
    known = known_to(old, caller.player)
    if old.head.context_kind:
        raise SeatedByOthers(known.version)
    try:  # before the seats: nobody may have one left in a lobby that was abandoned
        check_finished(known.state)
    except Refused as refused:
        raise RefusedAt(refused, known.version) from refused


def _seat(old: GameNow, caller: Caller) -> int:
    seat = old.standing.seat_of(caller.player)
    if seat is None:
        raise NotOfThatGame(known_to(old, caller.player).version)
    return seat


def _following(old: Standing) -> GameNow | None:
    if old.state.next is None:
        return None
    following = GAMES.lock(UUID(old.state.next))
    return None if following.standing.state.phase is Phase.ABANDONED else following


def _coming_along(version: int, seat: int, wanted: Mapping[str, object]) -> Ask:
    # What is refused here is told with the version of the old game, which the request names.
    def ask(now: GameNow, caller: Caller) -> Command | None:
        state = now.standing.state
        sits_there = now.standing.seat_of(caller.player) is not None
        if not sits_there and state.phase is not Phase.LOBBY:
            raise GoneOnWithoutYou(version, now.head.pk)
        for name, value in wanted.items():
            there = getattr(state.setup.options, name)
            if there != value:
                raise OpenedOtherwise(version, now.head.pk, name, there)
        return None if sits_there else TakeSeat(seat)

    return ask


def _opened(old: GameNow, options: Options, seat: int, caller: Caller, key: Key | None) -> Step:
    visibility = Game.Visibility(old.head.visibility)
    game = new_head(
        visibility,
        previous=old.head.pk,
        rated=old.head.rated,
        spectator_delay_seconds=old.head.spectator_delay_seconds,
    )
    continued = carry_out(old, ContinueGame(str(game.pk)), caller, None)
    state = old.standing.state
    setup = state.setup
    edition = Edition(setup.edition, {}, setup.box, setup.options)  # of the log, whatever the files say now
    opening = Opening(
        edition=edition,
        options=options,
        seats=setup.seats,
        visibility=visibility,
        seat=seat,
        begins=seat_that_begins(options, state, selectors.first_player(old.head.pk)),
        bots={number: level for number, level in enumerate(state.bots) if level is not None},
    )
    return Step(begin(game, opening, caller, key, old.now), beside=continued)
