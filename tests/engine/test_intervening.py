"""What an operator may do to a game from outside."""

from collections.abc import Callable

import pytest

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.commands import AbortGame, Command, GiveUpSeat, PlayMoves, Resign
from games.engine.events import Abandonment
from games.engine.refusals import Refusal, Refused
from games.engine.rules import decide, outcome
from games.engine.sight import view
from games.engine.state import Phase, State
from tests.engine.playouts import Playout, lobby, started
from tests.rulebook.table import table

REASON = "Nobody moves; a fault of ours."


def refusal(state: State, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(state, command)
    return refused.value


@pytest.mark.parametrize("begin", [lobby, started])
def test_an_aborted_game_has_no_result(begin: Callable[[int, int], Playout]) -> None:
    game = begin(1, 3)
    assert game.give(AbortGame(REASON)) == (
        ev.Intervened(REASON),
        ev.GameAbandoned(Abandonment.ABORTED),
        ev.Disclosed(),
    )
    assert (game.now.phase, game.now.result) == (Phase.ABANDONED, None)
    assert refusal(game.now, AbortGame(REASON)).refusal is Refusal.GAME_OVER
    assert refusal(game.now, GiveUpSeat(0, REASON)).refusal is Refusal.GAME_OVER


def test_an_aborted_game_still_shows_its_table_and_no_turn() -> None:
    game = started(1, 2)
    game.give(AbortGame(REASON))
    seen = view(game.now, 0)
    assert seen.table is not None
    assert seen.table.leading is game.now.leading
    assert (seen.turn, seen.legal) == (None, ())
    assert seen.secrets is not None
    assert all(isinstance(card, Card) for hand in seen.secrets.hands for card in hand)


def test_a_game_aborted_while_a_plus_three_waits_has_nothing_to_answer() -> None:
    waiting = table("leading R3\npending plus_three\ndana R5 R7\nomer X3 K").state
    before = view(waiting, 1)
    assert before.table is not None
    assert (before.table.plus_three, len(before.legal)) == (0, 4)
    _, aborted = outcome(waiting, AbortGame(REASON))
    seen = view(aborted, 1)
    assert seen.table is not None
    assert (seen.table.plus_three, seen.turn, seen.legal) == (None, None, ())


def test_a_seat_given_up_by_an_operator_goes_as_one_that_resigns() -> None:
    game, other = started(2, 3), started(2, 3)
    resigned = other.give(PlayMoves(1, None, (Resign(),)))
    assert game.give(GiveUpSeat(1, REASON)) == (ev.Intervened(REASON), *resigned)
    assert game.now == other.now
    again = refusal(game.now, GiveUpSeat(1, REASON))
    assert (again.refusal, again.field, again.allowed) == (Refusal.NO_SUCH_SEAT, "seat", (0, 2))


def test_a_lobby_has_no_seat_to_give_up() -> None:
    assert refusal(lobby(1, 2).now, GiveUpSeat(1, REASON)).refusal is Refusal.NOT_STARTED


@pytest.mark.parametrize("reason", ["", " ", " a", "a ", "a  b", "a\nb", "a\u202eb", "x" * 201])
def test_a_reason_is_one_line_of_visible_text(reason: str) -> None:
    state = started(1, 2).now
    for command in (AbortGame(reason), GiveUpSeat(0, reason)):
        refused = refusal(state, command)
        assert (refused.refusal, refused.field) == (Refusal.REASON_UNFIT, "reason")
        assert refused.allowed == ("1..200 printable characters",)


@pytest.mark.parametrize("reason", ["x", "x" * 200])
def test_a_reason_has_one_sign_to_two_hundred(reason: str) -> None:
    assert decide(started(1, 2).now, AbortGame(reason))[0] == ev.Intervened(reason)
