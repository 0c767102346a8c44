"""What may be asked of a game by whom: each function makes the engine's command once the game is locked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from games import delays
from games.engine.commands import (
    AbortGame,
    CallTime,
    Command,
    Disclose,
    GiveUpSeat,
    LeaveSeat,
    Move,
    PlayMoves,
    StartGame,
    TakeSeat,
)
from games.engine.lobby import check_in_lobby
from games.engine.refusals import Refusal, Refused
from games.event_store import Situation
from games.models import Game, Seat
from games.refusing import (
    AlreadySeated,
    KeptForPerson,
    NotABot,
    NotFound,
    NotOfThatGame,
    NotSeated,
    NotWhenRated,
    RefusedAt,
    SeatKept,
)
from games.standing import Standing, extension
from players.models import Player

type GameNow = Situation[Game, Standing]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks; `session` names the sign-in that must still be open, where there is one."""

    player: UUID | None
    session: UUID | None = None


SYSTEM: Final = Caller(None)

type Ask = Callable[[GameNow, Caller], Command | None]


def may_see(now: GameNow, player: UUID | None) -> bool:
    """Say whether the game exists for this player.

    It does for those who sit at it, and for nobody else while it is closed. One that goes on from another
    does for those who sat there, and for others if it is not private, but not before they are told of the end
    of that one: one statement, for these and for strangers alone.
    """
    game = now.head
    if now.standing.seat_of(player) is not None:
        return True
    if game.is_closed:
        return False
    is_open = not game.is_private and delays.is_known_to_spectators(game, now.now)
    return is_open or _seat_before(game, player) is not None


def known_to(now: GameNow, player: UUID | None) -> Standing:
    """Return the game as this player may know it; statements as in `delays.seen_by`."""
    return delays.seen_by(player, now.head, now.standing, now.now)


def play(turn: int | None, moves: Sequence[Move]) -> Ask:
    """Play moves of the caller's seat, all or none; `turn` None only where every move is a resignation."""
    return lambda now, caller: PlayMoves(_seat(now, caller), turn, tuple(moves))


def sit(wanted: int | None = None, *, code: str | None = None) -> Ask:
    """Sit down on this seat, or on the lowest that is free; a private game asks for its code.

    In a game that goes on from another everybody's seat is the one of there, and no code is asked for.
    """

    def ask(now: GameNow, caller: Caller) -> Command:
        seat = wanted
        if now.standing.seat_of(caller.player) is not None:
            raise AlreadySeated(now.standing.version)
        if now.head.is_closed:
            raise NotFound
        if now.head.previous_id is not None:
            seat = _kept(now, caller, seat)
        elif now.head.is_private and (code is None or code != now.head.code):
            raise NotFound
        _check_may_know_why_not(now, caller)
        return TakeSeat(_lowest_free(now.standing) if seat is None else seat)

    return ask


def leave(now: GameNow, caller: Caller) -> Command:
    """Stand up from the caller's seat, before the start."""
    return LeaveSeat(_seat(now, caller))


def seat_bot(level: str, seat: int | None = None) -> Ask:
    """Put a bot of this level on a seat, or on the lowest that is free, if the caller hosts the lobby.

    In a game that goes on from another only where no person sat: the others keep their seats. A rated game
    takes none.
    """

    def ask(now: GameNow, caller: Caller) -> Command:
        _check_hosting(now, caller)
        if now.head.rated:
            raise NotWhenRated("level", (), now.standing.version)
        return TakeSeat(_for_bot(now, wanted=seat), level)

    return ask


def unseat_bot(seat: int) -> Ask:
    """Have the bot on this seat stand up again, if the caller hosts the lobby."""

    def ask(now: GameNow, caller: Caller) -> Command:
        _check_hosting(now, caller)
        bots = tuple(number for number, level in enumerate(now.standing.state.bots) if level is not None)
        if seat not in bots:
            raise NotABot(now.standing.version, bots)
        return LeaveSeat(seat)

    return ask


def start(first: int | None = None) -> Ask:
    """Deal, if the caller hosts; `first` begins, in a game whose host names the seat."""
    return lambda now, caller: StartGame(_seat(now, caller), first)


def settle(_now: GameNow, _caller: Caller) -> None:
    """Ask for nothing: what is late is settled all the same."""


def extend_clock(back_since: datetime) -> Ask:
    """Give the running turn back the time for which the sweep was away until `back_since`."""
    return lambda now, _caller: extension(
        now.standing, now=now.now, heartbeat_at=now.heartbeat_at, back_since=back_since
    )


def abort(reason: str) -> Ask:
    """End the game without a result; for operators alone."""
    return lambda _now, _caller: AbortGame(reason)


def give_up(seat: int, reason: str) -> Ask:
    """Give somebody's seat up; for operators alone."""
    return lambda _now, _caller: GiveUpSeat(seat, reason)


def call_time(_now: GameNow, _caller: Caller) -> Command:
    """End the running game by the hands; for the organizer who seated its people."""
    return CallTime()


def disclose(_now: GameNow, _caller: Caller) -> Command:
    """Open a sealed game that is over; for the organizer who seated its people."""
    return Disclose()


def _seat(now: GameNow, caller: Caller) -> int:
    seat = now.standing.seat_of(caller.player)
    if seat is not None:
        return seat
    if not may_see(now, caller.player):
        raise NotFound
    raise NotSeated(known_to(now, caller.player).version)


def _check_may_know_why_not(now: GameNow, caller: Caller) -> None:
    # That it has begun must be told to who would sit down, but spectators may not know yet that it is over.
    known = known_to(now, caller.player)
    if now.standing.ended_at is not None and known.ended_at is None:
        raise RefusedAt(Refused(Refusal.ALREADY_STARTED), known.version)


def _check_hosting(now: GameNow, caller: Caller) -> None:
    seat, state = _seat(now, caller), now.standing.state
    try:
        check_in_lobby(state)
        if seat != state.host:
            raise Refused(Refusal.NOT_THE_HOST)
    except Refused as refused:
        raise RefusedAt(refused, now.standing.version) from refused


def _for_bot(now: GameNow, *, wanted: int | None) -> int:
    people = now.standing.people
    kept = _of_people(now.head.previous_id)
    free = tuple(seat for seat, person in enumerate(people) if person is None and seat not in kept)
    if wanted is None:
        if not free and None in people:
            raise KeptForPerson(now.standing.version, free)
        return free[0] if free else 0  # the rules say that there is none
    if wanted in kept and people[wanted] is None:
        raise KeptForPerson(now.standing.version, free)
    return wanted


def _of_people(previous: UUID | None) -> frozenset[int]:
    if previous is None:
        return frozenset()
    seated = Seat.objects.filter(game=previous, player__isnull=False).exclude(player__kind=Player.Kind.BOT)
    return frozenset(seated.values_list("number", flat=True))


def _kept(now: GameNow, caller: Caller, wanted: int | None) -> int:
    own = _seat_before(now.head, caller.player)
    if own is None:
        if now.head.is_private:
            raise NotFound
        raise NotOfThatGame(known_to(now, caller.player).version)
    if wanted not in (None, own):
        raise SeatKept(now.standing.version, own)
    return own


def _seat_before(game: Game, player: UUID | None) -> int | None:
    if game.previous_id is None or player is None:
        return None
    before = Seat.objects.filter(game=game.previous_id, player=player)
    return before.values_list("number", flat=True).first()


def _lowest_free(standing: Standing) -> int:
    # Where none is free the rules say so, whichever seat is asked for.
    return standing.people.index(None) if None in standing.people else 0
