"""Going on from a finished game: which may be, who begins the next, and where its opener sits."""

from dataclasses import replace
from typing import Literal

import pytest

from games.engine import events as ev
from games.engine.commands import AbortGame, Command, ContinueGame, OpenGame, PlayMoves, Resign
from games.engine.events import Ending
from games.engine.going_on import seat_that_begins
from games.engine.refusals import Refusal, Refused
from games.engine.rules import decide, outcome
from games.engine.state import Phase, State, changed
from tests.engine.boxes import SUPER_116
from tests.engine.playouts import GAME, Playout, lobby, seed_of, started

NEXT = "01a22a01-0533-723c-aba6-dd1456d89b79"
GO_ON = ContinueGame(NEXT)


def refusal(state: State | None, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(state, command)
    return refused.value


def finished(seats: int = 3) -> Playout:
    game = started(1, seats)
    for seat in range(1, seats):
        game.give(PlayMoves(seat, None, (Resign(),)))
    assert game.now.phase is Phase.FINISHED
    return game


def aborted() -> Playout:
    game = started(1, 3)
    game.give(AbortGame("A fault of ours"))
    return game


def test_a_finished_game_goes_on_in_another() -> None:
    game = finished()
    before = game.now
    assert game.give(GO_ON) == (ev.GameContinued(NEXT),)
    assert game.now == changed(before, next=NEXT)


def test_a_game_whose_next_was_abandoned_goes_on_anew() -> None:
    game = finished()
    game.give(GO_ON)
    game.give(ContinueGame("another"))
    assert game.now.next == "another"


@pytest.mark.parametrize("game", [lobby(1, 3), started(1, 3), aborted()], ids=["lobby", "playing", "aborted"])
def test_only_a_finished_game_goes_on(game: Playout) -> None:
    refused = refusal(game.now, GO_ON)
    assert (refused.refusal, refused.field, refused.rule) == (Refusal.NOT_FINISHED, "after", "9")


# --- who begins


def placed(*places: int | None) -> State:
    points = (0,) * len(places)
    return changed(
        started(1, len(places)).now,
        phase=Phase.FINISHED,
        places=places,
        result=ev.GameFinished(Ending.EMPTY_HAND, places, points),
    )


@pytest.mark.parametrize(("first", "begins"), [(0, 1), (1, 2), (2, 0)])
def test_the_first_turn_goes_around_the_table(first: int, begins: int) -> None:
    options = replace(SUPER_116.options, first_seat="rotate")
    assert seat_that_begins(options, placed(1, 2, 2), first) == begins


@pytest.mark.parametrize(
    ("places", "begins"), [((1, 2, 2), 0), ((2, 2, 1), 2), ((2, 1, 1), 1), ((3, None, 1), 2)]
)
def test_the_winner_begins_and_of_two_the_lower_seat(places: tuple[int | None, ...], begins: int) -> None:
    options = replace(SUPER_116.options, first_seat="previous_winner")
    assert seat_that_begins(options, placed(*places), 0) == begins


@pytest.mark.parametrize("first_seat", ["host", "random", "named"])
def test_other_options_ask_for_nobody_of_the_game_before(
    first_seat: Literal["host", "random", "named"],
) -> None:
    options = replace(SUPER_116.options, first_seat=first_seat)
    assert seat_that_begins(options, placed(1, 2), 1) is None


# --- where the opener sits


def test_the_opener_sits_where_the_command_says_and_hosts() -> None:
    events, state = outcome(None, OpenGame(GAME, SUPER_116, SUPER_116.options, 4, seed_of(1), seat=2))
    assert events[1:] == (ev.SeatTaken(2), ev.HostPassed(2))
    assert (state.taken, state.host) == ((2,), 2)


@pytest.mark.parametrize("seat", [-1, 4])
def test_the_opener_sits_at_the_table(seat: int) -> None:
    refused = refusal(None, OpenGame(GAME, SUPER_116, SUPER_116.options, 4, seed_of(1), seat=seat))
    assert (refused.refusal, refused.field, refused.allowed) == (
        Refusal.NO_SUCH_SEAT,
        "seat",
        (0, 1, 2, 3),
    )
