"""Going on from a game that is over to another of the same people; the other one's lobby is in `lobby`."""

from typing import assert_never

from games.engine import events as ev
from games.engine.commands import ContinueGame
from games.engine.options import Options
from games.engine.refusals import Refusal, Refused
from games.engine.state import Phase, State
from games.engine.telling import Now, Told


def continue_game(now: Now, command: ContinueGame) -> Told:
    """Tell the readers of a finished game where its people went.

    :raises Refused: `not_finished`.
    """
    check_finished(now.state)
    yield ev.GameContinued(command.next)


def check_finished(state: State) -> None:
    """Refuse what needs a game that was played to its end; an abandoned one was not.

    :raises Refused: `not_finished`.
    """
    if state.phase is not Phase.FINISHED:
        raise Refused(Refusal.NOT_FINISHED, field="after")


def seat_that_begins(options: Options, over: State, first: int) -> int | None:
    """Return the seat to which a finished game gives the first turn of the next (rules I.2 `first_seat`).

    `options` are those of the next game and `first` is the seat that began `over`. Of winners who share their
    place the lowest seat begins. None where the options ask for nobody of an earlier game.
    """
    match options.first_seat:
        case "rotate":
            return (first + 1) % over.setup.seats
        case "previous_winner":
            return over.places.index(1)
        case "host" | "random" | "named":
            return None
        case _:
            assert_never(options.first_seat)
