"""Events of a tournament as lines to read; entrants by number, since the person stands beside the line."""

from collections.abc import Iterable
from typing import assert_never

from games.tournaments import events as ev
from games.tournaments.events import Event
from games.tournaments.state import State


def line(event: Event, state: State) -> str:
    """Return the line of an event, as far as it may be told while the tournament is in this state."""
    match event:
        case ev.TournamentOpened(_, settings):
            return f"opened: {settings.kind}, {settings.edition}, tables of {settings.table_size}"
        case ev.TournamentDescribed(name):
            return f'described as "{name}"'
        case ev.TextsTakenAway(_, reason):
            return _with("its texts were taken away", reason)
        case ev.TournamentStarted(entrants, rounds):
            return f"started with {len(entrants)} entrants, {rounds or 'no fixed number of'} rounds"
        case ev.TournamentPaused(reason):
            return f"paused: {reason}"
        case ev.TournamentResumed(reason):
            return f"resumed: {reason}"
        case ev.TournamentFinished(ranking):
            return f"finished; first is entrant {ranking[0]}" if ranking else "finished"
        case ev.TournamentCanceled(cancellation, reason):
            return _with(f"canceled, {cancellation.replace('_', ' ')}", reason)
        case ev.CheckInOpened():
            return "check-in open"
        case (
            ev.EntrantRegistered()
            | ev.EntrantPromoted()
            | ev.EntrantCheckedIn()
            | ev.EntrantWithdrew()
            | ev.EntrantRemoved()
            | ev.ByeRuled()
        ):
            return _of_entrant(event)
        case _:
            return _of_round(event, state)


def _of_entrant(
    event: ev.EntrantRegistered
    | ev.EntrantPromoted
    | ev.EntrantCheckedIn
    | ev.EntrantWithdrew
    | ev.EntrantRemoved
    | ev.ByeRuled,
) -> str:
    who = f"entrant {event.entrant}"
    match event:
        case ev.EntrantRegistered(_, bot, waiting):
            return f"{who} registered{f', {bot} bot' if bot else ''}{', waiting' if waiting else ''}"
        case ev.EntrantPromoted():
            return f"{who} comes in from the waiting list"
        case ev.EntrantCheckedIn():
            return f"{who} checked in"
        case ev.EntrantWithdrew():
            return f"{who} withdrew"
        case ev.EntrantRemoved(_, removal, reason):
            return _with(f"{who} removed, {removal.replace('_', ' ')}", reason)
        case ev.ByeRuled(_, reason):
            return _with(f"{who} has a bye in the next round", reason)
        case _:
            assert_never(event)


def _of_round(
    event: ev.RoundPaired
    | ev.RoundPairedAnew
    | ev.TableFinished
    | ev.TableReplayed
    | ev.RoundClosed
    | ev.ResultRuled,
    state: State,
) -> str:
    match event:
        case ev.RoundPaired(round_, tables, _, byes):
            return f"round {round_} paired: {_pairing(tables, byes)}"
        case ev.RoundPairedAnew(round_, tables, _, byes, reason):
            return _with(f"round {round_} paired anew: {_pairing(tables, byes)}", reason)
        case ev.TableFinished(round_, table, _, places, points):
            return f"round {round_}, table {table} finished{_result(state, round_, places, points)}"
        case ev.TableReplayed(round_, table, game):
            return f"round {round_}, table {table} plays again: game {game}"
        case ev.RoundClosed(round_):
            return f"round {round_} closed"
        case ev.ResultRuled(round_, table, places, points, reason):
            told = f"round {round_}, table {table} ruled{_result(state, round_, places, points)}"
            return _with(told, reason)
        case _:
            assert_never(event)


def _with(told: str, reason: str) -> str:
    return f"{told}: {reason}" if reason else told


def _result(state: State, round_: int, places: tuple[int, ...], points: tuple[int, ...]) -> str:
    if not state.results_are_open(round_):
        return ", told when the round is closed"
    return f" by seat: places {_row(places)}, points {_row(points)}"


def _pairing(tables: tuple[tuple[int, ...], ...], byes: tuple[int, ...]) -> str:
    told = " | ".join(_row(table) for table in tables)
    return f"{told}; byes {_row(byes)}" if byes else told


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
