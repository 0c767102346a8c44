"""`manage.py tournament`: runs a tournament of bots from the shell, or follows or cancels any."""

import time
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from games import moments
from games.asking import SYSTEM
from games.engine.refusals import Refused as RulesRefused
from games.problems import problem_of as problem_of_game
from games.refusing import Declined, NotFound
from games.standing import is_away
from games.tournaments import asking, commands
from games.tournaments.handling import handle, open_tournament
from games.tournaments.kinds import Kind
from games.tournaments.log import TOURNAMENTS
from games.tournaments.management import told, wanted
from games.tournaments.management.playing import play_on
from games.tournaments.management.progress import Shown, figures
from games.tournaments.problems import problem_of
from games.tournaments.refusals import Refused
from games.tournaments.standing import Standing
from games.tournaments.state import TournamentPhase
from games.tournaments.texts import one_line
from problems import catalog
from problems.languages import Language
from problems.problem import Problem

_LOOKED_EVERY_SECONDS: Final = 0.5
_WIDTH: Final = 110  # where the output goes to a file
_NOBODY_PLAYS: Final = (
    "No clock is at work on this database, so that nothing would happen: "
    "start the server, or play in this process with --here."
)
_LEFT: Final = "Left as it is. On with `{0} follow {1}`, and to its end with `{0} cancel {1}`."


class Command(BaseCommand):
    """Opens a tournament of bots and shows it to its end; follows or cancels one that is there."""

    help = (
        "Runs a tournament of bots to its end, with its progress and the standings; follows or cancels any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what is to be done, and of a new tournament everything but its chance."""
        actions = parser.add_subparsers(dest="action", required=True, metavar="run | follow | cancel")
        run = actions.add_parser("run", help="open one for these bots, start it, and show it to its end")
        run.add_argument("kind", choices=[*Kind], type=Kind, metavar="KIND", help=", ".join(Kind))
        run.add_argument(
            "--bots", nargs="+", required=True, metavar="LEVEL:COUNT", help="such as easy:4 normal:8"
        )
        run.add_argument("--name", default="From the shell", help="default: %(default)s")
        run.add_argument("--edition", default="super-116", help="default: %(default)s")
        run.add_argument(
            "--set",
            nargs="+",
            action="extend",
            default=[],
            metavar="OPTION=VALUE",
            help="options of the rules",
        )
        run.add_argument("--rated", action="store_true", help="its games count for ratings")
        for name, usual, meaning in _NUMBERS:
            flag = f"--{name.replace('_', '-')}"
            default = None if isinstance(usual, str) else usual
            run.add_argument(
                flag, type=int, default=default, metavar="N", help=f"{meaning}; default: {usual}"
            )
        follow = actions.add_parser("follow", help="show one that runs, to its end")
        cancel = actions.add_parser("cancel", help="end one without a result")
        cancel.add_argument("--reason", default="Canceled from the shell.", help="that everybody reads")
        for each in (follow, cancel):
            each.add_argument("tournament", type=UUID, metavar="ID")
        for each in (run, follow):
            each.add_argument("--here", action="store_true", help="play in this process, without a server")
            each.add_argument("--json", type=Path, metavar="FILE", help="write the standings there, too")

    def handle(self, *_args: Any, action: str, **asked: Any) -> None:
        """Do it.

        :raises CommandError: with exit code 2 for what cannot be wanted, 1 where a tournament has no result,
            130 after Ctrl-C.
        """
        try:
            match action:
                case "run":
                    self._follow(self._opened(asked), asked)
                case "follow":
                    self._follow(asked["tournament"], asked)
                case _:
                    cancel = commands.Cancel(one_line(asked["reason"]))
                    handle(asked["tournament"], asking.directly(cancel), SYSTEM)
                    self.stdout.write("Canceled.")
        except wanted.Unfit as unfit:
            raise CommandError(str(unfit), returncode=2) from None
        except Refused as refused:
            raise CommandError(_sentence(problem_of(refused)), returncode=2) from None
        except RulesRefused as refused:
            raise CommandError(_sentence(problem_of_game(refused)), returncode=2) from None
        except NotFound:
            raise CommandError(f"There is no tournament {asked['tournament']}.", returncode=2) from None
        except Declined as declined:
            code = 1 if declined.field is None else 2
            raise CommandError(_sentence(problem_of_game(declined)), returncode=code) from None

    def _opened(self, asked: dict[str, Any]) -> UUID:
        field = [wanted.bots(text) for text in asked["bots"]]
        settings = wanted.settings(asked["kind"], field=field, options=_options(asked["set"]), wanted=asked)
        if not asked["here"]:
            _check_somebody_plays()
        tournament_id = open_tournament(settings, SYSTEM).tournament_id
        self.stderr.write(f"Tournament {tournament_id}")
        for level, count in field:
            handle(tournament_id, asking.enter_bots(level, count), SYSTEM)
        handle(tournament_id, asking.directly(commands.StartTournament(is_due=False)), SYSTEM)
        return tournament_id

    def _follow(self, tournament_id: UUID, asked: dict[str, Any]) -> None:
        begun = time.monotonic()
        standing = TOURNAMENTS.peek(tournament_id).standing
        if not standing.state.is_over and not asked["here"]:
            _check_somebody_plays()
        steps = play_on(tournament_id) if asked["here"] else repeat(None)
        try:
            standing = _shown(tournament_id, steps, pause=0 if asked["here"] else _LOOKED_EVERY_SECONDS)
        except KeyboardInterrupt:
            raise CommandError(_LEFT.format("manage.py tournament", tournament_id), returncode=130) from None
        self._tell(standing, asked["json"], time.monotonic() - begun)

    def _tell(self, standing: Standing, file: Path | None, seconds: float) -> None:
        rows, found = told.standings(standing), figures(standing)
        console = Console(width=None if self.stdout.isatty() else _WIDTH)
        with console.capture() as captured:
            console.print(told.table(rows))
        self.stdout.write(captured.get())
        self.stdout.write(f"{found.in_words}, {found.turns} turns in {seconds:.1f} s.")
        if file is not None:
            told.write(file, standing, found, seconds)
        if standing.state.phase is TournamentPhase.CANCELED:
            raise CommandError("It was canceled.")


# Names, what they are where nothing is said (in words where that depends), and what they mean.
_NUMBERS: Final[tuple[tuple[str, int | str, str], ...]] = (
    ("table_size", "4, or as many as there are bots", "seats at a table"),
    ("rounds", 0, "0: as many as the kind needs"),
    ("advance", 1, "knockout: how many of a table go on"),
    ("target_points", 0, "series: it ends when somebody has so many"),
    ("break_seconds", 0, "between rounds"),
    ("round_seconds", "by the time of a turn", "then time is called at tables that still play; 0: never"),
)


def _options(words: list[str]) -> dict[str, str]:
    for word in words:
        if "=" not in word:
            raise wanted.Unfit(f"{word!r} is not OPTION=VALUE, such as turn_seconds=30.")
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def _check_somebody_plays() -> None:
    now, heartbeat_at = moments.moment()
    if is_away(heartbeat_at, now):
        raise CommandError(_NOBODY_PLAYS)


def _shown(tournament_id: UUID, steps: Iterator[None], *, pause: float) -> Standing:
    with Shown(Console(stderr=True, highlight=False)) as shown:
        looked_at = float("-inf")
        for _ in steps:
            if time.monotonic() >= looked_at + _LOOKED_EVERY_SECONDS:
                standing, looked_at = TOURNAMENTS.peek(tournament_id).standing, time.monotonic()
                shown.now(figures(standing))
                if standing.state.is_over:
                    break
            time.sleep(pause)
    return standing


def _sentence(problem: Problem) -> str:
    _, detail = catalog.told(problem, Language.ENGLISH)
    return f"{detail} ({problem.code})"
