"""A tournament beside the one that nobody would have disturbed: the same results through the rules alone.

Nothing is read of the tournament but who entered, its seed, the ids of its games, and how these ended.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from uuid import UUID

from games.engine import events as game_events
from games.event_store import GAMES
from games.models import Game
from games.tournaments import commands as cmd
from games.tournaments import events as ev
from games.tournaments.deciding import decide
from games.tournaments.ends import ends_of
from games.tournaments.events import Event
from games.tournaments.log import TOURNAMENTS
from games.tournaments.meeting import table_of_all
from games.tournaments.state import State, evolve


def faults(tournament_id: UUID) -> Iterator[str]:
    """Yield what in a tournament that is over is otherwise than it would be undisturbed."""
    log = [one.event for one in TOURNAMENTS.recorded(tournament_id)]
    yield from _done_twice_or_never(log)
    yield from _games_that_are_wrong(tournament_id, log)
    alone_log = undisturbed(log)
    lived, alone = _folded(log), _folded(alone_log)
    if lived.rounds != alone.rounds:
        yield "pairings or results are others"
    if lived.ranking != alone.ranking or table_of_all(lived) != table_of_all(alone):
        yield "standings are others"
    if sorted(log, key=str) != sorted(alone_log, key=str) or lived != alone:
        yield "the log is another"


def undisturbed(log: Sequence[Event]) -> list[Event]:
    """Return what happens to the same field with the same seed, games and results, each round at once."""
    opened_by, registered, started = _before_play(log)
    told = [*registered, started]
    state = _folded([opened_by, *told])
    events: list[Event] = [opened_by, *told]
    while not state.is_over:
        number = len(state.rounds) + 1
        games = next((e.games for e in log if isinstance(e, ev.RoundPaired) and e.round == number), ())
        for command in (cmd.GoOn(games), _results(games, number)):
            happened = decide(state, command)
            state = _folded(happened, state)
            events += happened
    return events


def _before_play(
    log: Sequence[Event],
) -> tuple[ev.TournamentOpened, list[Event], ev.TournamentStarted]:
    opening, *rest = log
    assert isinstance(opening, ev.TournamentOpened)
    started = next(one for one in rest if isinstance(one, ev.TournamentStarted))
    return opening, [one for one in rest if isinstance(one, ev.EntrantRegistered)], started


def _results(games: Sequence[str], number: int) -> cmd.BookResults:
    """The results of these games, read from the games alone."""
    table_of = {UUID(game): table for table, game in enumerate(games)}
    found = sorted(ends_of([*table_of]), key=lambda end: table_of[end.game])
    return cmd.BookResults(
        number,
        tuple(cmd.TableResult(table_of[end.game], str(end.game), end.places, end.counted()) for end in found),
    )


def _folded(events: Sequence[Event], state: State | None = None) -> State:
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def _done_twice_or_never(log: Sequence[Event]) -> Iterator[str]:
    closed = [one.round for one in log if isinstance(one, ev.RoundClosed)]
    paired = [one.round for one in log if isinstance(one, ev.RoundPaired)]
    if not closed == paired == [*range(1, len(closed) + 1)]:
        yield f"rounds were paired {paired} and closed {closed}"
    booked = Counter((one.round, one.table) for one in log if isinstance(one, ev.TableFinished))
    tables = {
        (one.round, at) for one in log if isinstance(one, ev.RoundPaired) for at in range(len(one.tables))
    }
    if set(booked) != tables or set(booked.values()) != {1}:
        yield "a table was booked twice, never, or is none"
    if sum(isinstance(one, ev.TournamentFinished) for one in log) != 1:
        yield "it did not end once"


def _games_that_are_wrong(tournament_id: UUID, log: Sequence[Event]) -> Iterator[str]:
    named = sorted(game for one in log if isinstance(one, ev.RoundPaired) for game in one.games)
    there = sorted(
        str(pk) for pk in Game.objects.filter(context_id=tournament_id).values_list("pk", flat=True)
    )
    if len(set(named)) != len(named) or named != there:
        yield "games were opened that no round names, or are missing"
    for game in there:
        if sum(isinstance(one.event, game_events.GameStarted) for one in GAMES.recorded(UUID(game))) != 1:
            yield f"{game} did not begin once"
