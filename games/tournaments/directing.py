"""The director's hand: results, byes, pairings and entrants decided by somebody, each with a reason."""

from collections.abc import Sequence, Set
from itertools import chain
from typing import Final

from games.engine.lobby import FEWEST_SEATS
from games.tournaments import events as ev
from games.tournaments.commands import (
    Cancel,
    Describe,
    Disqualify,
    PairAnew,
    Pause,
    Resume,
    RuleBye,
    RuleResult,
    TakeTextsAway,
)
from games.tournaments.entering import check_not_over, may_enter_late, promote
from games.tournaments.events import Cancellation, Removal
from games.tournaments.kinds import Kind
from games.tournaments.meeting import follows_none, pairing_anew
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.rounds import close_when_complete
from games.tournaments.settings import WITH_LATE_ENTRY
from games.tournaments.state import IN_IT, Part, Round, State, Table, TournamentPhase
from games.tournaments.telling import Now, Told
from games.tournaments.texts import NAMELESS, check_line, check_texts

LONGEST_REASON: Final = 500
FEWEST_POINTS: Final = -100
MOST_POINTS: Final = 5_000
# A schedule that is fixed before the first round leaves no room for other meetings.
_ON_A_SCHEDULE: Final = frozenset({Kind.ROUND_ROBIN, Kind.STAGES})


def describe(now: Now, command: Describe) -> Told:
    """The texts are changed; nothing happens where they say the same.

    :raises Refused: `tournament_over`; `wrong_length`, and `invalid` for a text that cannot be read.
    """
    check_not_over(now.state)
    before = now.state.settings
    name = before.name if command.name is None else command.name
    description = before.description if command.description is None else command.description
    prizes = before.prizes if command.prizes is None else command.prizes
    check_texts(name, description, prizes)
    if (name, description, prizes) != (before.name, before.description, before.prizes):
        yield ev.TournamentDescribed(name, description, prizes)


def has_texts(state: State) -> bool:
    """Say whether there is a text that could be taken away."""
    settings = state.settings
    return (settings.name, settings.description, settings.prizes) != (NAMELESS, "", "")


def take_texts_away(now: Now, command: TakeTextsAway) -> Told:
    """Name, description and prizes go, of a tournament that is over too; nothing happens where none is left.

    :raises Refused: `reason_required`.
    """
    check_reason(command.reason)
    if has_texts(now.state):
        yield ev.TextsTakenAway(NAMELESS, command.reason)


def rule_result(now: Now, command: RuleResult) -> Told:
    """A table gets the result that the director decides, in place of the game's.

    :raises Refused: `reason_required`, `tournament_over`, `no_such_round`, `no_such_table`, `result_unfit`,
        `round_moved_on` where who plays on was told already.
    """
    state = now.state
    check_reason(command.reason)
    _check_running(state)
    if not 1 <= command.round <= len(state.rounds):
        numbers = (f"1..{len(state.rounds)}",) if state.rounds else ()
        raise Refused(Refusal.NO_SUCH_ROUND, field="round", allowed=numbers)
    if state.settings.kind is Kind.KNOCKOUT and command.round < len(state.rounds):
        raise Refused(Refusal.ROUND_MOVED_ON, field="round", allowed=(len(state.rounds),))
    tables = state.rounds[command.round - 1].tables
    if command.table not in range(len(tables)):
        raise Refused(Refusal.NO_SUCH_TABLE, field="table", allowed=(f"0..{len(tables) - 1}",))
    _check_result(tables[command.table], command)
    yield ev.ResultRuled(command.round, command.table, command.places, command.points, command.reason)
    yield from close_when_complete(now)


def _check_result(table: Table, command: RuleResult) -> None:
    seats, places = len(table.entrants), command.places
    # Seats that share a place leave the places after it empty: 1, 2, 2, 4.
    if len(places) != seats or any(place != 1 + sum(p < place for p in places) for place in places):
        raise Refused(Refusal.RESULT_UNFIT, field="places")
    fits = all(FEWEST_POINTS <= points <= MOST_POINTS for points in command.points)
    if len(command.points) != seats or not fits:
        allowed = (f"{FEWEST_POINTS}..{MOST_POINTS}",)
        raise Refused(Refusal.RESULT_UNFIT, field="points", allowed=allowed)


def takes_byes(state: State) -> bool:
    """Say whether the director may free somebody from a round of this kind at all."""
    return state.settings.kind not in _ON_A_SCHEDULE and state.settings.kind is not Kind.KNOCKOUT


def rule_bye(now: Now, command: RuleBye) -> Told:
    """An entrant is free in the next round; nothing happens where that was said already.

    :raises Refused: `reason_required`, `tournament_over`, `not_in_this_kind`, `no_round_follows`,
        `no_such_entrant`, also for who waits for a place and cannot get one any more.
    """
    state = now.state
    check_reason(command.reason)
    check_not_over(state)
    if not takes_byes(state):
        raise Refused(Refusal.NOT_IN_THIS_KIND)
    if follows_none(state):
        raise Refused(Refusal.NO_ROUND_FOLLOWS)
    may_come_in = state.phase is TournamentPhase.OPEN or may_enter_late(state)
    _check_entrant(state, command.entrant, IN_IT if may_come_in else {Part.IN})
    if command.entrant not in state.byes_ruled:
        yield ev.ByeRuled(command.entrant, command.reason)


def takes_other_pairings(state: State) -> bool:
    """Say whether the open round may be paired once more: nothing of it has ended, and no schedule holds."""
    open_round = state.round
    if open_round is None or state.settings.kind in _ON_A_SCHEDULE:
        return False
    return len(open_round.waits_for) == len(open_round.tables)


def pair_anew(now: Now, command: PairAnew) -> Told:
    """The open round is paired once more, before one of its games has been played to its end.

    :raises Refused: `reason_required`, `tournament_over`, `no_round_open`, `not_in_this_kind`,
        `results_are_in`, `pairing_unfit`, also where nobody is left to meet.
    """
    state = now.state
    check_reason(command.reason)
    check_not_over(state)
    if state.round is None:
        raise Refused(Refusal.NO_ROUND_OPEN)
    if state.settings.kind in _ON_A_SCHEDULE:
        raise Refused(Refusal.NOT_IN_THIS_KIND)
    if command.is_played or len(state.round.waits_for) < len(state.round.tables):
        raise Refused(Refusal.RESULTS_ARE_IN)
    tables, byes = _tables_anew(state, state.round, command)
    yield ev.RoundPairedAnew(len(state.rounds), tables, command.games[: len(tables)], byes, command.reason)


def _tables_anew(
    state: State, now_open: Round, command: PairAnew
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    if command.tables is None:
        anew = pairing_anew(state)
        if not anew.tables:
            raise Refused(Refusal.PAIRING_UNFIT)
        return anew
    _check_tables(state, now_open, command.tables)
    seated = {*chain.from_iterable(command.tables)}
    return command.tables, tuple(sorted(may_be_seated(state, now_open) - seated))


def _check_tables(state: State, now_open: Round, tables: Sequence[tuple[int, ...]]) -> None:
    settings, seated = state.settings, [*chain.from_iterable(tables)]
    fewest = settings.table_size if settings.deals_alike else FEWEST_SEATS
    sizes_fit = tables and all(fewest <= len(table) <= settings.table_size for table in tables)
    is_once = len(set(seated)) == len(seated)
    if not sizes_fit or not is_once or not {*seated} <= may_be_seated(state, now_open):
        allowed = (*sorted(may_be_seated(state, now_open)),)
        raise Refused(Refusal.PAIRING_UNFIT, field="tables", allowed=allowed)


def may_be_seated(state: State, now_open: Round) -> set[int]:
    """Return who may sit at a table of the open round when it is paired once more."""
    there = {*chain.from_iterable(table.entrants for table in now_open.tables), *now_open.byes}
    if state.settings.kind in WITH_LATE_ENTRY:
        there |= {*state.field}  # whoever came since
    return {number for number in there if state.entrants[number].part is Part.IN}


def disqualify(now: Now, command: Disqualify) -> Told:
    """An entrant is taken out, and given up where their game still runs.

    :raises Refused: `reason_required`, `tournament_over`, `no_such_entrant`.
    """
    check_reason(command.reason)
    check_not_over(now.state)
    _check_entrant(now.state, command.entrant, IN_IT)
    yield ev.EntrantRemoved(command.entrant, Removal.DISQUALIFIED, command.reason)
    yield from promote(now)


def pause(now: Now, command: Pause) -> Told:
    """No further round is paired for now.

    :raises Refused: `reason_required`, `tournament_over`, `tournament_not_started`, `already_paused`.
    """
    check_reason(command.reason)
    _check_running(now.state)
    if now.state.paused:
        raise Refused(Refusal.ALREADY_PAUSED)
    yield ev.TournamentPaused(command.reason)


def resume(now: Now, command: Resume) -> Told:
    """Rounds are paired again.

    :raises Refused: `reason_required`, `tournament_over`, `tournament_not_started`, `not_paused`.
    """
    check_reason(command.reason)
    _check_running(now.state)
    if not now.state.paused:
        raise Refused(Refusal.NOT_PAUSED)
    yield ev.TournamentResumed(command.reason)


def cancel(now: Now, command: Cancel) -> Told:
    """The tournament ends without a result.

    :raises Refused: `reason_required`, `tournament_over`.
    """
    check_reason(command.reason)
    check_not_over(now.state)
    yield ev.TournamentCanceled(Cancellation.BY_THE_DIRECTOR, command.reason)


def check_reason(reason: str) -> None:
    """Refuse a reason that nobody could read.

    :raises Refused: `reason_required`, with how many characters it may have, and `invalid` for what cannot be
        read in a line.
    """
    if not 1 <= len(reason.strip()) <= LONGEST_REASON:
        raise Refused(Refusal.REASON_REQUIRED, field="reason", allowed=(f"1..{LONGEST_REASON}",))
    check_line(reason, "reason")


def _check_running(state: State) -> None:
    check_not_over(state)
    if state.phase is not TournamentPhase.RUNNING:
        raise Refused(Refusal.TOURNAMENT_NOT_STARTED)


def _check_entrant(state: State, number: int, parts: Set[Part]) -> None:
    numbers = tuple(entrant.number for entrant in state.entrants if entrant.part in parts)
    if number not in numbers:
        raise Refused(Refusal.NO_SUCH_ENTRANT, field="entrant", allowed=numbers)
