"""What may be asked of a tournament by whom: each function makes the command once the head is locked."""

from uuid import UUID

from uuid_utils.compat import uuid7

from games.asking import Caller
from games.bots.levels import VERSIONS
from games.models import Game, Seat
from games.tournaments import commands as cmd
from games.tournaments.handling import Ask, Asked, TournamentNow
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import MOST_ENTRANTS
from games.tournaments.standing import goes_on_at
from games.tournaments.state import Part
from players import bots


def register(now: TournamentNow, caller: Caller) -> Asked:
    """Enter oneself; who left after the start, or was taken out by the director, does not come again.

    Who was not there at the start was never in play, and may come late like anybody else.

    :raises Refused: `already_entered`, `already_left`, `disqualified`.
    """
    standing = now.standing
    entrant = standing.entrant_of(caller.player)
    if entrant is not None:
        if standing.state.entrants[entrant].part is Part.DISQUALIFIED:
            raise Refused(Refusal.DISQUALIFIED)
        if standing.is_in(caller.player):
            raise Refused(Refusal.ALREADY_ENTERED)
        if entrant in standing.state.field:
            raise Refused(Refusal.ALREADY_LEFT)
    return Asked(cmd.Register(), (caller.player,))


def check_in(now: TournamentNow, caller: Caller) -> Asked:
    """Say that one is here."""
    return Asked(cmd.CheckIn(_entrant(now, caller)))


def withdraw(now: TournamentNow, caller: Caller) -> Asked:
    """Play no further round; who has a place in the game at the table need not wait for the others."""
    entrant = _entrant(now, caller)
    return Asked(cmd.Withdraw(entrant, has_played=_has_played(now, entrant, caller)))


def enter_bots(level: str, count: int) -> Ask:
    """Enter bots of this level; to be asked through `by_director`, or for operators."""

    def ask(now: TournamentNow, _caller: Caller) -> Asked:
        here = frozenset(now.standing.people)
        of_level = bots.crowd(level, VERSIONS, count + len(here))
        return Asked(cmd.Register(level, count), [bot for bot in of_level if bot not in here][:count])

    return ask


def pair_anew(tables: tuple[tuple[int, ...], ...] | None, reason: str) -> Ask:
    """Have the open round paired once more; to be asked through `by_director`, or for operators."""

    def ask(now: TournamentNow, _caller: Caller) -> Asked:
        return Asked(cmd.PairAnew(tables, new_games(), reason, is_played=_is_played(now)))

    return ask


def directly(command: cmd.CommandInTournament) -> Ask:
    """Ask for a command as it is; to be asked through `by_director`, or for operators."""
    return lambda _now, _caller: Asked(command)


def by_director(ask: Ask) -> Ask:
    """Have only the director ask this: who opened the tournament.

    :raises Refused: `not_the_director`.
    """

    def asked(now: TournamentNow, caller: Caller) -> Asked:
        if caller.player is None or caller.player != now.standing.director:
            raise Refused(Refusal.NOT_THE_DIRECTOR)
        return ask(now, caller)

    return asked


def go_on(now: TournamentNow, _caller: Caller) -> Asked:
    """Pair the next round, or end, if the time for it has come."""
    at = goes_on_at(now.standing)
    return Asked(None if at is None or now.now < at else cmd.GoOn(new_games()))


def new_games() -> tuple[str, ...]:
    """Return ids for the games of a round, as many as the largest field could need."""
    return tuple(str(uuid7()) for _ in range(MOST_ENTRANTS // 2))


def _is_played(now: TournamentNow) -> bool:
    # The game itself is asked: until a worker has booked its end, the tournament knows nothing of it.
    open_round = now.standing.state.round
    games = [UUID(table.game) for table in open_round.tables] if open_round else []
    return Game.objects.filter(pk__in=games, status=Game.Status.FINISHED).exists()


def _has_played(now: TournamentNow, entrant: int, caller: Caller) -> bool:
    state = now.standing.state
    table = state.table_of(entrant)
    if table is None:
        return False
    seats = Seat.objects.filter(game=UUID(state.rounds[-1].tables[table].game), player=caller.player)
    return seats.filter(place__isnull=False).exists()


def _entrant(now: TournamentNow, caller: Caller) -> int:
    entrant = now.standing.entrant_of(caller.player)
    if entrant is None:
        raise Refused(Refusal.NOT_ENTERED)
    return entrant
