"""Before play: registering, the waiting list, checking in, withdrawing, and the start."""

from games.tournaments import events as ev
from games.tournaments.commands import CheckIn, Register, StartTournament, Withdraw, WithdrawErased
from games.tournaments.events import Cancellation, Removal
from games.tournaments.meeting import rounds_planned
from games.tournaments.refusals import Refusal, Refused
from games.tournaments.settings import WITH_LATE_ENTRY
from games.tournaments.state import IN_IT, Entrant, Part, State, TournamentPhase
from games.tournaments.telling import Now, Told


def register(now: Now, command: Register) -> Told:
    """Somebody enters, or some bots, all or none; where no place is left, on the waiting list.

    :raises Refused: `tournament_over`, `registration_closed`, `no_bots`, `tournament_full`.
    """
    state = now.state
    check_not_over(state)
    if state.phase is TournamentPhase.RUNNING and not may_enter_late(state):
        raise Refused(Refusal.REGISTRATION_CLOSED)
    if command.bot is not None and not state.settings.allow_bots:
        raise Refused(Refusal.NO_BOTS)
    for _ in range(command.count):
        yield _registered(now.state, command.bot)
    if state.settings.starts_when_full and state.phase is TournamentPhase.OPEN and not now.state.places_free:
        yield from _begin(now)


def _registered(state: State, bot: str | None) -> ev.EntrantRegistered:
    waits = state.places_free <= 0
    if waits and (state.phase is TournamentPhase.RUNNING or not state.settings.waiting_list):
        raise Refused(Refusal.TOURNAMENT_FULL)
    return ev.EntrantRegistered(len(state.entrants), bot, waits)


def may_enter_late(state: State) -> bool:
    """Say whether somebody may still enter a tournament that runs, and play in a round to come."""
    most, paired = state.settings.late_rounds, len(state.rounds)
    return state.settings.kind in WITH_LATE_ENTRY and 0 < most >= paired < state.rounds_planned


def check_in(now: Now, command: CheckIn) -> Told:
    """An entrant, or one who waits for a place, says that they are here.

    :raises Refused: `tournament_over`, `not_entered`, `check_in_closed`.
    """
    state = now.state
    check_not_over(state)
    entrant = entered(state, command.entrant)
    if state.phase is not TournamentPhase.OPEN or not state.check_in_open:
        raise Refused(Refusal.CHECK_IN_CLOSED)
    if not entrant.checked_in:
        yield ev.EntrantCheckedIn(entrant.number)


def withdraw(now: Now, command: Withdraw) -> Told:
    """An entrant plays no further round; a place that becomes free before the start goes to who waits.

    :raises Refused: `tournament_over`, `not_entered`, `at_a_table` in the middle of a game there.
    """
    check_not_over(now.state)
    entrant = entered(now.state, command.entrant)
    if now.state.table_of(entrant.number) is not None and not command.has_played:
        raise Refused(Refusal.AT_A_TABLE)
    yield ev.EntrantWithdrew(entrant.number)
    yield from promote(now)


def withdraw_erased(now: Now, command: WithdrawErased) -> Told:
    """Nobody is left to play for these entrants, nor to leave: they withdraw, in the middle of a game too."""
    if now.state.is_over:
        return
    for number in command.entrants:
        if now.state.entrants[number].part in IN_IT:
            yield ev.EntrantWithdrew(number)
    yield from promote(now)


def promote(now: Now) -> Told:
    """Free places go to those who wait, first come first, as long as somebody may enter."""
    if now.state.phase is TournamentPhase.OPEN or may_enter_late(now.state):
        for number in now.state.those(Part.WAITING)[: max(now.state.places_free, 0)]:
            yield ev.EntrantPromoted(number)


def open_check_in(now: Now) -> Told:
    """From now on who means to play says so."""
    if now.state.phase is TournamentPhase.OPEN and not now.state.check_in_open:
        yield ev.CheckInOpened()


def start(now: Now, command: StartTournament) -> Told:
    """Play begins with those who are here.

    :raises Refused: `tournament_over`, `tournament_started`, `too_few_entrants`: by the clock nothing happens
        in the first two, and the tournament is canceled in the last.
    """
    state = now.state
    if state.phase is not TournamentPhase.OPEN:
        if command.is_due:
            return
        check_not_over(state)
        raise Refused(Refusal.TOURNAMENT_STARTED)
    if state.check_in_open:
        yield from _leave_out_who_is_not_here(now)
    fewest = state.settings.fewest_entrants
    if len(now.state.those(Part.IN)) >= fewest:
        yield from _begin(now)
    elif command.is_due:
        yield ev.TournamentCanceled(Cancellation.TOO_FEW_ENTRANTS, "")
    else:
        allowed = (f"{fewest}..{state.settings.entrants_limit}",)
        raise Refused(Refusal.TOO_FEW_ENTRANTS, field="entrants", allowed=allowed)


def lapse(now: Now) -> Told:
    """Nobody began it in time."""
    if now.state.phase is TournamentPhase.OPEN:
        yield ev.TournamentCanceled(Cancellation.NOT_STARTED_IN_TIME, "")


def entered(state: State, number: int) -> Entrant:
    """Return an entrant who is in it, or waits.

    :raises Refused: `not_entered`.
    """
    if number not in range(len(state.entrants)) or state.entrants[number].part not in IN_IT:
        raise Refused(Refusal.NOT_ENTERED)
    return state.entrants[number]


def check_not_over(state: State) -> None:
    """Refuse what a tournament that is over does not take.

    :raises Refused: `tournament_over`.
    """
    if state.is_over:
        raise Refused(Refusal.TOURNAMENT_OVER)


def _leave_out_who_is_not_here(now: Now) -> Told:
    for entrant in now.state.entrants:
        if entrant.part in IN_IT and not entrant.checked_in:
            yield ev.EntrantRemoved(entrant.number, Removal.NO_SHOW, "")
    yield from promote(now)


def _begin(now: Now) -> Told:
    entrants = now.state.those(Part.IN)
    yield ev.TournamentStarted(entrants, rounds_planned(now.state.settings, len(entrants)))
