"""What a tournament makes of a command: events, or a refusal; pure, as the engine's `rules`."""

from typing import Final, assert_never

from games.tournaments import commands as cmd
from games.tournaments import directing, entering, rounds
from games.tournaments.chance import commitment
from games.tournaments.checking import check
from games.tournaments.commands import Command, CommandInTournament
from games.tournaments.events import Event, TournamentOpened
from games.tournaments.state import State
from games.tournaments.telling import Now, Told, tell

RULES_VERSION: Final = 1


def decide(state: State | None, command: Command) -> tuple[Event, ...]:
    """Return what happens in a tournament (None: a new one) when somebody asks for this.

    :raises games.tournaments.refusals.Refused: where nothing happens, and why.
    :raises games.engine.refusals.Refused: for options that do not go together.
    """
    if isinstance(command, cmd.OpenTournament):
        return (_opened(command),)
    assert state is not None
    return tell(state, lambda now: _story(now, command))


def _opened(command: cmd.OpenTournament) -> TournamentOpened:
    check(command.settings)
    promise = commitment(command.tournament, command.seed)
    return TournamentOpened(command.tournament, command.settings, RULES_VERSION, command.seed, promise)


def _story(now: Now, command: CommandInTournament) -> Told:
    match command:
        case cmd.Describe():
            return directing.describe(now, command)
        case cmd.Register():
            return entering.register(now, command)
        case cmd.OpenCheckIn():
            return entering.open_check_in(now)
        case cmd.CheckIn():
            return entering.check_in(now, command)
        case cmd.Withdraw():
            return entering.withdraw(now, command)
        case cmd.WithdrawErased():
            return entering.withdraw_erased(now, command)
        case cmd.StartTournament():
            return entering.start(now, command)
        case cmd.LapseRegistration():
            return entering.lapse(now)
        case cmd.GoOn():
            return rounds.go_on(now, command)
        case cmd.BookResults():
            return rounds.book_results(now, command)
        case cmd.ReplayTable():
            return rounds.replay_table(now, command)
        case cmd.RuleResult():
            return directing.rule_result(now, command)
        case cmd.RuleBye():
            return directing.rule_bye(now, command)
        case cmd.PairAnew():
            return directing.pair_anew(now, command)
        case cmd.Disqualify():
            return directing.disqualify(now, command)
        case cmd.Pause():
            return directing.pause(now, command)
        case cmd.Resume():
            return directing.resume(now, command)
        case cmd.TakeTextsAway():
            return directing.take_texts_away(now, command)
        case cmd.Cancel():
            return directing.cancel(now, command)
        case _:
            assert_never(command)
