"""Rounds: paired one after the other, booked table by table, closed once, until the last."""

from games.tournaments import events as ev
from games.tournaments.commands import BookResults, GoOn, ReplayTable
from games.tournaments.meeting import is_decided, next_pairing, ranking
from games.tournaments.state import Round, State, TournamentPhase
from games.tournaments.telling import Now, Told


def go_on(now: Now, command: GoOn) -> Told:
    """The next round is paired, or the tournament ends; nothing happens while a round is open or it rests.

    A round in which nobody has anybody to meet is closed at once, and the one after it is paired.
    """
    if now.state.phase is not TournamentPhase.RUNNING or now.state.round is not None or now.state.paused:
        return
    while not is_decided(now.state):
        number, pairing = len(now.state.rounds) + 1, next_pairing(now.state)
        games = command.games[: len(pairing.tables)]
        yield ev.RoundPaired(number, pairing.tables, games, pairing.byes)
        if pairing.tables:
            return
        yield ev.RoundClosed(number)
    yield ev.TournamentFinished(ranking(now.state))


def book_results(now: Now, command: BookResults) -> Told:
    """Games of the open round have ended; with the last the round is closed."""
    for result in command.results:
        open_round = open_with(now.state, command.round)
        if open_round is not None and open_round.waits_for_game(result.table, result.game):
            yield ev.TableFinished(command.round, result.table, result.game, result.places, result.points)
    yield from close_when_complete(now)


def replay_table(now: Now, command: ReplayTable) -> Told:
    """A game of the open round ended without a result: another is played at its table."""
    open_round = open_with(now.state, command.round)
    if open_round is not None and open_round.waits_for_game(command.table, command.game):
        yield ev.TableReplayed(command.round, command.table, command.instead)


def close_when_complete(now: Now) -> Told:
    """The round is closed once every table has a result."""
    open_round = now.state.round
    if open_round is not None and not open_round.waits_for:
        yield ev.RoundClosed(len(now.state.rounds))


def open_with(state: State, number: int) -> Round | None:
    """Return the open round if it has this number."""
    return state.round if number == len(state.rounds) else None
