"""Tending a tournament: its games are opened, their ends booked, rounds paired, what is over let go.

Each step asks what is still to be done, and does it in a way that may be repeated: tended never, once or five
times, by one process or several, killed in the middle, the logs are the same.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet
from uuid_utils.compat import uuid7

from games import asking as games_asking
from games import failures, moments
from games.asking import SYSTEM, Ask
from games.engine.events import ClockExtended
from games.engine.refusals import Refused
from games.event_store import GAMES
from games.handling import handle as handle_game
from games.models import Game
from games.refusing import Busy
from games.standing import is_away
from games.tables import TableOpening, open_table
from games.terms import Context
from games.tournaments import asking, chance, selectors
from games.tournaments.commands import BookResults, ReplayTable, TableResult, WithdrawErased
from games.tournaments.ends import ends_of
from games.tournaments.events import Removal
from games.tournaments.handling import Asked, Handled, handle
from games.tournaments.log import TOURNAMENTS
from games.tournaments.meeting import look_ahead
from games.tournaments.models import Table
from games.tournaments.standing import Standing, time_called_at
from games.tournaments.state import Part, State, TournamentPhase

_log = structlog.get_logger("games.tournaments.tending")

CONTEXT: Final = "tournament"
_RUNNING: Final = (Game.Status.LOBBY, Game.Status.PLAYING)
# Told to the people of a game that is ended because it counts no more.
_NO_LONGER_COUNTS: Final = "This game no longer counts in its tournament."


def tend(tournament_id: UUID) -> None:
    """Do what there is to do for a tournament right now; nothing where there is nothing.

    :raises NotFound: where there is no such tournament.
    """
    _withdraw_erased(tournament_id)
    standing = _gone_on(_settled(tournament_id))
    _let_go(tournament_id)
    _open_games(standing)
    _give_up_who_is_out(standing)
    _call_time(standing)
    standing = _book(standing)
    _disclose(standing)
    if standing.state.round is None:
        _open_games(_gone_on(standing))


def _settled(tournament_id: UUID) -> Standing:
    # A start that is due comes before looking ahead: it tells who plays.
    standing = TOURNAMENTS.peek(tournament_id).standing
    if standing.state.phase is not TournamentPhase.OPEN:
        return standing
    return handle(tournament_id, lambda _now, _caller: Asked(None), SYSTEM).standing


def _gone_on(standing: Standing) -> Standing:
    look_ahead(standing.state)
    return handle(UUID(standing.state.tournament), asking.go_on, SYSTEM).standing


def _withdraw_erased(tournament_id: UUID) -> None:
    # Erasing a person knows no tournaments. A number stands for one registration for ever, so that who is
    # read here without the lock is taken out under it.
    erased = selectors.erased_entrants(tournament_id)
    if erased:
        handle(tournament_id, asking.directly(WithdrawErased(erased)), SYSTEM)


# --- games of the open round


def _open_games(standing: Standing) -> None:
    state = standing.state
    round_ = state.round if state.phase is TournamentPhase.RUNNING else None
    if round_ is None:
        return
    waiting = [round_.tables[number] for number in round_.waits_for]
    there = set(_games(table.game for table in waiting).values_list("pk", flat=True))
    for table in waiting:
        if UUID(table.game) not in there:
            _open(standing, UUID(table.game), table.entrants)


def _open(standing: Standing, game_id: UUID, entrants: tuple[int, ...]) -> None:
    state, settings = standing.state, standing.state.settings
    opening = TableOpening(
        game_id=game_id,
        edition=settings.edition,
        box=settings.box,
        options=settings.options,
        people=tuple(person for person in map(standing.people.__getitem__, entrants) if person is not None),
        seed=_deal(state) if settings.deals_alike else None,
        sealed=settings.deals_alike,
        spectators=not settings.deals_alike,
        context=Context(CONTEXT, UUID(state.tournament)),
        rated=settings.rated,
    )
    try:
        open_table(opening)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        _keep(error, game_id)


def _deal(state: State) -> bytes:
    return chance.deal(state.seed, len(state.rounds), state.rounds[-1].pairings)


def _call_time(standing: Standing) -> None:
    at, round_, (now, heartbeat_at) = time_called_at(standing), standing.state.round, moments.moment()
    # Until the sweep of games is back nobody knows what an outage took from them.
    if at is None or round_ is None or now < at or is_away(heartbeat_at, now):
        return
    waiting = _games(round_.tables[number].game for number in round_.waits_for)
    for game_id in waiting.filter(status=Game.Status.PLAYING).values_list("pk", flat=True):
        if now >= at + _given_back(game_id):
            _ask(game_id, games_asking.call_time)


def _given_back(game_id: UUID) -> timedelta:
    events = (row.event for row in GAMES.recorded(game_id))
    return timedelta(seconds=sum(event.seconds for event in events if isinstance(event, ClockExtended)))


def _give_up_who_is_out(standing: Standing) -> None:
    state = standing.state
    out = set(state.those(Part.DISQUALIFIED))
    for number in state.round.waits_for if state.round else ():
        table = state.rounds[-1].tables[number]
        for seat, entrant in enumerate(table.entrants):
            if entrant in out:
                _ask(UUID(table.game), games_asking.give_up(seat, Removal.DISQUALIFIED.value))


# --- ends


def _book(standing: Standing) -> Standing:
    state = standing.state
    if state.round is None or state.phase is not TournamentPhase.RUNNING:
        return standing
    number, tournament_id = len(state.rounds), UUID(state.tournament)
    table_of = {UUID(state.round.tables[table].game): table for table in state.round.waits_for}
    ended = _games(table_of).exclude(status__in=_RUNNING).values_list("pk", "status")
    finished = [game for game, status in ended if status == Game.Status.FINISHED]
    for game, status in ended:
        if status == Game.Status.ABANDONED:
            standing = _asked(
                tournament_id, ReplayTable(number, table_of[game], str(game), str(uuid7()))
            ).standing
    if finished:
        booking = BookResults(number, tuple(_results(finished, table_of)))
        standing = _asked(tournament_id, booking).standing
    return standing


def _results(finished: Collection[UUID], table_of: Mapping[UUID, int]) -> Iterator[TableResult]:
    for end in sorted(ends_of(finished), key=lambda end: table_of[end.game]):
        try:
            yield TableResult(table_of[end.game], str(end.game), end.places, end.counted())
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            _keep(error, end.game)


def _asked(tournament_id: UUID, command: BookResults | ReplayTable) -> Handled:
    return handle(tournament_id, lambda _now, _caller: Asked(command), SYSTEM)


def _let_go(tournament_id: UUID) -> None:
    # Games that were replaced, ruled over or canceled while they ran.
    over = Table.objects.filter(tournament_id=tournament_id).exclude(stage=Table.Stage.PLAYING)
    of_it = Game.objects.filter(context_kind=CONTEXT, context_id=tournament_id, status__in=_RUNNING)
    for game_id in of_it.filter(pk__in=over.values("game_id")).values_list("pk", flat=True):
        _ask(game_id, games_asking.abort(_NO_LONGER_COUNTS))


def _disclose(standing: Standing) -> None:
    # Deals are alike at all tables of a round, so that none is open before all have ended.
    state = standing.state
    if not state.settings.deals_alike:
        return
    closed = len(state.rounds) - (state.round is not None)
    tables = Table.objects.filter(tournament_id=UUID(state.tournament), round__lte=closed)
    games = Game.objects.filter(pk__in=tables.values("game_id"))
    sealed = games.filter(ended_at__isnull=False, disclosed_at__isnull=True)
    for game_id in sealed.values_list("pk", flat=True):
        _ask(game_id, games_asking.disclose)


def _ask(game_id: UUID, ask: Ask) -> None:
    try:
        handle_game(game_id, ask, SYSTEM)
    except (Busy, Refused):
        return  # held by somebody, or over meanwhile: the next tending looks anew
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        _keep(error, game_id)


def _keep(error: Exception, game_id: UUID) -> None:
    # One broken game must not stop the others.
    _log.error("tending", game=str(game_id), exc_info=True)
    failures.keep("tournaments.tend", error, arguments={"game": game_id})


def _games(ids: Iterable[UUID | str]) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=[UUID(str(id_)) for id_ in ids])
